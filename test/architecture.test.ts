import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspaces.js';
import { checkImports, mutualFolders, type SourceFile } from './architecture/check-imports.js';
import { mutualCoreFolders } from './architecture/rules.js';

describe('the sources of this repository', () => {
  const sources = ['packages', 'examples'].flatMap(readSources);

  it('are found', () => {
    expect(sources.length).toBeGreaterThan(0);
  });

  it('import only what the architecture allows', () => {
    expect(checkImports(sources)).toEqual([]);
  });

  it('of core import each other in the listed pairs of folders alone', () => {
    expect(mutualFolders(sources).toSorted()).toEqual(Object.keys(mutualCoreFolders));
  });

  it.each(['http/src/', 'webhooks/src/', 'receiver/src/', 'core/src/factors/'])(
    'are at most 12 in each folder of %s',
    (root) => {
      const sizes = new Map<string, number>();
      for (const { path } of sources) {
        if (!path.startsWith(`packages/${root}`) || path.endsWith('.test.ts')) continue;
        sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
      }
      expect([...sizes].filter(([, size]) => size > 12)).toEqual([]);
    },
  );
});

describe('the architecture refuses', () => {
  it.each([
    ['an unlisted library in core', { 'packages/core/src/mfa/a.ts': `import 'lodash';` }, 'lodash'],
    [
      'a Node module in core that is not listed',
      { 'packages/core/src/mfa/a.ts': `import 'node:fs';` },
      'node:fs',
    ],
    [
      'the types of an unlisted library',
      { 'packages/core/src/mfa/a.ts': `import type { Pool } from 'pg';` },
      'pg',
    ],
    [
      'an unlisted library that is loaded later',
      { 'packages/core/src/mfa/a.ts': `await import('undici');` },
      'undici',
    ],
    [
      'an unlisted library that is passed on',
      { 'packages/core/src/index.ts': `export { z } from 'zod';` },
      'zod',
    ],
    [
      'an unlisted library named inside a type',
      { 'packages/core/src/mfa/a.ts': `type P = import('pg').Pool;` },
      'pg',
    ],
    [
      'zod in core, the event catalogue included',
      { 'packages/core/src/events/catalogue/catalogue.ts': `import 'zod';` },
      'zod',
    ],
    [
      'assertions in core outside testing',
      { 'packages/core/src/mfa/a.ts': `import 'node:assert/strict';` },
      'node:assert',
    ],
    [
      'a framework in the HTTP package',
      { 'packages/http/src/a.ts': `import 'fastify';` },
      'fastify',
    ],
    [
      'the other framework in a binding',
      { 'packages/fastify/src/a.ts': `import 'express';` },
      'express',
    ],
    [
      'the code of a library that is listed for its types alone',
      { 'packages/opentelemetry/src/a.ts': `import { metrics } from '@opentelemetry/api';` },
      '@opentelemetry/api',
    ],
    [
      'pg in the Postgres package',
      { 'packages/postgres/src/a.ts': `import type { Pool } from 'pg';` },
      'pg',
    ],
    [
      'another adapter in an adapter',
      { 'packages/sms/src/a.ts': `import '@stepward/postgres';` },
      '@stepward/postgres',
    ],
    [
      'a package without a row in the table',
      { 'packages/new/src/a.ts': `import '@stepward/core';` },
      'packageImports',
    ],
    [
      'a name into the sources of another workspace',
      { 'packages/http/src/a.ts': `import '@stepward/core/src/mfa/a.js';` },
      'reaches',
    ],
    [
      'a name into the build of another workspace',
      { 'examples/x/src/a.ts': `import '@stepward/core/dist/index.js';` },
      'reaches',
    ],
    [
      'a path into another workspace, even from a test',
      { 'packages/http/src/a.test.ts': `import '../../core/src/index.js';` },
      'reaches',
    ],
    [
      'a table of the specification seen by a source',
      {
        'packages/http/src/a.ts': `import '../../../test/specification/policy-field-table.js';`,
      },
      'reaches',
    ],
    [
      'ports seen by a transition',
      {
        'packages/core/src/mfa/verify.ts': `import type { Clock } from '../ports/clock.js';`,
        'packages/core/src/ports/clock.ts': 'export interface Clock {}',
      },
      'only services see ports/',
    ],
    [
      'a port that a service does not get handed',
      {
        'packages/core/src/mfa/enrolment-service.ts': `import { clock } from '../ports/clock.js';`,
        'packages/core/src/ports/clock.ts': 'export const clock = {};',
      },
      'types of ports/ only',
    ],
    [
      'a feature that reaches into another feature',
      {
        'packages/core/src/policy/a.ts': `import type { A } from '../webhooks/delivery.js';`,
        'packages/core/src/webhooks/delivery.ts': 'export type A = 1;',
      },
      'policy/ may not use it',
    ],
    [
      'the service of another feature seen by a transition',
      {
        'packages/core/src/mfa/verify.ts': `import type { S } from '../one-time-code/code-service.js';`,
        'packages/core/src/one-time-code/code-service.ts': 'export interface S {}',
      },
      'only services see services',
    ],
    [
      'shared files that use a feature',
      {
        'packages/core/src/shared/errors.ts': `import { a } from '../mfa/a.js';`,
        'packages/core/src/mfa/a.ts': 'export const a = 1;',
      },
      'shared/ may not use it',
    ],
    [
      'two modules that load each other',
      {
        'packages/core/src/mfa/a.ts': `import { b } from './b.js';`,
        'packages/core/src/mfa/b.ts': `export { a } from './a.js';`,
      },
      'packages/core/src/mfa/a.ts → packages/core/src/mfa/b.ts → packages/core/src/mfa/a.ts',
    ],
    [
      'files that import the types of each other, through a third',
      {
        'packages/core/src/mfa/a.ts': `import type { B } from './b.js';`,
        'packages/core/src/mfa/b.ts': `import { type C } from './c.js';`,
        'packages/core/src/mfa/c.ts': `import type { A } from './a.js';`,
      },
      'packages/core/src/mfa/a.ts → packages/core/src/mfa/b.ts → packages/core/src/mfa/c.ts → packages/core/src/mfa/a.ts',
    ],
    [
      'files of pages that import the types of each other',
      {
        'packages/pages/src/security/flow.ts': `import { overview } from './overview.js';`,
        'packages/pages/src/security/overview.tsx': `import type { Flow } from './flow.js';`,
      },
      'packages/pages/src/security/flow.ts → packages/pages/src/security/overview.tsx',
    ],
    [
      'packages that load each other',
      {
        'packages/core/src/policy.ts': `import '@stepward/http';`,
        'packages/http/src/index.ts': `import '@stepward/core/policy';`,
      },
      'packages/core/src/policy.ts → packages/http/src/index.ts',
    ],
  ])('%s', (_, bad, complaint) => {
    expect(checkImports(filesOf(bad)).join('\n')).toContain(complaint);
  });
});

