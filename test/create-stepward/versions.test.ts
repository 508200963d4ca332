import { expect, it } from 'vitest';
import { VERSIONS } from '../../packages/create-stepward/src/app-manifest.js';
import { allManifests } from '../../scripts/workspaces.js';

it('an app installs the versions that Stepward is tested with', () => {
  const declared = allManifests().flatMap(({ dependencies = {}, devDependencies = {} }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  const shared = declared.filter(([name]) => name in VERSIONS);
  expect(new Set(shared.map(([name]) => name)).size).toBeGreaterThan(15);
  const differing = shared.filter(
    ([name, version]) => version !== VERSIONS[name as keyof typeof VERSIONS],
  );
  expect(differing).toEqual([]);
});
