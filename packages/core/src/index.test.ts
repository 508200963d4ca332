import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');

/** What a service can refuse with: one interface per code, and a union per method that has several. */
const ERROR_TYPE = /^export (?:interface (\w+) \{\n {2}readonly code: '|type (\w+Error) =)/gm;

it('exports the error types of every service, unions and members', () => {
  const errorTypes = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => [...source(path).matchAll(ERROR_TYPE)])
    .map(([, member, union]) => member ?? union ?? '');
  const exported = new Set(source('index.ts').match(/\w+/g));

  expect(errorTypes.length).toBeGreaterThan(40);
  expect(errorTypes.filter((name) => !exported.has(name))).toEqual([]);
});

// Without them a host that exports a function over a service, and imports no subpath, cannot have
// declarations made of it (TS2742, TS2883).
it.each(['EffectivePolicy', 'StepUpDecision', 'StoredEvent', 'PreparedEvent', 'TenantApiKey'])(
  'exports %s, which a method of a service returns',
  (name) => {
    expect(source('index.ts')).toMatch(new RegExp(`\\b${name}\\b`));
  },
);
