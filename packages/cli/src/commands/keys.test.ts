import { createSigningKeys } from '@stepward/core';
import { publicKeysOf, whpkOf } from '@stepward/core/adapter';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { rotatedKeys } from './keys.js';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const END = new Date('2026-11-27T12:00:00.000Z');
const key = (id: string, until?: string) => ({
  id,
  secret: Buffer.alloc(32, id).toString('base64'),
  ...(until !== undefined && { until }),
});

function withKeys(keys: object): Record<string, string> {
  return { STEPWARD_SIGNING_KEYS: JSON.stringify(keys) };
}

it('creates keys that createSigningKeys takes, new ones each time', async () => {
  const made = [await runLine('keys create'), await runLine('keys create --json')];
  const [first, second] = made.map(({ stdout }) => JSON.parse(stdout));
  expect(made.map(({ code }) => code)).toEqual([0, 0]);
  expect(first.active.id).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{4}$/);
  expect(Buffer.from(first.active.secret, 'base64')).toHaveLength(32);
  expect(first.active.secret).not.toBe(second.active.secret);
  expect(createSigningKeys(first).active.id).toBe(first.active.id);
  expect(made[0]?.stderr).not.toContain(first.active.secret);
  expect(JSON.parse((await runLine('keys create --id 2026-11')).stdout).active.id).toBe('2026-11');
});

it('rotates: the old key signs on for the overlap, and no other one longer than it did', () => {
  const stored = {
    active: key('c'),
    previous: [key('b', '2026-11-26T13:00:00.000Z'), key('a'), key('z', NOW.toISOString())],
  };
  const rotated = rotatedKeys(stored, key('d'), END, NOW);
  expect(rotated.active).toEqual(key('d'));
  expect(rotated.previous.map(({ id, until }) => [id, until])).toEqual([
    ['c', END.toISOString()],
    ['b', '2026-11-26T13:00:00.000Z'],
    ['a', END.toISOString()],
  ]);
  expect(rotatedKeys(stored, key('d'), NOW, NOW).previous).toEqual([]);
});

it('prints the rotated keys, and says what signs how long', async () => {
  const { code, stdout, stderr } = await runLine(
    'keys rotate --id new --overlap-hours 1',
    withKeys({ active: key('old') }),
  );
  const keys = JSON.parse(stdout);
  expect([code, keys.active.id, keys.previous[0].id]).toEqual([0, 'new', 'old']);
  expect(createSigningKeys(keys).previous[0]?.until?.toISOString()).toBe(keys.previous[0].until);
  expect(stderr).toContain('old signs until');
  for (const { secret } of [keys.active, key('old')]) expect(stderr).not.toContain(secret);
});

it.each([
  ['an id that is in use', 'keys rotate --id old', { active: key('old') }, 'the id old is in use'],
  [
    'more keys than may sign at once',
    'keys rotate',
    { active: key('d'), previous: [key('a'), key('b'), key('c')] },
    'at most 3 keys may sign',
  ],
])('does not rotate to %s', async (_, line, keys, message) => {
  const { code, stdout, stderr } = await runLine(line, withKeys(keys));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
});

it.each([
  ['keys list', {}],
  ['keys list', { STEPWARD_SIGNING_KEYS: 'c2VjcmV0LXRoYXQtaXMtbm90LUpTT04=' }],
  ['keys rotate', { STEPWARD_SIGNING_KEYS: '{"active":{"id":"a","secret":"c2hvcnQ="}}' }],
  ['keys rotate --overlap-hours 8761', withKeys({ active: key('a') })],
  ['keys rotate --overlap-hours -1', withKeys({ active: key('a') })],
  ['keys list --tenant a/b', withKeys({ active: key('a') })],
])('does not understand %s with %j', async (line, env) => {
  const { code, stdout, stderr } = await runLine(line, env);
  expect([code, stdout]).toEqual([2, '']);
  for (const secret of ['c2VjcmV0', 'c2hvcnQ=', key('a').secret])
    expect(stderr).not.toContain(secret);
});

it('lists the keys, and the public ones of a tenant, but no private one', async () => {
  const keys = { active: key('b'), previous: [key('a'), key('z', '2020-01-01T00:00:00.000Z')] };
  const env = withKeys(keys);
  const plain = await runLine('keys list', env);
  expect(plain.stdout).toBe('b  active\na  signs\nz  ended  2020-01-01T00:00:00.000Z\n');
  const [current] = publicKeysOf(createSigningKeys(keys), 'acme', NOW);
  const ofTenant = await runLine('keys list --tenant acme --json', env);
  const listed = JSON.parse(ofTenant.stdout);
  expect(listed[0]).toEqual({
    ...{ id: 'b', status: 'active', until: null },
    public_key: current && whpkOf(current),
  });
  expect(listed[0].public_key).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
  expect(listed[2].public_key).toBeNull();
  for (const { secret } of [keys.active, ...keys.previous]) {
    expect(plain.stdout + ofTenant.stdout).not.toContain(secret);
  }
});
