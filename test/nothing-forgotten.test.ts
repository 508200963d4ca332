/** What is added for users needs a test and a line in the pages. Nothing but these cases asks for them. */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { AUDIT_EVENT_TYPES, AUTHENTICATION_ENTRY_TYPES } from '@stepward/core/adapter';
import { COMMANDS } from '../packages/cli/src/commands/index.js';
import { SECTIONS } from '../packages/pages/src/people/security/security-sections.js';
import { PROVIDERS } from '../packages/sms/test/providers.js';
import { entryPoints, readReport } from '../scripts/api-reports/entry-points.js';
import { publishedPackages, root } from '../scripts/workspaces.js';
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

const factories = entries.flatMap((entry) =>
  [...readReport(entry).matchAll(/^export function (create\w+)\(/gm)].map(([, name = '']) => name),
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

it('every type of entry is in the page of its log', () => {
  const logs = { 'audit-log': AUDIT_EVENT_TYPES, 'authentication-log': AUTHENTICATION_ENTRY_TYPES };
  const missing = Object.entries(logs).flatMap(([name, types]) => {
    const page = readPage(`docs/${name}.md`);
    return types.filter((type) => !page.includes(`\`${type}\``));
  });
  expect(missing).toEqual([]);
});

const commands = COMMANDS.map(({ name }) => name);

it('every command has a section in one of the pages, and a row in the first', () => {
  const page = readPage('docs/command-line.md');
  const sections = page + readPage('docs/command-line-people.md');
  expect(commands.filter((name) => !sections.includes(`\n## ${name}\n`))).toEqual([]);
  const hasRow = (name: string): boolean =>
    new RegExp(`^\\| \\[\`${name}\`\\]\\([a-z.-]*#${name.replaceAll(' ', '-')}\\) `, 'm').test(
      page,
    );
  expect(commands.filter((name) => !hasRow(name))).toEqual([]);
});

it('every command has a test, in a file of its own or of its noun', () => {
  const folder = 'packages/cli/src/commands';
  const files = readdirSync(join(root, folder));
  const hasTest = (name: string): boolean => {
    const [noun = '', verb = ''] = name.split(' ');
    const own = [name.replaceAll(' ', '-')].flatMap((file) => [
      `${file}.test.ts`,
      `${file}.int.test.ts`,
    ]);
    if (own.some((file) => files.includes(file))) return true;
    const shared = [`${noun}.test.ts`, `${noun}.int.test.ts`];
    return shared.some(
      (file) =>
        files.includes(file) && new RegExp(`\\b${verb}\\b`).test(readPage(join(folder, file))),
    );
  };
  expect(commands.filter((name) => !hasTest(name))).toEqual([]);
});

/** The SMS providers: the entry points that have a sender, but the console, which sends nothing. */
const providers = entries
  .filter(({ specifier }) => specifier.startsWith('@stepward/sms/'))
  .map(({ specifier }) => specifier.replace('@stepward/sms/', ''))
  .filter((name) => {
    const path = `packages/sms/src/${name}.ts`;
    return existsSync(join(root, path)) && /function create\w+Sender\(/.test(readPage(path));
  })
  .filter((name) => name !== 'console');

it('every SMS provider is in the table that the tests of providers run over, and the reverse', () => {
  expect(providers.toSorted()).toEqual(Object.keys(PROVIDERS).toSorted());
});

it('every SMS provider has a row in its page', () => {
  const page = readPage('docs/sms-providers.md');
  const hasRow = (name: string): boolean => page.includes(`| \`@stepward/sms/${name}\` `);
  expect(providers.filter((name) => !hasRow(name))).toEqual([]);
});

/** The addresses of each section of `/security`, and what its forms on the first page do. */
const ways = SECTIONS.flatMap(({ routes, actions = {} }) => [
  ...routes.map(({ path }) => path),
  ...Object.keys(actions),
]);

it('every section of /security is in its page', () => {
  const page = readPage('docs/security-page.md');
  expect(ways.length).toBeGreaterThan(SECTIONS.length);
  expect(ways.filter((way) => !page.includes(`\`${way}\``))).toEqual([]);
});

it('every section of /security is in the list of sections, and has a row in the page', () => {
  const folder = 'packages/pages/src/people/security';
  const list = readPage(join(folder, 'security-sections.ts'));
  const names = readdirSync(join(root, folder)).flatMap((file) =>
    [...readPage(join(folder, file)).matchAll(/^export const (\w+Section)\b/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !list.includes(`\n  ${name},\n`))).toEqual([]);
  const [, table = ''] = readPage('docs/security-page.md').split(/\n\| Section [^\n]*\n[^\n]*\n/);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n');
  expect(rows, 'the rows of docs/security-page.md').toHaveLength(SECTIONS.length);
});

it('every section of /security is tested', () => {
  const tests = [...testsBelow('packages/pages'), ...testsBelow('test/pages')].map(readPage);
  expect(ways.filter((way) => !tests.some((text) => text.includes(`'${way}'`)))).toEqual([]);
});

// standard: asvs/15.2.3
it('every source file that is published is imported, from an entry point on', () => {
  const forgotten = publishedPackages().flatMap(({ folder, exports = {}, bin = {} }) => {
    const sources = sourcesOf(`packages/${folder}`);
    const starts = [
      ...Object.values(exports).map((target) => (target as Target)['@stepward/source'] ?? ''),
      ...Object.values(bin).map((path) => path.replace('/dist/', '/src/').replace(/js$/, 'ts')),
    ].map((path) => posix.join(`packages/${folder}`, path));
    const reached = reachedFrom(starts, sources);
    return [...sources.keys()].filter((path) => !reached.has(path));
  });
  expect(forgotten).toEqual([]);
});

interface Target {
  readonly '@stepward/source'?: string;
}

/** The text of each source file of a package, without its tests. */
function sourcesOf(workspace: string): ReadonlyMap<string, string> {
  const paths = readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => `${workspace}/src/${path}`);
  return new Map(paths.map((path) => [path, readPage(path)]));
}

/** The files that some files import, and those that they import in turn. */
function reachedFrom(
  starts: readonly string[],
  sources: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = sources.get(path);
    if (text === undefined || reached.has(path)) continue;
    reached.add(path);
    for (const [, specifier = ''] of text.matchAll(/(?:from|import|import\() ?'(\.[^']+)\.js'/g)) {
      const target = posix.join(posix.dirname(path), specifier);
      waiting.push(`${target}.ts`, `${target}.tsx`);
    }
  }
  return reached;
}
