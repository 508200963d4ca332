import { reasonElsewhere, testsOf, type Evidence, type ShownBy, type Tests } from './evidence.js';
import type { Statement } from './read-statements.js';
import type { TestsOfFile } from './read-tests.js';

/** The tests of a file, or null where there is no such file. */
export type FindTests = (file: string) => TestsOfFile | null;

/** What is wrong between the specification, the tests that are said to show it, and the tests there are. */
export function checkEvidence(
  statements: readonly Statement[],
  shownBy: ShownBy,
  findTests: FindTests,
): readonly string[] {
  const entries = Object.entries(shownBy).flatMap(([section, lines]) =>
    Object.entries(lines).map(([beginning, evidence]) => ({ section, beginning, evidence })),
  );
  const missing = statements
    .filter((statement) => evidenceOf(statement, shownBy).length === 0)
    .map(({ section, text }) => `${section}: nothing shows "${text}"`);
  const wrong = entries.flatMap(({ section, beginning, evidence }) => {
    const lines = statements.filter((each) => each.section === section && begins(each, beginning));
    const complaints = [...lineComplaints(lines.length), ...testComplaints(evidence, findTests)];
    return complaints.map((complaint) => `${section}: "${beginning}" ${complaint}`);
  });
  return [...missing, ...wrong];
}

/** What shows a statement; more than one where an entry's beginning fits several. */
export function evidenceOf({ section, text }: Statement, shownBy: ShownBy): readonly Evidence[] {
  return Object.entries(shownBy[section] ?? {})
    .filter(([beginning]) => begins({ text }, beginning))
    .map(([, evidence]) => evidence);
}

/** A beginning ends where a word does, so that `name` is not the beginning of `names`. */
function begins({ text }: Pick<Statement, 'text'>, beginning: string): boolean {
  return text.startsWith(beginning) && !/^\w/.test(text.slice(beginning.length));
}

function lineComplaints(count: number): readonly string[] {
  if (count === 0) return ['is the beginning of no line'];
  return count === 1 ? [] : [`is the beginning of ${count} lines`];
}

function testComplaints(evidence: Evidence, findTests: FindTests): readonly string[] {
  const tests: Tests = testsOf(evidence);
  const isEmpty = Object.values(tests).flat().length === 0;
  if (isEmpty && reasonElsewhere(evidence) === null) return ['names no test'];
  return Object.entries(tests).flatMap(([file, titles]) => {
    const found = findTests(file);
    if (found === null) return [`names a file that is not there: ${file}`];
    return titles
      .map((title) => [title, countTests(title, found)] as const)
      .filter(([, count]) => count !== 1)
      .map(([title, count]) => `names ${count === 0 ? 'no' : count} test of ${file}: "${title}"`);
  });
}

/** How many tests a title names, the last part of which may be a case of the test's table. */
function countTests(title: string, { titles, texts }: TestsOfFile): number {
  const named = (wanted: string) =>
    titles.filter((each) => each === wanted || each.endsWith(` › ${wanted}`));
  const count = named(title).length;
  const end = title.lastIndexOf(' › ');
  if (count > 0 || end < 0 || !texts.has(title.slice(end + 3))) return count;
  return named(title.slice(0, end)).filter((each) => /[%$]/.test(each)).length;
}
