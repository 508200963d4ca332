import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { addMs, hours } from '../shared/duration.js';
import {
  hashApiKey,
  isLiveApiKey,
  isUseWorthRecording,
  newApiKey,
  tenantOfApiKey,
} from './api-key.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const MADE = {
  id: 'k1',
  name: 'CI',
  scopes: ['logs:read'],
  environmentId: 'env',
  expiresAt: null,
} as const;

describe('a new management key', () => {
  const make = (namedTenant: string | null) =>
    newApiKey(MADE, new Uint8Array(32).fill(255), NOW, namedTenant);

  // spec: auth/customer
  // standard: asvs/11.5.1
  it('is the prefix for scanners and 32 bytes in base64url', () => {
    expect(make(null).secret.reveal()).toBe(`service_mgmt_${'_'.repeat(42)}8`);
  });

  it('keeps its first characters and its hash, and nothing else of its secret', () => {
    const made = make(null);
    const { key, secretHash, secret } = made;
    expect(key).toEqual({
      ...MADE,
      prefix: 'service_mgmt_______',
      createdAt: NOW,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(secretHash).toBe(hashApiKey(secret.reveal()));
    expect(inspect(made, { depth: null }) + JSON.stringify(made)).not.toContain('_'.repeat(30));
  });

  it.each(['acme', 'acme.eu'])(
    'names the tenant %s where there are several databases',
    (tenant) => {
      const { key, secret } = make(tenant);
      expect(secret.reveal()).toBe(`service_mgmt_${tenant}.${'_'.repeat(42)}8`);
      expect(key.prefix).toBe(`service_mgmt_${tenant}.______`);
      expect(tenantOfApiKey(secret.reveal())).toBe(tenant);
    },
  );

  it('names no tenant otherwise', () => {
    for (const secret of [`service_mgmt_${'A'.repeat(43)}`, 'service_mgmt_.A', 'service_mgmt_']) {
      expect(tenantOfApiKey(secret)).toBeNull();
    }
  });

  it('is found by a SHA-256 in hexadecimal digits', () => {
    expect(hashApiKey('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

it.each([
  ['that was never recorded', null, true],
  ['an hour after the last', NOW, true],
  ['within the hour', addMs(NOW, 1), false],
])('a use %s: is it worth recording?', (_, lastUsedAt, expected) => {
  const { key } = newApiKey(MADE, new Uint8Array(32), NOW, null);
  expect(isUseWorthRecording({ ...key, lastUsedAt }, addMs(NOW, hours(1)))).toBe(expected);
});

it.each<[string, number | null, number | null, boolean]>([
  ['never ends', null, null, true],
  ['expires later', 1, null, true],
  ['expires now', 0, null, false],
  ['is revoked later', null, 1, true],
  ['is revoked now', null, 0, false],
  ['is revoked, and expires later', 1, -1, false],
])('a key that %s is accepted: is it?', (_, expires, revoked, expected) => {
  const { key } = newApiKey(MADE, new Uint8Array(32), NOW, null);
  const at = (ms: number | null): Date | null => (ms === null ? null : addMs(NOW, ms));
  const ended = { ...key, expiresAt: at(expires), revokedAt: at(revoked) };
  expect(isLiveApiKey(ended, NOW)).toBe(expected);
});
