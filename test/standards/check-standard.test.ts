import { describe, expect, it } from 'vitest';
import { checkLevels, checkStandards } from './check-standard.js';
import { host, met, unmet, type Requirement } from './standard.js';

const test = (...tags: readonly string[]) => ({ file: 'a.test.ts', title: 'is six', tags });

const complaints = (
  row: Requirement,
  { tags = [], astray = [] }: { tags?: readonly string[]; astray?: readonly string[] } = {},
) =>
  checkStandards(
    [{ name: 'std', requirements: [row] }],
    { tests: tags.length > 0 ? [test(...tags)] : [], astray },
    (path) => path === 'docs/a.md',
  );

describe('the check of a standard', () => {
  it.each<[string, Requirement, object]>([
    ['a met requirement with a test', met('1.1', 1, 'six'), { tags: ['std/1.1'] }],
    ['a met requirement with a page', met('1.1', 1, 'six', { pages: ['docs/a.md'] }), {}],
    ["a host's requirement with what to do", host('1.1', 1, 'six', 'do it'), {}],
    ['an unmet requirement with a reason', unmet('1.1', 1, 'six', 'no time'), {}],
  ])('is content with %s', (_, row, found) => {
    expect(complaints(row, found)).toEqual([]);
  });

  it.each<[string, Requirement, object, string]>([
    ['a met requirement without evidence', met('1.1', 1, 'six'), {}, 'neither a test nor a page'],
    [
      'a page that does not exist',
      met('1.1', 1, 'six', { pages: ['docs/b.md'] }),
      {},
      'no page docs/b.md',
    ],
    ["a host's requirement without advice", host('1.1', 1, 'six', ''), {}, 'has no note'],
    ['an unmet requirement without a reason', unmet('1.1', 1, 'six', ''), {}, 'has no note'],
    [
      'a test of an unmet requirement',
      unmet('1.1', 1, 'six', 'no time'),
      { tags: ['std/1.1'] },
      'which Stepward does not meet',
    ],
    [
      'a tag without a requirement',
      met('1.1', 1, 'six'),
      { tags: ['std/1.1', 'std/1.10'] },
      'shows std/1.10, which is no requirement',
    ],
    [
      'a tag above nothing that runs',
      met('1.1', 1, 'six'),
      { tags: ['std/1.1'], astray: ['b.test.ts: std/1.1'] },
      'b.test.ts: std/1.1 is above no test',
    ],
  ])('complains about %s', (_, row, found, complaint) => {
    expect(complaints(row, found)).toEqual([expect.stringContaining(complaint)]);
  });

  it('complains about a requirement that is there twice', () => {
    const requirements = [met('1.1', 1, 'six'), met('1.1', 1, 'six')];
    const found = { tests: [test('std/1.1')], astray: [] };
    expect(checkStandards([{ name: 'std', requirements }], found, () => true)).toEqual([
      'two rows are std/1.1',
    ]);
  });
});

describe('the check of levels', () => {
  const levels = { '1.1': '12', '2.1': '13', '3.1': '1' };
  const check = (requirements: readonly Requirement[]) =>
    checkLevels({ name: 'std', requirements }, levels, ['1.1.2', '3']);
  const whole = [met('1.1.1', 1, 'a'), met('2.1.1', 1, 'b')];

  it('is content with the requirements of both levels, without those that are left out', () => {
    expect(check(whole)).toEqual([]);
  });

  it.each<[string, readonly Requirement[], string]>([
    ['a missing one', whole.slice(1), '1.1.1 of level 1 is missing'],
    ['another level', [met('1.1.1', 2, 'a'), ...whole.slice(1)], '1.1.1 of level 1 is 2'],
    ['one that is left out', [...whole, met('3.1.1', 1, 'c')], '3.1.1 of level 1 is 1'],
    ['one of level 3', [...whole, met('2.1.2', 2, 'c')], '2.1.2 is no requirement'],
  ])('complains about %s', (_, requirements, complaint) => {
    expect(check(requirements)).toEqual([complaint]);
  });
});
