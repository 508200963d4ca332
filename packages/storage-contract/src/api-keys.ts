import type { ApiKeyStore } from '@stepward/core/adapter';
import assert from 'node:assert/strict';
import {
  type ApiKey,
  err,
  type Page,
  type PageRequest,
  type Storage,
  systemCaller,
  type TenantApiKey,
} from '@stepward/core';
import { addMs, hours } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  MANAGER,
  OTHER_TENANT,
  TENANT,
  accepted,
  commit,
  createContractHost,
  inParallel,
  tally,
} from './contract-host.js';
import { API_KEY } from './samples.js';

type ApiKeyFilter = Parameters<ApiKeyStore['list']>[0];

const REQUEST = { name: 'CI', scopes: ['settings:read'] } as const;

/** What holds for management keys. */
export const apiKeyCases: readonly StorageContractCase[] = [
  {
    name: 'a key comes back as it was inserted, is found by its hash with its tenant, and by nothing else',
    async run(createStorage) {
      const storage = await createStorage();
      const later = { ...API_KEY, lastUsedAt: API_KEY.createdAt, revokedAt: API_KEY.createdAt };
      const keys = [API_KEY, { ...later, id: 'k2', scopes: [], environmentId: null }];
      for (const [index, key] of keys.entries()) {
        await insert(storage, key, hashOf(index));
        assert.deepEqual(await find(storage, key.id), key);
        const found = await byHash(storage, index);
        assert.deepEqual(found, { tenantId: TENANT, key });
      }
      assert.equal(await byHash(storage, 9), null);
      for (const near of ['K2', 'k2 ', 'k_', '', 'k2\0']) {
        assert.equal(await find(storage, near), null, near);
      }
    },
  },
  {
    name: 'a key is found across tenants, and its tenant alone can list or change it',
    async run(createStorage) {
      const storage = await createStorage();
      await insert(storage, API_KEY, hashOf(1));
      const theirs = { ...API_KEY, name: 'theirs' };
      await insert(storage, theirs, hashOf(2), OTHER_TENANT);

      await commit(storage, { tenantId: 'initech' }, async ({ apiKeys }) => {
        for (const filter of [ALL, { ...ALL, keyId: API_KEY.id }]) {
          const nothing = { items: [], nextPosition: null };
          assert.deepEqual(await apiKeys.list(filter, FIRST_PAGE), nothing);
        }
        await apiKeys.put({ ...API_KEY, revokedAt: API_KEY.createdAt }, null);
      });

      assert.deepEqual(await byHash(storage, 1), { tenantId: TENANT, key: API_KEY });
      assert.deepEqual(await byHash(storage, 2), {
        tenantId: OTHER_TENANT,
        key: theirs,
      });
    },
  },
  {
    name: 'of a known key its use and its end are stored, and nothing else of it',
    async run(createStorage) {
      const storage = await createStorage();
      await insert(storage, API_KEY, hashOf(1));
      const ended = { lastUsedAt: addMs(API_KEY.createdAt, 1), revokedAt: API_KEY.createdAt };

      await commit(storage, { tenantId: TENANT }, ({ apiKeys }) =>
        apiKeys.put({ ...API_KEY, name: 'other', scopes: [], ...ended }, null),
      );

      const key = { ...API_KEY, ...ended };
      assert.deepEqual(await find(storage, API_KEY.id), key);
      assert.deepEqual(await byHash(storage, 1), { tenantId: TENANT, key });
    },
  },
  {
    name: 'a key that a unit of work rolls back is never found by its hash',
    async run(createStorage) {
      const storage = await createStorage();
      let finding: Promise<unknown> = Promise.resolve();
      const refused = await storage.run({ tenantId: TENANT }, async ({ apiKeys }) => {
        await apiKeys.put(API_KEY, hashOf(1));
        finding = byHash(storage, 1);
        await apiKeys.list(ALL, FIRST_PAGE);
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.equal(await finding, null);
    },
  },
  {
    name: 'keys are listed newest first, those of the same time by id, in pages without gaps or repeats while keys are added',
    async run(createStorage) {
      const storage = await createStorage();
      for (let index = 0; index < 7; index += 1) {
        await insert(storage, keyAt(index, Math.floor(index / 3)), hashOf(index));
      }

      const pages: (readonly string[])[] = [];
      let position: string | null = null;
      do {
        const page: Page<ApiKey> = await list(storage, { limit: 3, position });
        pages.push(page.items.map(({ id }) => id));
        position = page.nextPosition;
        const added = 10 + pages.length;
        await insert(storage, keyAt(added, added), hashOf(added));
      } while (position !== null);

      assert.deepEqual(pages, [['k-6', 'k-5', 'k-4'], ['k-3', 'k-2', 'k-1'], ['k-0']]);
    },
  },
  {
    name: 'a list whose last page is full ends there',
    async run(createStorage) {
      const storage = await createStorage();
      for (const index of [0, 1]) await insert(storage, keyAt(index, 0), hashOf(index));
      const { items, nextPosition } = await list(storage, { limit: 2, position: null });
      assert.equal(items.length, 2);
      assert.equal(nextPosition, null);
    },
  },
  {
    name: 'the live keys of a tenant are counted: neither revoked nor expired ones nor those of another tenant',
    async run(createStorage) {
      const storage = await createStorage();
      assert.equal(await countLive(storage), 0);
      for (const index of [0, 1, 2]) await insert(storage, keyAt(index, index), hashOf(index));
      await insert(storage, API_KEY, hashOf(9), OTHER_TENANT);
      assert.equal(await countLive(storage), 3);
      const end = addMs(API_KEY.createdAt, hours(1));
      await commit(storage, { tenantId: TENANT }, ({ apiKeys }) =>
        apiKeys.put({ ...keyAt(1, 1), revokedAt: end }, null),
      );
      await insert(storage, { ...keyAt(3, 3), expiresAt: end }, hashOf(3));
      await insert(storage, { ...keyAt(4, 4), expiresAt: null }, hashOf(4));
      assert.equal(await countLive(storage, addMs(end, -1)), 5);
      assert.equal(await countLive(storage, end), 3);
    },
  },
  {
    name: 'a tenant has at most 50 live keys, however many are made in parallel, and a revocation makes room',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      for (let index = 0; index < 45; index += 1) {
        await insert(host.storage, keyAt(index, index), hashOf(index));
      }
      const answers = await inParallel(10, () => host.apiKeys.create(MANAGER, REQUEST));
      assert.deepEqual(tally(answers), { ok: 5, api_key_limit_reached: 5 });
      assert.equal(await countLive(host.storage), 50);
      const overlapping = await host.apiKeys.rotate(MANAGER, 'k-1', { overlap_hours: 1 });
      assert.deepEqual(tally([overlapping]), { api_key_limit_reached: 1 });
      accepted(await host.apiKeys.rotate(MANAGER, 'k-1'));
      accepted(await host.apiKeys.revoke(MANAGER, 'k-0'));
      accepted(await host.apiKeys.create(MANAGER, REQUEST));
    },
  },
  {
    name: 'a rotation and a revocation of one key in parallel have one winner',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      for (let round = 0; round < 10; round += 1) {
        const { key, secret } = accepted(await host.apiKeys.create(MANAGER, REQUEST));
        const answers = await Promise.all([
          host.apiKeys.rotate(MANAGER, key.id),
          host.apiKeys.revoke(MANAGER, key.id),
        ]);
        assert.deepEqual(tally(answers), { ok: 1, api_key_not_found: 1 });
        assert.equal(await host.apiKeys.authenticate(secret.reveal()), null);
      }
    },
  },
  {
    name: '20 parallel rotations of one key leave one good key, with an overlap as well',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      for (const overlap_hours of [0, 1]) {
        const { key } = accepted(await host.apiKeys.create(MANAGER, REQUEST));
        const answers = await inParallel(20, () =>
          host.apiKeys.rotate(MANAGER, key.id, { overlap_hours }),
        );
        assert.deepEqual(tally(answers), { ok: 1, api_key_not_found: 19 });
      }
      const { items } = await host.apiKeys.list(TENANT, FIRST_PAGE);
      assert.equal(items.filter(({ revokedAt }) => revokedAt === null).length, 2);
      assert.equal(items.length, 4);
      assert.equal(await countLive(host.storage, host.clock.now()), 3);
    },
  },
  {
    name: 'a use that is recorded while the key is revoked does not undo the revocation',
    async run(createStorage) {
      const host = await createContractHost(createStorage, { [OTHER_TENANT]: [] });
      const manager = systemCaller(OTHER_TENANT);
      const { key, secret } = accepted(await host.apiKeys.create(manager, REQUEST));
      host.clock.advance(hours(1));
      const uses = inParallel(10, () => host.apiKeys.authenticate(secret.reveal()));
      accepted(await host.apiKeys.revoke(manager, key.id));
      await uses;
      const { items } = await host.apiKeys.list(OTHER_TENANT, FIRST_PAGE);
      assert.deepEqual(
        items.map(({ revokedAt }) => revokedAt),
        [host.clock.now()],
      );
      assert.equal(await host.apiKeys.authenticate(secret.reveal()), null);
    },
  },
];

