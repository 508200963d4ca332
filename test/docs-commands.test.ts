import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../packages/cli/src/commands/index.js';
import { COMMON_OPTIONS } from '../packages/cli/src/parse-arguments.js';
import { appManifest } from '../packages/create-stepward/src/app-manifest.js';
import { allManifests, root } from '../scripts/workspaces.js';
import { pages, readPage } from './docs/pages.js';

const APP = { name: 'app', framework: 'express', database: 'pg', provider: 'console' } as const;

const workflows = readdirSync(join(root, '.github/workflows')).map(
  (file) => `.github/workflows/${file}`,
);

/** What each match of the pattern captured, with its page before it. */
function commandsIn(pattern: RegExp): readonly string[] {
  return [...pages(), ...workflows].flatMap((page) =>
    [...readPage(page).matchAll(pattern)].map(([, command = '']) => `${page}: ${command}`),
  );
}

/** The scripts of this repository, and of an app that create-stepward makes. */
const scripts = new Set([
  ...allManifests().flatMap(({ scripts = {} }) => Object.keys(scripts)),
  ...Object.keys(appManifest(APP, '0.1.0').scripts),
]);

it('every script that a page runs by "npm run" exists', () => {
  const named = commandsIn(/npm run (?!-)([\w:-]+)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((each) => !scripts.has(each.replace(/.*: /, '')))).toEqual([]);
});

/** Whether a command line has a command of the CLI, and only options that it has. */
function isKnown(line: string): boolean {
  const [words = ''] = /^(?:[a-z]+(?: |$))*/.exec(line) ?? [];
  const command = COMMANDS.find(({ name }) => `${words} `.startsWith(`${name} `));
  if (command === undefined) return false;
  const known = Object.keys({ ...command.options, ...COMMON_OPTIONS });
  return [...line.matchAll(/(?<= )--([\w-]+)/g)].every(([, name = '']) => known.includes(name));
}

it('every command that a page runs by "npx stepward" exists, with its options', () => {
  const named = commandsIn(/npx stepward ((?!-)[^\n`"|>)]+)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((each) => !isKnown(each.replace(/^.*?: /, '')))).toEqual([]);
});

it.each([
  ['migrate --grant-to app', true],
  ['tenant create acme --json', true],
  ['migrate --grant app', false],
  ['tenants create acme', false],
])('the command line %s is known: %s', (line, expected) => {
  expect(isKnown(line)).toBe(expected);
});