it('folders of core that import each other are a pair, by types and from subfolders too', () => {
  const files = filesOf({
    'packages/core/src/mfa/sms/a.ts': `import type { B } from '../../webhooks/b.js';`,
    'packages/core/src/webhooks/b.ts': `import { c } from '../mfa/c.js'; export type B = 1;`,
    'packages/core/src/mfa/c.ts': `import { d } from '../policy/d.js'; export const c = d;`,
    'packages/core/src/policy/d.ts': `export const d = 1;`,
  });
  expect(mutualFolders(files)).toEqual(['mfa and webhooks']);
});

describe('the architecture accepts', () => {
  it.each([
    [
      'any library in a test',
      { 'packages/core/src/mfa/a.test.ts': `import { it } from 'vitest';` },
    ],
    [
      'a table of the specification in a test',
      {
        'packages/http/src/a.test.ts': `import '../../../test/specification/policy-field-table.js';`,
      },
    ],
    [
      'assertions in the storage contract',
      { 'packages/storage-contract/src/a.ts': `import 'node:assert/strict';` },
    ],
    [
      'a package that a command of the program loads',
      { 'packages/cli/src/commands/openapi.ts': `await import('@stepward/http/openapi');` },
    ],
    [
      'a subpath of a listed library',
      { 'packages/sms/src/phone-country.ts': `import 'libphonenumber-js/min';` },
    ],
    [
      'any library in what helps the tests of an adapter',
      { 'packages/postgres/src/testing/pool.ts': `import pg from 'pg';` },
    ],
    [
      'the types of a library that is listed for its types alone',
      { 'packages/opentelemetry/src/a.ts': `import type { Meter } from '@opentelemetry/api';` },
    ],
    ['any library in an example', { 'examples/x/src/main.ts': `import 'jose';` }],
    [
      'types of ports in a service',
      {
        'packages/core/src/mfa/enrolment-service.ts': `import type { Clock } from '../ports/clock.js';`,
        'packages/core/src/ports/clock.ts': `export interface Clock {}`,
      },
    ],
    [
      'the types of a feature in a port and in the union of errors',
      {
        'packages/core/src/ports/storage.ts': `import type { A } from '../mfa/a.js';`,
        'packages/core/src/shared/errors.ts': `import type { A } from '../mfa/a.js';`,
        'packages/core/src/mfa/a.ts': `import { assertNever } from '../shared/assert-never.js';`,
        'packages/core/src/shared/assert-never.ts': `export const assertNever = 1;`,
      },
    ],
    [
      'types of each other in what helps tests',
      {
        'packages/core/test/a.ts': `import type { B } from './b.js';`,
        'packages/core/test/b.ts': `import { type A } from './a.js';`,
      },
    ],
  ])('%s', (_, good) => {
    expect(checkImports(filesOf(good))).toEqual([]);
  });
});

function readSources(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /^[^/]+\/[^/]+\/(src|test)\/.*\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function filesOf(texts: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}
