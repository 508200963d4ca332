import { beforeEach, describe, expect, it } from 'vitest';
import { identityWith } from '../../../test/fixtures.js';
import { caller, createServiceHost, type ServiceHost } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { addMs, days, minutes } from '../../shared/duration.js';
import type { TrustRequest } from './trust-device-service.js';

const ADA = { tenantId: 'acme', identityId: 'ada' } as const;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let host: ServiceHost;

beforeEach(async () => {
  host = await createServiceHost();
  const mfa = { trustedDeviceDays: 30 };
  (await host.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  for (const identityId of ['ada', 'bob'])
    await host.change(identityId, { otherFactors: ['totp'] });
});

async function trust(change: Partial<TrustRequest> = {}) {
  const request = { ...ADA, proven: ['totp'], ...change } as const;
  const { device, token } = (await host.trustedDevices.trust(request))._unsafeUnwrap();
  return { device, token: token.reveal() };
}

const check = (
  token: string | null | undefined,
  of: Partial<typeof ADA> | { identityId: string } = {},
) => host.trustedDevices.check({ ...ADA, ...of, token });
const list = async () => (await host.trustedDevices.list(caller()))._unsafeUnwrap();

async function entries() {
  const { items } = await host.authenticationLog.list('acme', {}, { limit: 100, position: null });
  return items
    .map(({ type, identityId, factor, actor, reason }) => ({
      type,
      identityId,
      factor,
      actor: actor.id,
      reason,
    }))
    .toReversed();
}

describe('a trusted device', () => {
  it('is recognised by its token, which is 32 random bytes and shown once', async () => {
    const { device, token } = await trust({ userAgent: FIREFOX });
    const now = host.clock.now();
    const made = { id: device.id, name: 'Firefox, Linux', trustedAt: now };
    const expected = { ...made, expiresAt: addMs(now, days(30)), lastUsedAt: null };
    expect(device).toEqual(expected);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(await list())).not.toContain(token);

    host.clock.advance(minutes(1));
    const used = { ...expected, lastUsedAt: host.clock.now() };
    expect(await check(token)).toEqual(used);
    expect(await list()).toEqual([used]);
  });

  it('is in the log as trusted, used and ended, without a token', async () => {
    const { device, token } = await trust();
    host.clock.advance(1);
    await check(token);
    host.clock.advance(1);
    (await host.trustedDevices.end(caller(), device.id))._unsafeUnwrap();
    host.clock.advance(1);
    await trust();
    host.clock.advance(1);
    await host.trustedDevices.endAll('acme', 'ada');
    await host.trustedDevices.endAll('acme', 'ada');
    const ada = { identityId: 'ada', factor: null, actor: 'ada', reason: null };
    expect(await entries()).toEqual([
      { ...ada, type: 'trusted_device.created' },
      { ...ada, type: 'trusted_device.used' },
      { ...ada, type: 'trusted_device.ended' },
      { ...ada, type: 'trusted_device.created' },
      { ...ada, type: 'trusted_device.ended', actor: 'host', reason: 'all' },
    ]);
  });

  it('of another person, tenant or time has another token', async () => {
    const { token } = await trust();
    await trust({ identityId: 'bob' });
    (await host.identities.put('globex', identityWith({ otherFactors: ['totp'] })))._unsafeUnwrap();
    expect(await check(token, { identityId: 'bob' })).toBeNull();
    expect(await host.trustedDevices.check({ ...ADA, tenantId: 'globex', token })).toBeNull();
    expect(await check(token, { identityId: 'nobody' })).toBeNull();
    expect((await trust()).token).not.toBe(token);
    expect(await check(token)).not.toBeNull();
  });

  it.each([
    null,
    undefined,
    '',
    'x'.repeat(42),
    'x'.repeat(43),
    'x'.repeat(44),
    'x'.repeat(100_000),
    '\0'.repeat(43),
  ])('is not recognised by a cookie that holds something else', async (token) => {
    await trust();
    expect(await check(token)).toBeNull();
    expect(await check([token] as unknown as string)).toBeNull();
    expect((await entries()).map(({ type }) => type)).toEqual(['trusted_device.created']);
  });

  it('of 21 is the one that was trusted first no longer', async () => {
    const tokens: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      tokens.push((await trust({ name: `Browser ${String(count)}` })).token);
      host.clock.advance(1);
    }
    expect((await list()).map(({ name }) => name)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Browser ${String(index + 1)}`),
    );
    expect(await check(tokens[0])).toBeNull();
    expect(await check(tokens[20])).not.toBeNull();
  });

  it('is trusted for the days of its organisation, which the tenant bounds', async () => {
    await host.organisations.put('acme', 'narrow');
    const manager = systemCaller('acme');
    (await host.policies.update(manager, 'narrow', { trustedDeviceDays: 7 }))._unsafeUnwrap();
    const { device } = await trust({ organisationId: 'narrow' });
    expect(device.expiresAt).toEqual(addMs(host.clock.now(), days(7)));
    const refused = await host.policies.update(manager, 'narrow', { trustedDeviceDays: 31 });
    expect(refused.isErr()).toBe(true);
    const unknown = await host.trustedDevices.trust({
      ...ADA,
      proven: ['totp'],
      organisationId: 'no',
    });
    expect(unknown._unsafeUnwrapErr().code).toBe('organisation_not_found');
  });
});

describe('a refusal', () => {
  it.each<[string, Partial<TrustRequest>]>([
    ['identity_not_found', { identityId: 'nobody' }],
    ['identity_suspended', { identityId: 'sue' }],
    ['factor_not_proven', { proven: ['temporary_pass'] }],
    ['name_malformed', { name: 'x'.repeat(65) }],
  ])('%s trusts nothing', async (code, change) => {
    await host.change('sue', { state: 'suspended', otherFactors: ['totp'] });
    const refused = await host.trustedDevices.trust({ ...ADA, proven: ['totp'], ...change });
    expect(refused._unsafeUnwrapErr().code).toBe(code);
    expect(await entries()).toEqual([]);
  });

  it('of an end names what is missing, and ends nothing', async () => {
    const { device } = await trust();
    const ends = [
      await host.trustedDevices.end(caller(), 'none'),
      await host.trustedDevices.end(caller('bob'), device.id),
      await host.trustedDevices.end(caller('nobody'), device.id),
      await host.trustedDevices.end(caller('ada', 'aal1'), device.id),
    ];
    expect(ends.map((end) => end._unsafeUnwrapErr().code)).toEqual([
      'trusted_device_not_found',
      'trusted_device_not_found',
      'identity_unknown',
      'assurance_insufficient',
    ]);
    expect(await list()).toHaveLength(1);
    expect((await host.trustedDevices.list(caller('nobody'))).isErr()).toBe(true);
  });

  it.each([
    [{ proven: ['totp'] }],
    [{ ...ADA }],
    [{ ...ADA, proven: ['password'] }],
    [{ ...ADA, proven: 'totp' }],
    [{ ...ADA, proven: ['totp'], name: 7 }],
  ])('is a TypeError where the request is %j', async (request) => {
    await expect(host.trustedDevices.trust(request as unknown as TrustRequest)).rejects.toThrow(
      'trustedDevices.trust: request must be',
    );
  });
});

it('an administrator sees the devices of a person and ends one, which both logs record', async () => {
  const manager = systemCaller('acme', 'help-desk');
  const { device, token } = await trust({ name: 'Laptop' });
  host.clock.advance(1);
  const { device: other } = await trust();
  host.clock.advance(1);
  const seen = await host.people.trustedDevices(manager, 'ada');
  expect(seen._unsafeUnwrap().map(({ id }) => id)).toEqual([device.id, other.id]);
  const left = await host.people.endTrustedDevice(manager, 'ada', device.id);
  expect(left._unsafeUnwrap()).toEqual([other]);
  const still = await host.people.trustedDevices(manager, 'ada');
  expect(still._unsafeUnwrap()).toEqual([other]);
  expect(await check(token)).toBeNull();
  expect((await entries()).at(-1)).toEqual({
    ...{ type: 'trusted_device.ended', identityId: 'ada', factor: null, reason: null },
    actor: 'help-desk',
  });
  const { items } = await host.audit.list('acme', {}, { limit: 1, position: null });
  expect(items).toMatchObject([
    {
      type: 'identity.trusted_device_ended',
      actor: manager.actor,
      target: 'ada',
      details: { device_id: device.id },
    },
  ]);
});

it.each([
  ['identity_not_found', 'nobody', 'aal2'],
  ['assurance_insufficient', 'bob', 'aal1'],
  ['self_refused', 'root', 'aal2'],
  ['trusted_device_not_found', 'bob', 'aal2'],
] as const)('an administrator gets %s', async (code, identityId, assurance) => {
  const { device } = await trust();
  const root = {
    ...systemCaller('acme'),
    actor: { type: 'identity', id: 'root' },
    assurance,
  } as const;
  const ended = await host.people.endTrustedDevice(root, identityId, device.id);
  expect(ended._unsafeUnwrapErr().code).toBe(code);
  const seen = await host.people.trustedDevices(root, identityId);
  const isSeen = ['self_refused', 'trusted_device_not_found'].includes(code);
  if (!isSeen) expect(seen._unsafeUnwrapErr().code).toBe(code);
  expect(await list()).toHaveLength(1);
});
