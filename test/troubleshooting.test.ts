import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedPackages } from '../scripts/workspaces.js';
import { readPage, root } from './docs/pages.js';

/** What Node, TypeScript, npm, bundlers and Postgres print, and what the reader wrote. */
const FOREIGN = [
  'No "exports" main defined in …',
  'TS2307: Cannot find module …',
  "TS2304: Cannot find name 'ErrorOptions'",
  'TS1139: Type parameter declaration expected',
  "TS2315: Type 'Buffer' is not generic",
  "TS2345: Argument of type 'FastifyPluginAsync…'",
  "Cannot find package 'libphonenumber-js'",
  'Dynamic require of …',
  'invalid input syntax for type uuid: …',
  'listen EADDRINUSE',
  'no PostgreSQL user name specified',
  'password authentication failed',
  'app.use() requires a middleware function',
  'OPTIONS',
  'express.json()',
  'psql',
  'select',
  'uuid',
  'integer',
  'pg',
];

/** Where a message is put together: values, names in quotes, the name of a factory, of an option and its rule. */
const VARIES = /…|"|: | (?:is missing; it )?must be /;

it('the messages on the page on troubleshooting are in the sources', () => {
  const sources = publishedPackages()
    .map(({ folder }) => sourcesOf(folder))
    .join('\n');
  const messages = seen(readPage('docs/troubleshooting.md'));
  expect(messages.length).toBeGreaterThan(40);
  const isThere = (message: string) =>
    message.split(VARIES).every((part) => sources.includes(part.trim()));
  expect(messages.filter((message) => !isThere(message))).toEqual([]);
});

/** The code spans in the first column of the page's tables. */
function seen(page: string): readonly string[] {
  return [...page.matchAll(/^\| (.+?) +\|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span))
    .filter((span) => !FOREIGN.includes(span));
}

/** The sources of a package, with texts in one piece that the code has in several. */
function sourcesOf(folder: string): string {
  const src = `packages/${folder}/src`;
  return readdirSync(join(root, src), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readPage(join(src, file)))
    .join('\n')
    .replaceAll(/(['`"])\s*\+\s*['`"]/g, '')
    .replaceAll(String.raw`\'`, "'");
}
