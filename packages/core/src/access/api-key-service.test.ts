import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '@stepward/testing';
import {
  FIRST_PAGE,
  MANAGER,
  TENANT,
  createManagementHost,
  type ManagementHost,
} from '../../test/management-host.js';
import type { Storage } from '../ports/storage.js';
import { addMs, hours, minutes } from '../shared/duration.js';
import { StorageBusy } from '../shared/storage/storage-errors.js';
import type { AssuranceLevel } from './assurance.js';
import type { ManagementCaller } from './caller.js';
import type { ApiKeyWithSecret } from './api-key-service.js';

const REQUEST = { name: 'CI', scopes: ['logs:read', 'settings:read'] };

async function create({ apiKeys }: ManagementHost): Promise<ApiKeyWithSecret> {
  return (await apiKeys.create(MANAGER, REQUEST))._unsafeUnwrap();
}

describe('a management key', () => {
  it('is shown once, and its secret identifies the tenant and the key', async () => {
    const host = await createManagementHost();
    const { key, secret } = await create(host);
    expect(await host.apiKeys.authenticate(secret.reveal())).toEqual({ tenantId: TENANT, key });
    const { items } = await host.apiKeys.list(TENANT, FIRST_PAGE);
    expect(items).toEqual([{ ...key, lastUsedAt: host.clock.now() }]);
    expect(JSON.stringify([items, await host.logged()])).not.toContain(secret.reveal());
  });

  it.each(['', 'service_mgmt_', 'sk_live_1', 'service_mgmt_' + 'A'.repeat(43)])(
    'is not in %j',
    async (secret) => {
      const host = await createManagementHost();
      await create(host);
      expect(await host.apiKeys.authenticate(secret)).toBeNull();
    },
  );

  it('has its use recorded once an hour', async () => {
    const host = await createManagementHost();
    const { secret } = await create(host);
    const lastUse = async (): Promise<unknown> => {
      await host.apiKeys.authenticate(secret.reveal());
      return (await host.apiKeys.list(TENANT, FIRST_PAGE)).items[0]?.lastUsedAt;
    };
    const first = host.clock.now();
    expect(await lastUse()).toEqual(first);
    host.clock.advance(minutes(59));
    expect(await lastUse()).toEqual(first);
    host.clock.advance(minutes(1));
    expect(await lastUse()).toEqual(host.clock.now());
  });

  it('is refused from its expiry on, which also stays in the audit log', async () => {
    const host = await createManagementHost();
    const expires_at = addMs(host.clock.now(), hours(1)).toISOString();
    const { secret } = (
      await host.apiKeys.create(MANAGER, { ...REQUEST, expires_at })
    )._unsafeUnwrap();
    host.clock.advance(hours(1) - 1);
    expect(await host.apiKeys.authenticate(secret.reveal())).not.toBeNull();
    host.clock.advance(1);
    expect(await host.apiKeys.authenticate(secret.reveal())).toBeNull();
    expect((await host.logged())[0]).toMatchObject({ details: { expiresAt: expires_at } });
  });

  it('does no more than its maker may', async () => {
    const { apiKeys, logged } = await createManagementHost();
    const maker = { ...MANAGER, scopes: ['logs:read'] as const };
    const refused = await apiKeys.create(maker, REQUEST);
    expect(refused._unsafeUnwrapErr().code).toBe('scope_not_held');
    expect(await logged()).toEqual([]);
  });
});

describe('a rotation', () => {
  it('makes a key with an id and a secret of its own, and ends the old one in the same moment', async () => {
    const host = await createManagementHost();
    const old = await create(host);
    host.clock.advance(hours(1));

    const { key, secret } = (await host.apiKeys.rotate(MANAGER, old.key.id))._unsafeUnwrap();

    expect(key.id).not.toBe(old.key.id);
    expect([key.name, key.scopes]).toEqual([old.key.name, old.key.scopes]);
    expect([key.createdAt, key.lastUsedAt, key.revokedAt]).toEqual([host.clock.now(), null, null]);
    expect(await host.apiKeys.authenticate(old.secret.reveal())).toBeNull();
    expect((await host.apiKeys.authenticate(secret.reveal()))?.key.id).toBe(key.id);
    const [entry] = await host.logged();
    expect(entry).toMatchObject({
      type: 'api_key.rotated',
      target: key.id,
      actor: MANAGER.actor,
      details: { previousId: old.key.id, prefix: key.prefix },
    });
  });

  it('with an overlap leaves the old key in use until its end, and says when that is', async () => {
    const host = await createManagementHost();
    const old = await create(host);
    const overlap = { overlap_hours: 24 };
    const { secret } = (await host.apiKeys.rotate(MANAGER, old.key.id, overlap))._unsafeUnwrap();
    const works = async () => {
      const found = [old.secret, secret].map((one) => host.apiKeys.authenticate(one.reveal()));
      return (await Promise.all(found)).map((key) => key !== null);
    };
    expect(await works()).toEqual([true, true]);
    host.clock.advance(hours(24) - 1);
    expect(await works()).toEqual([true, true]);
    host.clock.advance(1);
    expect(await works()).toEqual([false, true]);
    const { items } = await host.apiKeys.list(TENANT, FIRST_PAGE);
    const retired = items.find(({ id }) => id === old.key.id);
    expect(retired?.revokedAt).toEqual(host.clock.now());
  });

  it('needs the scopes that the key has', async () => {
    const host = await createManagementHost();
    const { key, secret } = await create(host);
    const caller = { ...MANAGER, scopes: ['logs:read', 'api_keys:write'] as const };
    const refused = await host.apiKeys.rotate(caller, key.id);
    expect(refused._unsafeUnwrapErr()).toEqual({
      code: 'scope_not_held',
      scopes: ['settings:read'],
    });
    expect(await host.apiKeys.authenticate(secret.reveal())).not.toBeNull();
  });
});

