import assert from 'node:assert/strict';
import { err, type Storage } from '@stepward/core';
import type {
  BegunRequest,
  IdempotencyRecord,
  IdempotencyReservation,
  Stores,
  IdempotencyService,
} from '@stepward/core/adapter';
import { addMs, hours, seconds } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  accepted,
  commit,
  createContractHost,
  inParallel,
  tally,
  type ContractHost,
} from './contract-host.js';
import { RESERVATION } from './samples.js';

type IdempotentRequest = Parameters<IdempotencyService['begin']>[0];

/** What holds for requests with an idempotency key. */
export const idempotencyCases: readonly StorageContractCase[] = [
  {
    name: 'a reservation comes back as it was stored, and a later one gets the earlier',
    async run(createStorage) {
      const storage = await createStorage();
      const just = addMs(RESERVATION.expiresAt, -1);
      assert.deepEqual(await reserve(storage, RESERVATION), RESERVATION);
      assert.deepEqual(await reserve(storage, OTHER, just), RESERVATION);
      const answered = { answer: 'sealed "ä"', expiresAt: addMs(RESERVATION.expiresAt, 5) };
      assert.equal(await finish(storage, RESERVATION.token, answered), true);
      assert.deepEqual(await reserve(storage, OTHER, RESERVATION.expiresAt), {
        ...RESERVATION,
        ...answered,
      });
    },
  },
  {
    name: 'a record that has run out gives way, and the token that held it can neither finish nor remove',
    async run(createStorage) {
      const storage = await createStorage();
      await reserve(storage, RESERVATION);
      assert.deepEqual(await reserve(storage, OTHER, RESERVATION.expiresAt), OTHER);
      const late = { answer: 'late', expiresAt: addMs(OTHER.expiresAt, 1) };
      assert.equal(await finish(storage, RESERVATION.token, late), false);
      assert.equal(await remove(storage, RESERVATION.token), false);
      assert.deepEqual(await reserve(storage, RESERVATION), OTHER);
    },
  },
  {
    name: 'a record that was removed is gone, and its token can no more finish it',
    async run(createStorage) {
      const storage = await createStorage();
      await reserve(storage, RESERVATION);
      assert.equal(await remove(storage, RESERVATION.token), true);
      assert.equal(await remove(storage, RESERVATION.token), false);
      const late = { answer: 'late', expiresAt: OTHER.expiresAt };
      assert.equal(await finish(storage, RESERVATION.token, late), false);
      assert.deepEqual(await reserve(storage, OTHER), OTHER);
    },
  },
  {
    name: 'a reservation that is rolled back leaves the key free, and an end that is rolled back leaves it held',
    async run(createStorage) {
      const storage = await createStorage();
      const answered = { answer: 'sealed', expiresAt: addMs(RESERVATION.expiresAt, 5) };
      await rollBack(storage, ({ idempotency }) => idempotency.reserve(RESERVATION, NOW));
      assert.deepEqual(await reserve(storage, OTHER), OTHER);
      await rollBack(storage, ({ idempotency }) =>
        idempotency.finish(OTHER.recordId, OTHER.token, answered),
      );
      await rollBack(storage, ({ idempotency }) =>
        idempotency.finish(OTHER.recordId, OTHER.token, null),
      );
      assert.deepEqual(await reserve(storage, RESERVATION), OTHER);
    },
  },
  {
    name: 'of 20 parallel requests with one key one proceeds, and afterwards all get its answer',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      const begun = await inParallel(20, () => host.idempotency.begin(REQUEST));
      assert.deepEqual(tally(begun), { ok: 1, idempotency_key_in_flight: 19 });
      const winner = begun.find((result) => result.isOk());
      assert.ok(winner);
      assert.equal(await host.idempotency.finish(reservationOf(accepted(winner)), 'done'), true);
      const again = await inParallel(20, () => host.idempotency.begin(REQUEST));
      for (const result of again) assert.deepEqual(accepted(result), REPLAY);
    },
  },
  {
    name: 'of 20 parallel requests with one key, whose lease or 24 hours ran out, one proceeds',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      await proceed(host);
      for (const elapsed of [LEASE_MS, KEPT_MS]) {
        host.clock.advance(elapsed);
        const begun = await inParallel(20, () => host.idempotency.begin(REQUEST));
        assert.deepEqual(tally(begun), { ok: 1, idempotency_key_in_flight: 19 });
        const winner = begun.find((result) => result.isOk());
        assert.ok(winner);
        await host.idempotency.finish(reservationOf(accepted(winner)), 'done');
      }
    },
  },
  {
    name: 'another tenant, principal, method, path and key are other scopes, and one content is none',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      await answer(host, REQUEST);
      const others: readonly IdempotentRequest[] = [
        { ...REQUEST, tenantId: OTHER_TENANT },
        { ...REQUEST, principal: ['identity', 'k1'] },
        { ...REQUEST, principal: ['api_key', 'k2'] },
        { ...REQUEST, principal: ['api_keyk1'] },
        { ...REQUEST, method: 'PUT' },
        { ...REQUEST, path: '/v1/others' },
        { ...REQUEST, key: 'K' },
      ];
      for (const other of others) {
        const begun = accepted(await host.idempotency.begin(other));
        assert.equal(begun.type, 'proceed', JSON.stringify(other));
      }
      const reused = await host.idempotency.begin({ ...REQUEST, content: 'other' });
      assert.deepEqual(tally([reused]), { idempotency_key_reused: 1 });
      assert.deepEqual(accepted(await host.idempotency.begin(REQUEST)), REPLAY);
    },
  },
  {
    name: "no tenant finishes or removes what another's request holds",
    async run(createStorage) {
      const storage = await createStorage();
      await reserve(storage, RESERVATION);
      const { recordId, token } = RESERVATION;
      await commit(storage, { tenantId: OTHER_TENANT }, async ({ idempotency }) => {
        const end = { answer: 'theirs', expiresAt: OTHER.expiresAt };
        assert.equal(await idempotency.finish(recordId, token, end), false);
        assert.equal(await idempotency.finish(recordId, token, null), false);
      });
      assert.deepEqual(await reserve(storage, OTHER), RESERVATION);
    },
  },
  {
    name: 'an answer is kept for 24 hours and not a millisecond longer, and purge forgets it then and not before',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      const other = { ...REQUEST, tenantId: OTHER_TENANT };
      const { recordId } = await answer(host, REQUEST);
      await answer(host, other);
      host.clock.advance(KEPT_MS - 1);
      await host.purge();
      for (const request of [REQUEST, other]) {
        assert.deepEqual(accepted(await host.idempotency.begin(request)), REPLAY);
      }
      host.clock.advance(1);
      await host.purge();
      // Asked as of long ago, when nothing had run out, storage shows that the record is gone.
      const wanted = { ...RESERVATION, recordId };
      assert.deepEqual(await reserve(host.storage, wanted, new Date(0)), wanted);
      assert.equal(accepted(await host.idempotency.begin(other)).type, 'proceed');
    },
  },
];

