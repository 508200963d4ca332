import type { FoundTags, Shown } from './find-tags.js';
import type { SECTIONS } from './lines.js';
import type { Statement } from './read-statements.js';

/** A line of the specification with its id. */
export interface Line extends Statement {
  readonly id: string;
}

/**
 * Gives each statement its id, section by section.
 *
 * @throws where a section has another number of lines than ids
 */
export function linesOf(
  statements: readonly Statement[],
  sections: typeof SECTIONS,
): readonly Line[] {
  const lines = sections.flatMap(({ heading, name, lines: ids }) => {
    const own = statements.filter(({ section }) => section === heading);
    if (own.length !== ids.length) {
      throw new Error(`"${heading}" has ${own.length} lines and ${ids.length} ids`);
    }
    return own.map((statement, at) => ({ ...statement, id: `${name}/${ids[at] ?? ''}` }));
  });
  if (lines.length !== statements.length) throw new Error('a section has no ids');
  return lines;
}

/** The tests that show a line. */
export function testsOf({ id }: Pick<Line, 'id'>, tests: readonly Shown[]): readonly Shown[] {
  return tests.filter(({ tags }) => tags.some((tag) => covers(tag, id)));
}

/** What is wrong between lines and tags. A line without a test needs a note that says whose it is. */
export function checkTags(
  lines: readonly Line[],
  { tests, astray }: FoundTags,
  noteOn: (id: string) => string | null,
): readonly string[] {
  const unshown = lines
    .filter((line) => testsOf(line, tests).length === 0 && noteOn(line.id) === null)
    .map(({ id, text }) => `no test shows ${id}: "${text}"`);
  const unknown = tests.flatMap(({ file, title, tags }) =>
    tags
      .filter((tag) => !lines.some(({ id }) => covers(tag, id)))
      .map((tag) => `${file}: "${title}" shows ${tag}, which is no line`),
  );
  const duplicate = lines
    .map(({ id }) => id)
    .filter((id, at, ids) => ids.indexOf(id) !== at)
    .map((id) => `two lines are ${id}`);
  return [
    ...unshown,
    ...unknown,
    ...duplicate,
    ...astray.map((tag) => `${tag} is above no test that always runs`),
  ];
}

/** `catalogue/*.*` covers every id of that form. */
function covers(tag: string, id: string): boolean {
  if (!tag.includes('*')) return tag === id;
  const pattern = tag.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.+')}$`).test(id);
}