it('a revoked key is listed, and can be neither used, rotated nor revoked again', async () => {
  const host = await createManagementHost();
  const { key, secret } = await create(host);

  const revoked = (await host.apiKeys.revoke(MANAGER, key.id))._unsafeUnwrap();

  expect(revoked.revokedAt).toEqual(host.clock.now());
  expect((await host.apiKeys.list(TENANT, FIRST_PAGE)).items).toEqual([revoked]);
  expect(await host.apiKeys.authenticate(secret.reveal())).toBeNull();
  for (const again of [
    host.apiKeys.rotate(MANAGER, key.id),
    host.apiKeys.revoke(MANAGER, key.id),
  ]) {
    expect((await again)._unsafeUnwrapErr().code).toBe('api_key_not_found');
  }
  expect(await host.logged()).toMatchObject([
    { type: 'api_key.revoked', target: key.id, details: { name: 'CI' } },
    { type: 'api_key.created' },
  ]);
});

it('the audit log has the environment of a key, where it has one', async () => {
  const { apiKeys, logged } = await createManagementHost();
  (await apiKeys.create(MANAGER, { ...REQUEST, environment_id: 'env_prod' }))._unsafeUnwrap();
  (await apiKeys.create(MANAGER, REQUEST))._unsafeUnwrap();
  const [without, having] = (await logged()).map(({ details }) => details);
  expect(having).toMatchObject({ environmentId: 'env_prod' });
  expect(without).not.toHaveProperty('environmentId');
});

it('a key is accepted where storage is too busy to record its use, and not where storage fails', async () => {
  const inner = createMemoryStorage();
  let failure: Error | null = null;
  const storage: Storage = {
    ...inner,
    run: async (scope, work) => {
      if (failure !== null) throw failure;
      return inner.run(scope, work);
    },
  };
  const host = await createManagementHost({ storage });
  const { key, secret } = await create(host);
  failure = new StorageBusy('the key is locked');
  const found = await host.apiKeys.authenticate(secret.reveal());
  expect(found?.key.id).toBe(key.id);
  failure = new Error('the connection is lost');
  await expect(host.apiKeys.authenticate(secret.reveal())).rejects.toThrow(failure);
});

// With such a key an administrator's stolen session at aal1 would reset that administrator.
describe('a key that shows people or helps them', () => {
  const SCOPES = [...MANAGER.scopes];
  const session = (assurance: AssuranceLevel | null): ManagementCaller => ({
    ...MANAGER,
    actor: { type: 'identity', id: 'root' },
    assurance,
  });

  it.each([['identities:read'], ['identities:write']])(
    'with %s is neither made nor rotated by an administrator at aal1',
    async (scope) => {
      const { apiKeys } = await createManagementHost();
      const request = { name: 'Support', scopes: [scope] };
      const { key } = (await apiKeys.create(session('aal2'), request))._unsafeUnwrap();
      const refusals = [
        await apiKeys.create(session('aal1'), request),
        await apiKeys.create(session('aal1'), { ...request, scopes: SCOPES }),
        await apiKeys.rotate(session('aal1'), key.id),
      ].map((result) => result._unsafeUnwrapErr().code);
      expect(refusals).toEqual(new Array(3).fill('assurance_insufficient'));
      expect((await apiKeys.list(TENANT, FIRST_PAGE)).items).toHaveLength(1);
      expect((await apiKeys.create(session('aal1'), REQUEST)).isOk()).toBe(true);
      expect((await apiKeys.rotate(session('aal2'), key.id)).isOk()).toBe(true);
    },
  );

  it.each([
    [false, 'ok'],
    [true, 'assurance_insufficient'],
  ])(
    'in a session of unknown assurance, where the host requires one: %s is %s',
    async (requireAssurance, expected) => {
      const { apiKeys } = await createManagementHost({ requireAssurance });
      const request = { name: 'Support', scopes: ['identities:write'] };
      const made = await apiKeys.create(session(null), request);
      expect(
        made.match(
          () => 'ok',
          ({ code }) => code,
        ),
      ).toBe(expected);
      expect((await apiKeys.create(MANAGER, request)).isOk()).toBe(true);
    },
  );
});

it('a page that is no page is named by the call that got it', async () => {
  const { apiKeys } = await createManagementHost();
  await expect(apiKeys.list(TENANT, { limit: 0, position: null })).rejects.toThrow('apiKeys.list');
});
