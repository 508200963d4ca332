import { ok } from 'neverthrow';
import { createMemoryStorage } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createServiceHost } from '../test/service-host.js';
import { systemCaller } from './access/caller.js';
import { createMultiDatabaseStorage, type MultiDatabaseOptions } from './multi-database-storage.js';
import type { StorageWithWebhooks } from './ports/storage.js';
import {
  isStorageUnavailable,
  StorageUnavailable,
  TenantElsewhere,
} from './shared/storage/storage-errors.js';

/** Databases `north` and `south`; tenants live in the one that their id begins with, and `acme` in the north. */
function twoDatabases(
  changes: Partial<Record<'north' | 'south', Partial<StorageWithWebhooks>>> = {},
) {
  const north = { ...createMemoryStorage(), ...changes.north };
  const south = { ...createMemoryStorage(), ...changes.south };
  const databaseOf = (tenantId: string): string => /^(.*)-/.exec(tenantId)?.[1] ?? 'north';
  return {
    north,
    south,
    storage: createMultiDatabaseStorage({ databases: { north, south }, databaseOf }),
  };
}

const AWAY = {
  ready: () => Promise.reject(new StorageUnavailable('no route')),
  purge: () => Promise.reject(new StorageUnavailable('no route')),
  lookUp: () => Promise.reject(new StorageUnavailable('no route')),
};

describe('tenants of several databases', () => {
  it('are stored in the database that the function names', async () => {
    const { north, south, storage } = twoDatabases();
    const host = await createServiceHost({ storage });
    (
      await host.tenants.configure(systemCaller('south-1'), { sms: { enabled: true } })
    )._unsafeUnwrap();

    const isIn = async (one: StorageWithWebhooks): Promise<boolean> =>
      (await createServiceHost({ storage: one })).tenants.isKnown('south-1');
    expect([await isIn(north), await isIn(south)]).toEqual([false, true]);
  });

  it('are followed to the database that they were moved to, at the first call and from then on', async () => {
    let calls = 0;
    const left: StorageWithWebhooks['run'] = () => {
      calls += 1;
      return Promise.reject(new TenantElsewhere('south'));
    };
    const { storage } = twoDatabases({ north: { run: left } });

    for (const name of ['first', 'second']) {
      const run = await storage.run({ tenantId: 'north-1' }, async () => ok(name));
      expect(run._unsafeUnwrap()).toBe(name);
    }

    expect(calls).toBe(1);
  });

  it('cannot be used while they are moved, or where each database names another', async () => {
    const moving = () => Promise.reject(new TenantElsewhere(null));
    const { storage } = twoDatabases({ north: { run: moving } });
    const circle = twoDatabases({
      north: { run: () => Promise.reject(new TenantElsewhere('south')) },
      south: { run: () => Promise.reject(new TenantElsewhere('north')) },
    });
    const work = async () => ok(null);

    await expect(storage.run({ tenantId: 'north-1' }, work)).rejects.toSatisfy(
      isStorageUnavailable,
    );
    await expect(circle.storage.run({ tenantId: 'north-1' }, work)).rejects.toThrow(
      'no database has the tenant north-1',
    );
  });

  it('have keys that name them, so that one database is asked', async () => {
    const { storage } = twoDatabases({ south: AWAY });
    const { apiKeys } = await createServiceHost({ storage });
    const made = await apiKeys.create(systemCaller('north-1'), {
      name: 'ci',
      scopes: ['logs:read'],
    });
    const { secret, key } = made._unsafeUnwrap();

    expect(secret.reveal()).toMatch(/^service_mgmt_north-1\.[\w-]{43}$/);
    expect(key.prefix).toMatch(/^service_mgmt_north-1\.[\w-]{6}$/);
    expect((await apiKeys.authenticate(secret.reveal()))?.tenantId).toBe('north-1');
    expect(await apiKeys.authenticate(`service_mgmt_north-2.${'A'.repeat(43)}`)).toBeNull();
  });

  it('have keys of earlier times, for which all are asked', async () => {
    const { north, storage } = twoDatabases();
    const before = await createServiceHost({ storage: north });
    const request = { name: 'ci', scopes: ['logs:read'] };
    const made = await before.apiKeys.create(systemCaller('north-1'), request);
    const secret = made._unsafeUnwrap().secret.reveal();
    const { apiKeys } = await createServiceHost({ storage });
    const withoutSouth = twoDatabases({ north, south: AWAY }).storage;
    const { apiKeys: fewer } = await createServiceHost({ storage: withoutSouth });

    expect((await apiKeys.authenticate(secret))?.tenantId).toBe('north-1');
    expect((await fewer.authenticate(secret))?.tenantId).toBe('north-1');
    expect(await apiKeys.authenticate(`service_mgmt_${'A'.repeat(43)}`)).toBeNull();
    await expect(fewer.authenticate(`service_mgmt_${'A'.repeat(43)}`)).rejects.toThrow('no route');
  });
});

describe('the databases', () => {
  it('are named where they cannot be used, and the others are purged', async () => {
    let purged = 0;
    const purge = async () => void (purged += 1);
    const { storage } = twoDatabases({
      north: { ready: AWAY.ready, purge: AWAY.purge },
      south: { purge },
    });
    const { purge: purgeAll } = await createServiceHost({ storage });

    await expect(storage.ready()).rejects.toThrow('north: no route');
    await expect(storage.ready()).rejects.toSatisfy(isStorageUnavailable);
    await expect(purgeAll()).rejects.toThrow('north: no route');
    expect(purged).toBe(1);
  });

  it('must have the name that the function gives', async () => {
    const { storage } = twoDatabases();
    await expect(storage.run({ tenantId: 'west-1' }, async () => ok(null))).rejects.toThrow(
      'there is no database "west" for the tenant west-1; the databases are north, south',
    );
  });

  it.each<[unknown, RegExp]>([
    [{ databases: {}, databaseOf: () => '' }, /databases must be an object of storages by name/],
    [{ databases: { 'A b': createMemoryStorage() }, databaseOf: () => '' }, /databases must be/],
    [{ databases: { a: { queue: null } }, databaseOf: () => '' }, /each of which carries webhooks/],
    [{ databases: { a: createMemoryStorage() } }, /databaseOf is missing/],
  ])('%#: a wrong option is named', (options, message) => {
    expect(() => createMultiDatabaseStorage(options as MultiDatabaseOptions)).toThrow(message);
  });
});
