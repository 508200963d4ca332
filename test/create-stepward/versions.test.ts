import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSIONS } from '../../packages/create-stepward/src/app-manifest.js';
import { readManifest, root } from '../../scripts/workspaces.js';

it('an app installs the versions that Stepward is tested with', () => {
  const tested = Object.entries(VERSIONS).flatMap(([name, version]) => {
    const folder = join(root, 'node_modules', name);
    return existsSync(folder) ? [{ name, version, tested: readManifest(folder).version }] : [];
  });
  expect(tested.length).toBeGreaterThan(15);
  expect(tested.filter((row) => row.version !== row.tested)).toEqual([]);
});
