import type { FoundTags, Shown } from '../specification/find-tags.js';
import type { Requirement, Standard } from './standard.js';

/** The tests that show a requirement. */
export function testsOf(
  { name }: Standard,
  { id }: Requirement,
  tests: readonly Shown[],
): readonly Shown[] {
  return tests.filter(({ tags }) => tags.includes(`${name}/${id}`));
}

/** What is wrong between the requirements of standards and the tags of tests. */
export function checkStandards(
  standards: readonly Standard[],
  { tests, astray }: FoundTags,
  isPage: (path: string) => boolean,
): readonly string[] {
  const rows = standards.flatMap((standard) =>
    standard.requirements.map((requirement) => ({
      tag: `${standard.name}/${requirement.id}`,
      requirement,
      shown: testsOf(standard, requirement, tests),
    })),
  );
  const tags = rows.map(({ tag }) => tag);
  const unknown = tests.flatMap(({ file, title, tags: own }) =>
    own
      .filter((tag) => !tags.includes(tag))
      .map((tag) => `${file}: "${title}" shows ${tag}, which is no requirement`),
  );
  return [
    ...rows.flatMap(({ tag, requirement, shown }) => faultsOf(tag, requirement, shown, isPage)),
    ...unknown,
    ...tags.filter((tag, at) => tags.indexOf(tag) !== at).map((tag) => `two rows are ${tag}`),
    ...astray.map((tag) => `${tag} is above no test that always runs`),
  ];
}

function faultsOf(
  tag: string,
  { status, pages, note }: Requirement,
  shown: readonly Shown[],
  isPage: (path: string) => boolean,
): readonly string[] {
  if (status !== 'met') {
    const tagged = shown.map(({ file }) => `${file} shows ${tag}, which Stepward does not meet`);
    return note === '' ? [...tagged, `${tag} has no note`] : tagged;
  }
  const missing = pages.filter((page) => !isPage(page)).map((page) => `${tag}: no page ${page}`);
  const isShown = shown.length + pages.length > 0;
  return isShown ? missing : [`neither a test nor a page shows ${tag}`];
}

/**
 * What differs between the levels of ASVS and its requirements here: each of the levels 1 and 2 needs a row with that level, or
 * has to be left out by its number, its section or its chapter.
 */
export function checkLevels(
  { requirements }: Standard,
  levels: Readonly<Record<string, string>>,
  leftOut: readonly string[],
): readonly string[] {
  const expected = Object.entries(levels)
    .flatMap(([section, digits]) =>
      Array.from(digits, (digit, at) => ({ id: `${section}.${at + 1}`, level: Number(digit) })),
    )
    .filter(({ level }) => level <= 2);
  const isLeftOut = (id: string) => leftOut.some((part) => `${id}.`.startsWith(`${part}.`));
  const levelOf = (id: string) => requirements.find((row) => row.id === id)?.level ?? null;
  const known = new Set(expected.map(({ id }) => id));
  return [
    ...expected
      .filter(({ id, level }) => levelOf(id) !== (isLeftOut(id) ? null : level))
      .map(({ id, level }) => `${id} of level ${level} is ${levelOf(id) ?? 'missing'}`),
    ...requirements.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} is no requirement`),
  ];
}
