/** What is added for users needs a test and a line in the pages. Nothing but these cases asks for them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../packages/cli/src/commands/index.js';
import { entryPoints } from '../scripts/api-reports/entry-points.js';
import { root } from '../scripts/workspaces.js';
import { pages, readPage } from './docs/pages.js';

const entries = entryPoints();
const words = wordsOf(pages().filter((page) => !page.startsWith('docs/adr/')));
const tested = wordsOf(['packages', 'test', 'examples'].flatMap(testsBelow));

/** Names, and specifiers of packages, in some files. */
function wordsOf(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.flatMap((path) => readPage(path).match(/@stepward\/[\w/-]+|\w+/g) ?? []));
}

/** The tests below a folder, and what stands in a folder `test` to help them. */
function testsBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.test\.tsx?$|(?:^|\/)test\/.*\.tsx?$/.test(path))
    .filter((path) => !path.includes('node_modules'));
}

it('every entry point is named in the pages', () => {
  expect(entries.map(({ specifier }) => specifier).filter((name) => !words.has(name))).toEqual([]);
});

const factories = entries.flatMap(({ report }) =>
  [...readFileSync(report, 'utf8').matchAll(/^export function (create\w+)\(/gm)].map(
    ([, name = '']) => name,
  ),
);

it('everything that hosts create is named in the pages: senders, pages, workers', () => {
  expect(factories.length).toBeGreaterThan(20);
  expect(factories.filter((name) => !words.has(name))).toEqual([]);
});

/** What is for authors of bindings, by what is tested and made of it. */
const PARTS: Readonly<Record<string, string>> = {
  createAddressLimit: 'createSecurityPage',
  createAssuranceCheck: 'requireAssurance',
};

it('everything that hosts create is tested', () => {
  expect(factories.filter((name) => !tested.has(PARTS[name] ?? name))).toEqual([]);
});

const commands = COMMANDS.map(({ name }) => name);

it('every command has a section in the pages', () => {
  const page = readPage('docs/command-line.md');
  expect(commands.filter((name) => !page.includes(`\n## ${name}\n`))).toEqual([]);
});

it('every command has a test of its own', () => {
  const files = readdirSync(join(root, 'packages/cli/src/commands'));
  const hasTest = (name: string): boolean =>
    [`${name}.test.ts`, `${name}.int.test.ts`].some((file) => files.includes(file));
  expect(
    commands.map((name) => name.replaceAll(' ', '-')).filter((name) => !hasTest(name)),
  ).toEqual([]);
});
