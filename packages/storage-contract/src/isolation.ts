import assert from 'node:assert/strict';
import { EMPTY_SEND_LEDGER } from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  PHONE,
  TENANT,
  caller,
  commit,
  createContractHost,
  inParallel,
  readRecord,
  tally,
  wrongCode,
} from './contract-host.js';
import { FULL_RECORD, FULL_TENANT, IDENTITIES, KEY, RESERVATION } from './samples.js';

/** The isolation of tenants from each other. */
export const isolationCases: readonly StorageContractCase[] = [
  // spec: service/tenants
  {
    name: 'no tenant sees what another stored under the same ids',
    async run(createStorage) {
      const storage = await createStorage();
      const [identity] = IDENTITIES;
      assert.ok(identity);
      await commit(storage, { tenantId: TENANT }, async (stores) => {
        await stores.tenants.put(FULL_TENANT);
        await stores.identities.put(identity);
        await stores.codes.write(KEY, await stores.codes.read(KEY), FULL_RECORD);
        await stores.dailySends.add('2026-01-01', 'others', 1);
        await stores.idempotency.reserve(RESERVATION, new Date(0));
      });

      await commit(storage, { tenantId: OTHER_TENANT }, async (stores) => {
        assert.equal(await stores.tenants.find(), null);
        assert.equal(await stores.identities.find(identity.identityId), null);
        const { factors, state, sends, destinationSends } = await stores.codes.read(KEY);
        assert.deepEqual([factors, state.status], [{}, 'none']);
        assert.deepEqual([sends, destinationSends], [EMPTY_SEND_LEDGER, EMPTY_SEND_LEDGER]);
        assert.equal(await stores.dailySends.add('2026-01-01', 'others', 1), 1);
        const theirs = { ...RESERVATION, token: 'another' };
        assert.deepEqual(await stores.idempotency.reserve(theirs, new Date(0)), theirs);
      });
    },
  },
  {
    name: 'one identity id and phone number in two tenants have codes, budgets and factors of their own',
    async run(createStorage) {
      const people = { [TENANT]: ['ada'], [OTHER_TENANT]: ['ada'] };
      const host = await createContractHost(createStorage, people);
      const here = caller('ada', TENANT);
      const there = caller('ada', OTHER_TENANT);

      const first = await host.enrolments.start(here);
      const right = host.sms.lastCode(PHONE);
      const second = await host.enrolments.start(there);
      assert.deepEqual(tally([first, second]), { ok: 2 });
      const foreign = wrongCode(host.sms.lastCode(PHONE));
      await inParallel(5, () => host.enrolments.verify(there, foreign));

      assert.deepEqual(tally([await host.enrolments.verify(here, right)]), { ok: 1 });
      assert.deepEqual((await readRecord(host.storage, here)).wrongGuesses, []);
      const other = await readRecord(host.storage, there);
      assert.deepEqual([other.factors, other.state.status], [{}, 'exhausted']);
    },
  },
  {
    name: 'units of work of different tenants run side by side under one lock name without harm',
    async run(createStorage) {
      const storage = await createStorage();
      const key = {
        identityId: 'ada',
        factor: 'sms',
        purpose: 'phone',
        destinationKey: null,
      } as const;
      const at = new Date('2026-01-01T00:00:00.000Z');
      const tenantIds = Array.from({ length: 10 }, (_, index) => `tenant-${index}`);

      await inParallel(50, (index) =>
        commit(
          storage,
          { tenantId: `tenant-${index % 10}`, lock: 'identity:ada' },
          async ({ codes }) => {
            const record = await codes.read(key);
            const wrongGuesses = [...record.wrongGuesses, at];
            await codes.write(key, record, { ...record, wrongGuesses });
          },
        ),
      );

      for (const tenantId of tenantIds) {
        const { wrongGuesses } = await readRecord(storage, { tenantId, identityId: 'ada' });
        assert.equal(wrongGuesses.length, 5, tenantId);
      }
    },
  },
];
