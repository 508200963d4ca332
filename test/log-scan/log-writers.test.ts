import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/workspaces.js';
import { LOG_WRITERS } from './log-writers.js';

const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .map((path) => `packages/${path.replaceAll('\\', '/')}`)
  .filter((path) => /^packages\/[^/]+\/src\/.*(?<!\.test)\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

// standard: asvs/16.2.3
it('every source that writes log lines is scanned, and no other is listed', () => {
  const writing = sources.filter(({ text }) =>
    /\blogger(?:\??\.(?:debug|info|warn|error)\b|\[)/.test(text),
  );
  expect(writing.map(({ path }) => path).toSorted()).toEqual(LOG_WRITERS.toSorted());
});

it('a logger is named so wherever it is handed over, so that the test above finds what it writes', () => {
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/(\w+)\??: Logger\b/g)].map(([, name]) => name),
  );
  expect([...new Set(names)].toSorted()).toEqual(['logger', 'silentLogger', 'stderrLogger']);
});
