/** `shall` and `should` are the words of NIST, 1 and 2 the levels of ASVS. */
export type Level = 'shall' | 'should' | 1 | 2;

/** A requirement of a standard in own words, and who meets it. */
export interface Requirement {
  /** The number of the standard: `6.5.1`. NIST numbers sections only, so a word follows: `3.2.2-limit`. */
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly status: Status;
  /** Pages that show what is met, from the root. Tests show it by a tag: `// standard: asvs/6.5.1`. */
  readonly pages: readonly string[];
  /** What the host does, why it is not met, or a remark on what is met. Empty for none. */
  readonly note: string;
}

/** By Stepward, by the service around it, or not at all. */
export type Status = 'met' | 'host' | 'unmet';

/** A standard with the requirements that concern Stepward. */
export interface Standard {
  /** What tags begin with. */
  readonly name: string;
  readonly requirements: readonly Requirement[];
}

interface Evidence {
  readonly pages?: readonly string[];
  readonly note?: string;
}

/** A requirement that tests with its tag, or pages, show to be met. */
export function met(id: string, level: Level, text: string, shown: Evidence = {}): Requirement {
  return { id, level, text, status: 'met', pages: [], note: '', ...shown };
}

/** A requirement that the service around Stepward meets, and what it has to do for that. */
export function host(id: string, level: Level, text: string, note: string): Requirement {
  return { id, level, text, status: 'host', pages: [], note };
}

/** A requirement that is not met, and why. */
export function unmet(id: string, level: Level, text: string, note: string): Requirement {
  return { id, level, text, status: 'unmet', pages: [], note };
}

/** How many requirements of one level there are, and of each status. */
export type Counts = Readonly<Record<Status | 'all', number>>;

/** Counts the requirements of one level. */
export function countsOf({ requirements }: Standard, level: Level): Counts {
  const own = requirements.filter((requirement) => requirement.level === level);
  const of = (status: Status) => own.filter((requirement) => requirement.status === status).length;
  return { all: own.length, met: of('met'), host: of('host'), unmet: of('unmet') };
}
