import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { VERSIONS } from '../../packages/create-stepward/src/app-manifest.js';
import { readManifest, root } from '../../scripts/workspaces.js';

it('an app installs the versions that Stepward is tested with', () => {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, parent, name)),
  );
  const declared = [root, ...folders].map(readManifest).flatMap((manifest) => {
    const { dependencies = {}, devDependencies = {} } = manifest;
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  const shared = declared.filter(([name]) => name in VERSIONS);
  expect(new Set(shared.map(([name]) => name)).size).toBeGreaterThan(15);
  const differing = shared.filter(
    ([name, version]) => version !== VERSIONS[name as keyof typeof VERSIONS],
  );
  expect(differing).toEqual([]);
});
