import { describe, expect, it } from 'vitest';
import { compareReports } from './compare-reports.js';

const REPORT = `## API Report File for "@stepward/example"

\`\`\`ts

import { Logger } from '@stepward/core';

// @public
export function createThing(options: ThingOptions): Thing;

// @public (undocumented)
export interface Thing {
    // (undocumented)
    readonly id: string;
    stop(): Promise<void>;
}

// @public
export interface ThingOptions {
    readonly lockWaitMs?: number;
    readonly logger: Logger;
}

// @public
export type ThingState = 'idle' | 'running';

\`\`\`
`;

function changed(from: string, to: string) {
  expect(REPORT).toContain(from);
  return compareReports(REPORT, REPORT.replaceAll(from, to));
}

it('finds no change in the same report, nor in its comments and quotes', () => {
  expect(compareReports(REPORT, REPORT)).toEqual({ breaking: [], added: [] });
  expect(changed('// @public (undocumented)', '// @public')).toEqual({ breaking: [], added: [] });
  expect(changed("'idle'", '"idle"')).toEqual({ breaking: [], added: [] });
});

describe.each([
  ['a deleted type', "export type ThingState = 'idle' | 'running';", '', ['ThingState']],
  ['a renamed function', 'createThing', 'makeThing', ['createThing']],
  ['a renamed option', 'lockWaitMs', 'waitMs', ['ThingOptions.lockWaitMs']],
  ['a removed method', '    stop(): Promise<void>;\n', '', ['Thing.stop']],
  ['a narrowed union', "'idle' | 'running'", "'idle'", ['ThingState']],
  ['a widened union', "'running'", "'running' | 'stopped'", ['ThingState']],
  ['a narrowed option', 'lockWaitMs?: number', 'lockWaitMs?: 1_000', ['ThingOptions.lockWaitMs']],
  ['an option that becomes required', 'lockWaitMs?:', 'lockWaitMs:', ['ThingOptions.lockWaitMs']],
  [
    'a new required option',
    'readonly logger',
    'readonly clock: Clock;\n    readonly logger',
    ['ThingOptions.clock'],
  ],
  ['another result', '): Thing;', '): Promise<Thing>;', ['createThing']],
] as const)('%s', (_, from, to, names) => {
  it('is breaking, by its name', () => {
    expect(changed(from, to).breaking).toEqual(names);
  });
});

it('a new name and a new optional option break nothing', () => {
  const wake = 'readonly wake?: boolean;\n    readonly logger';
  expect(changed('readonly logger', wake)).toEqual({ breaking: [], added: ['ThingOptions.wake'] });
  const more = 'export const LIMIT: number;\n\n// @public\nexport type ThingState';
  expect(changed('export type ThingState', more)).toEqual({ breaking: [], added: ['LIMIT'] });
});
