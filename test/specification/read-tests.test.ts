import { describe, expect, it } from 'vitest';
import { readTests, relativeImports } from './read-tests.js';

describe('the tests of a file', () => {
  it.each<[string, string, readonly string[]]>([
    ['a test', "it('a', run)", ['a']],
    ['a test by its other name', "test('a', run)", ['a']],
    ['a test of a table', "it.each([1])('a %i', run)", ['a %i']],
    ['a test of a typed table', "it.each<number>([1])('a %i', run)", ['a %i']],
    ['a title that is a template', 'it(`a ${b}, c`, run)', ['a ${b}, c']],
    ['a title of two', "it(a ? 'b' : 'c', run)", ['b', 'c']],
    [
      'tests within tests of a table',
      "describe.each([1])('a', () => { it('b', run); })",
      ['a › b'],
    ],
    ['tests within a function', "onEveryHost((host) => { it('a', run); })", ['a']],
    ['a case of a contract', "const c = [{ name: 'a', run() {} }]", ['a']],
    ['no comment', "// it('a', run)", []],
    ['no text', `const text = "it('a', run)"`, []],
    ['no test that is skipped', "it.skip('a', run); it.todo('b'); it.skipIf(true)('c', run)", []],
    ['no table that is skipped', "it.skip.each([1])('a', run)", []],
    ['no test that has to fail', "it.fails('a', run)", []],
    ['nothing within what is skipped', "describe.skip('a', () => { it('b', run); })", []],
    ['no other object with a name', "const c = [{ name: 'a', price: 1 }]", []],
    ['no other function', "assert('a', run)", []],
  ])('finds %s', (_, source, titles) => {
    expect(readTests(source).titles).toEqual(titles);
  });

  it('tells what it imports from beside it', () => {
    const source = `import a from './a.js'; import type { B } from '../b.json'; import c from 'c';`;
    expect(relativeImports(source)).toEqual(['./a.js', '../b.json']);
  });
});
