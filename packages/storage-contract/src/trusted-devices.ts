import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import { purgeStorage } from '@stepward/core/adapter';
import type { TrustedDevice } from '@stepward/core/factors';
import { addMs, days } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  decide,
  decideInVain,
  inParallel,
  person,
  readFacts,
} from './contract-host.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const LAPTOP = device('laptop', -2, { name: null });
const PHONE = device('phone', -1, { lastUsedAt: NOW });

/** The trusted devices of people. */
export const trustedDeviceCases: readonly StorageContractCase[] = [
  {
    name: 'trusted devices are stored in place of the earlier ones, and read where the scope asks for them, the oldest first',
    async run(createStorage) {
      const storage = await createStorage();
      assert.deepEqual(await devicesOf(storage, 'ada'), []);

      await trust(storage, 'ada', [PHONE, LAPTOP]);
      assert.deepEqual(await devicesOf(storage, 'ada'), [LAPTOP, PHONE]);
      const { trustedDevices } = await readFacts(storage, scopeFor('ada', TENANT, false));
      assert.equal(trustedDevices, null);

      const used = { ...LAPTOP, lastUsedAt: addMs(NOW, 1) };
      await trust(storage, 'ada', [used]);
      assert.deepEqual(await devicesOf(storage, 'ada'), [used]);
    },
  },
  {
    name: 'trusted devices of another identity or tenant are neither seen nor changed',
    async run(createStorage) {
      const storage = await createStorage();
      await trust(storage, 'ada', [LAPTOP]);
      await trust(storage, 'bob', [LAPTOP]);
      await trust(storage, 'ada', [PHONE], OTHER_TENANT);

      await trust(storage, 'ada', []);

      assert.deepEqual(await devicesOf(storage, 'ada'), []);
      assert.deepEqual(await devicesOf(storage, 'bob'), [LAPTOP]);
      assert.deepEqual(await devicesOf(storage, 'ada', OTHER_TENANT), [PHONE]);
    },
  },
  {
    name: 'trusted devices stay as they are where a decision names none, or is refused as it is stored',
    async run(createStorage) {
      const storage = await createStorage();
      await trust(storage, 'ada', [LAPTOP]);

      await decide(storage, scopeFor('ada'), ({ record }) => ({
        record: { ...record, wrongGuesses: [NOW] },
      }));
      await decideInVain(storage, scopeFor('ada'), { trustedDevices: [PHONE] });

      assert.deepEqual(await devicesOf(storage, 'ada'), [LAPTOP]);
    },
  },
  {
    name: 'of parallel decisions each sees the trusted devices that the one before stored',
    async run(createStorage) {
      const storage = await createStorage();

      await inParallel(20, (index) =>
        decide(storage, scopeFor('ada'), ({ trustedDevices }) => ({
          trustedDevices: [...(trustedDevices ?? []), device(`device-${index}`, index)],
        })),
      );

      assert.equal((await devicesOf(storage, 'ada'))?.length, 20);
    },
  },
  {
    name: 'a change of an identity that ends codes ends its trusted devices, and another change none',
    async run(createStorage) {
      const storage = await createStorage();
      const ended = { factor: 'sms', end: 'void', now: NOW } as const;
      const put = (end: typeof ended | null): Promise<void> =>
        commit(storage, { tenantId: TENANT, lock: 'identity:ada' }, ({ identities }) =>
          identities.put(person('ada'), end),
        );
      await trust(storage, 'ada', [LAPTOP]);
      await trust(storage, 'bob', [LAPTOP]);

      await put(null);
      assert.deepEqual(await devicesOf(storage, 'ada'), [LAPTOP]);
      await put(ended);

      assert.deepEqual(await devicesOf(storage, 'ada'), []);
      assert.deepEqual(await devicesOf(storage, 'bob'), [LAPTOP]);
    },
  },
  {
    name: 'purge forgets trusted devices that have expired, over all tenants, and no others',
    async run(createStorage) {
      const storage = await createStorage();
      const expired = device('expired', -2, { expiresAt: NOW });
      const live = device('live', -2, { expiresAt: addMs(NOW, 1) });
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        await trust(storage, 'ada', [expired, live], tenantId);
      }

      await purgeStorage(storage, NOW);

      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await devicesOf(storage, 'ada', tenantId), [live]);
      }
    },
  },
];

function scopeFor(identityId: string, tenantId = TENANT, asksForDevices = true) {
  const scope = { tenantId, identityId, factor: 'sms', purpose: 'phone' } as const;
  return asksForDevices ? ({ ...scope, trustedDevices: true } as const) : scope;
}

function trust(
  storage: Storage,
  identityId: string,
  trustedDevices: readonly TrustedDevice[],
  tenantId = TENANT,
): Promise<void> {
  return decide(storage, scopeFor(identityId, tenantId), () => ({ trustedDevices }));
}

async function devicesOf(
  storage: Storage,
  identityId: string,
  tenantId = TENANT,
): Promise<readonly TrustedDevice[] | null> {
  return (await readFacts(storage, scopeFor(identityId, tenantId))).trustedDevices;
}

/** Trusted so many minutes after {@link NOW}. */
function device(
  id: string,
  minutesLater: number,
  change: Partial<TrustedDevice> = {},
): TrustedDevice {
  return {
    id,
    name: `The ${id}`,
    trustedAt: addMs(NOW, minutesLater * 60_000),
    expiresAt: addMs(NOW, days(30)),
    lastUsedAt: null,
    digest: `key.${id}`,
    ...change,
  };
}