const FIRST_PAGE = { limit: 100, position: null };
const ALL: ApiKeyFilter = { keyId: null, liveAt: null };

function keyAt(index: number, second: number): ApiKey {
  return { ...API_KEY, id: `k-${index}`, createdAt: addMs(API_KEY.createdAt, second * 1_000) };
}

/** Shaped like a SHA-256. */
function hashOf(index: number): string {
  return index.toString(16).padStart(64, '0');
}

function insert(
  storage: Storage,
  key: ApiKey,
  secretHash: string,
  tenantId = TENANT,
): Promise<void> {
  return commit(storage, { tenantId }, ({ apiKeys }) => apiKeys.put(key, secretHash));
}

function byHash(storage: Storage, index: number): Promise<TenantApiKey | null> {
  return storage.lookUp('apiKey', { secretHash: hashOf(index), tenantId: null });
}

async function find(storage: Storage, keyId: string): Promise<ApiKey | null> {
  const { items } = await list(storage, FIRST_PAGE, { keyId });
  assert.ok(items.length <= 1);
  return items[0] ?? null;
}

async function countLive(storage: Storage, liveAt = API_KEY.createdAt): Promise<number> {
  return (await list(storage, FIRST_PAGE, { liveAt })).items.length;
}

function list(
  storage: Storage,
  page: PageRequest,
  filter: Partial<ApiKeyFilter> = {},
): Promise<Page<ApiKey>> {
  return commit(storage, { tenantId: TENANT }, ({ apiKeys }) =>
    apiKeys.list({ ...ALL, ...filter }, page),
  );
}
