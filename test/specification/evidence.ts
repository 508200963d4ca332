/**
 * Files, from the root of the repository, with the titles of the tests in them, as they are written there. Where a
 * file has a title twice, the title of what stands around it goes before it; where a title is filled from a
 * table, a case of the table may come after it; both with ` › ` between them.
 */
export type Tests = Readonly<Record<string, readonly string[]>>;

/** What shows a line of the specification. */
export type Evidence =
  | Tests
  /** What the line says of a part that another product is: why no test of ours can show it. */
  | { readonly elsewhere: string; readonly tests?: Tests };

/** For each heading of the specification the lines below it, each by a beginning that no other line there has. */
export type ShownBy = Readonly<Record<string, Readonly<Record<string, Evidence>>>>;

/** The tests of an evidence, where it has any. */
export function testsOf(evidence: Evidence): Tests {
  return isElsewhere(evidence) ? (evidence.tests ?? {}) : evidence;
}

/** Why a line is not ours to show, or null. */
export function reasonElsewhere(evidence: Evidence): string | null {
  return isElsewhere(evidence) ? evidence.elsewhere : null;
}

function isElsewhere(evidence: Evidence): evidence is Exclude<Evidence, Tests> {
  return typeof evidence['elsewhere'] === 'string';
}
