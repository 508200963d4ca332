import { describe, expect, it } from 'vitest';
import { checkEvidence } from './check-evidence.js';
import type { ShownBy } from './evidence.js';
import { readStatements } from './read-statements.js';
import { readTests } from './read-tests.js';

describe('the check', () => {
  const page =
    '## Limits\n\n| Item | Value |\n|---|---|\n| Length | 6 |\n| Lengths | 7 |\n\nNothing else.\n';
  const tests = readTests(
    "it('is six', run); it.each([['a']])('is %s', run); it('twice', run); it('twice', run);",
  );
  const complaintsOf = (lines: ShownBy[string]) =>
    checkEvidence(
      readStatements(page),
      {
        Limits: {
          Lengths: { 'a.test.ts': ['is six'] },
          Nothing: { 'a.test.ts': ['is six'] },
          ...lines,
        },
      },
      (file) => (file === 'a.test.ts' ? tests : null),
    );

  it.each<[string, ShownBy[string]]>([
    ['a title', { Length: { 'a.test.ts': ['is six'] } }],
    ['a case of a table', { Length: { 'a.test.ts': ['is %s › a'] } }],
    ['a reason, where the line is not ours', { Length: { elsewhere: 'another product' } }],
  ])('is content with %s', (_, lines) => {
    expect(complaintsOf(lines)).toEqual([]);
  });

  it.each<[string, ShownBy[string], string]>([
    ['a line without an entry', {}, 'nothing shows "Length | 6"'],
    ['an entry without tests', { Length: {} }, 'names no test'],
    ['an entry with a file alone', { Length: { 'a.test.ts': [] } }, 'names no test'],
    ['an entry of no line', { Width: { 'a.test.ts': ['is six'] } }, 'is the beginning of no line'],
    [
      'a file that is not there',
      { Length: { 'b.test.ts': ['is six'] } },
      'a file that is not there',
    ],
    ['a title that is not there', { Length: { 'a.test.ts': ['is five'] } }, 'names no test of'],
    ['a title that stands there twice', { Length: { 'a.test.ts': ['twice'] } }, 'names 2 test of'],
    ['a case that is not there', { Length: { 'a.test.ts': ['is %s › b'] } }, 'names no test of'],
    ['a case of no table', { Length: { 'a.test.ts': ['is six › a'] } }, 'names no test of'],
    [
      'a wrong title of what is partly not ours',
      { Length: { elsewhere: 'another product', tests: { 'a.test.ts': ['is five'] } } },
      'names no test of',
    ],
  ])('complains of %s', (_, lines, complaint) => {
    expect(complaintsOf(lines).join('\n')).toContain(complaint);
  });

  it('complains of an entry that begins several lines', () => {
    const alike = readStatements('# Limits\n\n| Length | 6 |\n| Length | 7 |\n');
    const found = checkEvidence(
      alike,
      { Limits: { Length: { 'a.test.ts': ['is six'] } } },
      () => tests,
    );
    expect(found).toEqual(['Limits: "Length" is the beginning of 2 lines']);
  });

  it('complains of an entry under another heading', () => {
    const found = checkEvidence(readStatements(page), { Other: { Length: {} } }, () => tests);
    expect(found.join('\n')).toContain('Other: "Length" is the beginning of no line');
  });
});
