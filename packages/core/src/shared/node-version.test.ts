import { expect, it } from 'vitest';
import { nodeVersion, requireNode } from './node-version.js';

it.each(['18.20.8', '20.18.3', '16.0.0'])('Node %s is refused with what to do', (version) => {
  expect(() => requireNode(version)).toThrow(
    `Node ${version} is too old for Stepward: use Node 20.19 or newer`,
  );
});

it.each(['20.19.0', '20.20.1', '22.0.0', '24.1.0', '100.0.0', undefined])(
  'Node %s passes',
  (version) => {
    expect(() => requireNode(version)).not.toThrow();
  },
);

it('the version is that of this process', () => {
  expect(nodeVersion()).toBe(process.versions.node);
});
