/** What differs between two reports of one entry point, by names: `createX`, or `XOptions.name` for a member. */
export interface ReportChanges {
  /** Names that are gone, renamed, or declared otherwise, so that code which compiled may not. */
  readonly breaking: readonly string[];
  /** New names, and new optional members. */
  readonly added: readonly string[];
}

/**
 * Compares two reports. A declaration may gain optional members, and a report may gain names: everything else counts as breaking,
 * also what only some callers notice, such as one more member of a union.
 *
 * @param before an empty text where there was none
 */
export function compareReports(before: string, after: string): ReportChanges {
  const [old, current] = [declarationsOf(before), declarationsOf(after)];
  const breaking: string[] = [];
  const added: string[] = [];
  for (const [name, lines] of old) {
    const now = current.get(name);
    if (now === undefined) breaking.push(name);
    else {
      breaking.push(...membersOf(name, without(lines, now)));
      const gained = without(now, lines);
      breaking.push(
        ...membersOf(
          name,
          gained.filter((line) => !isOptionalMember(line)),
        ),
      );
      added.push(...membersOf(name, gained.filter(isOptionalMember)));
    }
  }
  for (const name of current.keys()) if (!old.has(name)) added.push(name);
  return { breaking: [...new Set(breaking)], added };
}

/** The lines of each declaration, without comments, in one kind of quotes, by its name. Overloads of a function are one declaration. */
function declarationsOf(report: string): ReadonlyMap<string, readonly string[]> {
  const declarations = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of report.split('\n')) {
    const name = DECLARATION.exec(line)?.[1];
    if (name !== undefined) {
      current = declarations.get(name) ?? [];
      declarations.set(name, current);
    }
    const isCode = line.trim() !== '' && !/^\s*\/\//.test(line) && !/^(?:import |```)/.test(line);
    if (isCode) current.push(line.trim().replaceAll('"', "'"));
  }
  return declarations;
}

const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:class|function|const|interface|type|enum|namespace) (\w+)/;

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  return lines.filter((line) => !others.includes(line));
}

function isOptionalMember(line: string): boolean {
  return /^(?:readonly )?\w+\?[:(]/.test(line);
}

/** `Name.member` where a line is a member, else the name. */
function membersOf(name: string, lines: readonly string[]): readonly string[] {
  const members = lines.map((line) => /^(?:readonly )?(\w+)\??[:(<]/.exec(line)?.[1]);
  return members.map((member) => (member === undefined ? name : `${name}.${member}`));
}
