import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIN_NODE_VERSION } from '../packages/core/src/shared/node-version.js';
import { FASTIFY_VERSION } from '../packages/fastify/src/fastify-plugin.js';
import { MIN_SERVER_VERSION, tooOld } from '../packages/postgres/src/connection/server-state.js';
import { readManifest, root } from '../scripts/workspaces.js';
import { readPage } from './docs/pages.js';

/** What the table of `docs/embedding.md` says. */
function documented(name: string): string {
  const row = new RegExp(`^\\| ${name} +\\| ([^|]+) \\|`, 'm').exec(readPage('docs/embedding.md'));
  return row?.[1]?.trim() ?? `nothing about ${name}`;
}

const peersOf = (folder: string) => readManifest(join(root, 'packages', folder)).peerDependencies;

it('the documented Node is what the check, every manifest and the workflows have', () => {
  expect(documented('Node')).toBe(`${MIN_NODE_VERSION} or newer`);
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(root, parent, name)),
  );
  for (const folder of [root, ...folders.filter((each) => existsSync(`${each}/package.json`))]) {
    const { name, engines } = readManifest(folder);
    const isBound = engines !== undefined || folder === root;
    if (isBound) expect([name, engines]).toEqual([name, { node: `>=${MIN_NODE_VERSION}` }]);
  }
  for (const name of ['test', 'nightly']) {
    expect(readPage(`.github/workflows/${name}.yml`)).toContain(`node: ['${MIN_NODE_VERSION}',`);
  }
});

it('the documented Postgres is what the check, its error and the workflow have', () => {
  const major = MIN_SERVER_VERSION / 10_000;
  expect(documented('PostgreSQL')).toBe(`${major} or newer`);
  expect(tooOld('14.2')).toContain(`use Postgres ${major} or newer`);
  expect(readPage('.github/workflows/test.yml')).toContain(`postgres: ['${major}',`);
});

it('the documented frameworks are the peers of their bindings, and what is checked', () => {
  expect(documented('Fastify')).toBe(String(FASTIFY_VERSION));
  expect(peersOf('fastify')).toEqual({ fastify: `^${FASTIFY_VERSION}.0.0` });
  expect(documented('Express')).toBe('4 or 5');
  expect(peersOf('express')).toEqual({ express: '^4.18.0 || ^5.0.0' });
});

it('the documented versions of Nest are the peers of its module, and both are tested', () => {
  expect(documented('NestJS')).toBe('11 or 12');
  const peer = '^11.0.0 || ^12.0.0';
  expect(peersOf('nest')).toMatchObject({ '@nestjs/common': peer, '@nestjs/core': peer });
  const tested = ['test/nest-11', 'packages/nest'].map(
    (folder) => readManifest(join(root, folder)).devDependencies?.['@nestjs/core'],
  );
  expect(tested).toEqual([expect.stringMatching(/^11\./), expect.stringMatching(/^12\./)]);
});