/** How long a request that has begun may take, and how long its answer is kept. */
const LEASE_MS = seconds(60);
const KEPT_MS = hours(24);

const NOW = addMs(RESERVATION.expiresAt, -LEASE_MS);
const OTHER: IdempotencyRecord = {
  ...RESERVATION,
  token: 'b7e0c9c4-7a43-4a0e-9a53-6c1de2b4f002',
  fingerprint: { keyId: 'k2', hmac: 'e'.repeat(64) },
  expiresAt: addMs(RESERVATION.expiresAt, 60_000),
};

const REQUEST: IdempotentRequest = {
  tenantId: TENANT,
  principal: ['api_key', 'k1'],
  method: 'POST',
  path: '/v1/things',
  key: 'k',
  content: 'content',
};

const REPLAY: BegunRequest = { type: 'replay', answer: 'done' };

function reserve(
  storage: Storage,
  reservation: IdempotencyRecord,
  now = NOW,
): Promise<IdempotencyRecord> {
  return commit(storage, { tenantId: TENANT }, ({ idempotency }) =>
    idempotency.reserve(reservation, now),
  );
}

function finish(
  storage: Storage,
  token: string,
  end: { readonly answer: string; readonly expiresAt: Date } | null,
): Promise<boolean> {
  return commit(storage, { tenantId: TENANT }, ({ idempotency }) =>
    idempotency.finish(RESERVATION.recordId, token, end),
  );
}

function remove(storage: Storage, token: string): Promise<boolean> {
  return finish(storage, token, null);
}

async function rollBack(
  storage: Storage,
  work: (stores: Stores) => Promise<unknown>,
): Promise<void> {
  const refused = await storage.run({ tenantId: TENANT }, async (stores) => {
    await work(stores);
    return err('no');
  });
  assert.ok(refused.isErr());
}

async function proceed(host: ContractHost, request = REQUEST): Promise<IdempotencyReservation> {
  return reservationOf(accepted(await host.idempotency.begin(request)));
}

async function answer(
  host: ContractHost,
  request: IdempotentRequest,
): Promise<IdempotencyReservation> {
  const reservation = await proceed(host, request);
  assert.equal(await host.idempotency.finish(reservation, 'done'), true);
  return reservation;
}

function reservationOf(begun: BegunRequest): IdempotencyReservation {
  assert.ok(begun.type === 'proceed');
  return begun.reservation;
}
