import { describe, expect, it } from 'vitest';
import { joinTags } from './find-tags.js';
import { readTags } from './read-tags.js';

const TAG = '// spec: a/b\n';
const shown = (source: string): readonly string[] =>
  readTags(source, 'spec').tests.map(({ title }) => title);

describe('a tag', () => {
  it.each<[string, string, readonly string[]]>([
    ['a test', `${TAG}it('a', run);`, ['a']],
    ['a test by its other name', `${TAG}test('a', run);`, ['a']],
    ['a group of tests', `${TAG}describe('a', run);`, ['a']],
    ['a test of a table', `${TAG}it.each([1])('a %i', run);`, ['a %i']],
    ['a test of a typed table', `${TAG}it.each<number>([1])('a %i', run);`, ['a %i']],
    ['a title that is a template', `${TAG}it(\`a \${b}\`, run);`, ['a ${b}']],
    ['a title of two', `${TAG}it(a ? 'b' : 'c', run);`, ['b']],
    ['a test within others', `describe('a', () => {\n${TAG}it('b', run); });`, ['a › b']],
    ['a test within a function', `onEveryHost((host) => {\n${TAG}it('a', run); });`, ['a']],
    ['a test below a comment', `/** Why. */\n${TAG}it('a', run);`, ['a']],
    ['a row', `it.each([\n${TAG}['x', 1], ['y', 2]])('a %s', run);`, ['a %s › x']],
    ['a row of a group', `describe.each([\n${TAG}'x'])('a %s', run);`, ['a %s › x']],
    [
      'a row that is an object',
      `it.each([\n${TAG}{ rule: 'x' }])('a $rule', run);`,
      ['a $rule › x'],
    ],
    [
      'a row of a constant, whatever is made of it',
      `const t = [\n${TAG}['x']]; const cases = t.map(twice); it.each(cases)('a %s', run);`,
      ['a %s › x'],
    ],
    [
      'a row of a constant of two tests',
      `const t = [\n${TAG}'x']; it.each(t)('a', run); it.each(t)('b', run);`,
      ['a › x', 'b › x'],
    ],
    ['a case of a contract', `const c = [\n${TAG}{ name: 'a', run() {} }];`, ['a']],
  ])('is read above %s', (_, source, titles) => {
    expect(shown(source)).toEqual(titles);
    expect(readTags(source, 'spec').astray).toEqual([]);
  });

  it.each([
    ['a test that is skipped', `${TAG}it.skip('a', run);`],
    ['a test that is not always run', `${TAG}it.skipIf(x)('a', run);`],
    ['a test that is yet to be written', `${TAG}it.todo('a');`],
    ['a test that has to fail', `${TAG}it.fails('a', run);`],
    ['a test within what is skipped', `describe.skip('a', () => {\n${TAG}it('b', run); });`],
    ['a row of what is skipped', `it.skip.each([\n${TAG}['x']])('a %s', run);`],
    ['another function', `${TAG}assert('a', run);`],
    ['another statement', `${TAG}const a = 1;`],
  ])('is astray above %s', (_, source) => {
    expect(shown(source)).toEqual([]);
    expect(readTags(source, 'spec').astray).toEqual(['a/b']);
  });

  it('is no text that looks like one', () => {
    expect(readTags(`it('a', () => text === '// spec: a/b');`, 'spec')).toMatchObject({
      tests: [],
      astray: [],
    });
  });

  it('may be several, on one line and on more', () => {
    const source = `// spec: a/b, a/c\n// spec: d/*\nit('a', run);`;
    expect(readTags(source, 'spec').tests).toEqual([{ title: 'a', tags: ['a/b', 'a/c', 'd/*'] }]);
  });
});

it('is read by its own marker alone', () => {
  const source = `// spec: a/b\n// standard: c/1.2-d\nit('a', run);`;
  expect(readTags(source, 'standard').tests).toEqual([{ title: 'a', tags: ['c/1.2-d'] }]);
});

describe('a row of a table in the same file', () => {
  const table = `export const rows = [\n${TAG}['x', 1]];`;
  const join = (test: string) =>
    joinTags(
      new Map([
        ['test/rows.ts', table],
        ['test/deep/a.test.ts', test],
      ]),
      'spec',
    );

  it('belongs to the test of another file that runs it', () => {
    const test = `import { rows } from '../rows.js'; it.each(rows)('is %s', run);`;
    expect(join(test)).toEqual({
      tests: [{ file: 'test/deep/a.test.ts', title: 'is %s › x', tags: ['a/b'] }],
      astray: [],
    });
  });

  it.each([
    ['it never runs', `import { rows } from '../rows.js'; count(rows);`],
    ['what runs it is skipped', `import { rows } from '../rows.js'; it.skip.each(rows)('a', run);`],
    ['another table has its name', `import { rows } from './rows.js'; it.each(rows)('a', run);`],
  ])('is astray where %s', (_, test) => {
    expect(join(test)).toEqual({ tests: [], astray: ['test/rows.ts: a/b'] });
  });
});
