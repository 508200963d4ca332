import assert from 'node:assert/strict';
import type { StorageWithWebhooks } from '@stepward/core';
import type { FailingSubscriber, FinishedAttempt } from '@stepward/core/adapter';
import { addMs, days, hours, minutes } from './duration.js';
import type { WebhookStorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { NOW, emit, uuid } from './event-samples.js';
import {
  DELIVERED,
  EXHAUSTED,
  LEASE_MS,
  answered,
  attempted,
  attemptsOf,
  claimOne,
  claimRound,
  findSubscriber,
  only,
  onlyDelivery,
  retryAt,
  subscribe,
} from './webhook-host.js';

/** What the record of an attempt changes. */
export const finishCases: readonly WebhookStorageContractCase[] = [
  {
    name: 'a delivery turns into what was decided, and the log keeps what the attempt came to',
    async run(createStorage) {
      const storage = await createStorage();
      const body = `${'x'.repeat(16_000)} é😀\n\u2028`;
      const table = [
        { ...DELIVERED, expected: ['delivered', null, AFTER], log: [204, null, ''] },
        { ...EXHAUSTED, expected: ['exhausted', null, AFTER], log: [null, 'timed_out', ''] },
        { ...retryAt(minute(5)), expected: ['pending', minute(5), null], log: [500, null, ''] },
        {
          outcome: answered(410, body),
          decision: { status: 'exhausted', isSubscriberGone: true },
          expected: ['exhausted', null, AFTER],
          log: [410, null, body],
        },
        {
          outcome: { type: 'failed', reason: 'signing_failed' },
          decision: { status: 'pending', dueAt: minute(6) },
          expected: ['pending', minute(6), null],
          log: [null, 'signing_failed', ''],
        },
      ] as const;
      for (const number of table.keys()) {
        await subscribe(storage, number);
        await emit(storage, number, { to: number });
      }
      const claimed = await claimRound(storage);
      const finished = claimed.map((each) => {
        const { outcome, decision } = table[Number(each.subscriber.id.slice(0, 8))] ?? DELIVERED;
        return attempted(each, { outcome, decision });
      });
      await storage.webhooks.queue.finish(finished);

      for (const [number, { expected, log }] of table.entries()) {
        const { id, status, attempts, dueAt, finishedAt } = await onlyDelivery(storage, number);
        assert.deepEqual([status, dueAt, finishedAt], expected);
        assert.equal(attempts, 1);
        const [statusCode, failure, responseBody] = log;
        const made = { number: 1, startedAt: NOW, durationMs: 250 };
        const attempt = { ...made, statusCode, failure, responseBody };
        assert.deepEqual(await attemptsOf(storage, id), [attempt]);
      }
    },
  },
  {
    name: 'attempts are logged by number, and the next one is due when it was decided',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      for (let number = 1; number <= 10; number += 1) {
        const now = minute(number - 1);
        const claimed = await claimOne(storage, { now });
        assert.deepEqual([claimed.attempt, claimed.dueAt], [number, now]);
        const ending = number === 10 ? EXHAUSTED : retryAt(minute(number));
        await finish(storage, attempted(claimed, ending, { startedAt: now }));
        assert.deepEqual(await claimRound(storage, { now: addMs(minute(number), -1) }), []);
      }

      const { id, attempts } = await onlyDelivery(storage, 1);
      assert.equal(attempts, 10);
      assert.deepEqual(
        (await attemptsOf(storage, id)).map(({ number, startedAt }) => [number, startedAt]),
        Array.from({ length: 10 }, (_, index) => [index + 1, minute(index)]),
      );
    },
  },
  {
    name: 'an attempt that is recorded after its lease ended still counts if no other worker took the delivery',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      const claimed = await claimOne(storage);
      await finish(storage, attempted(claimed, DELIVERED, { finishedAt: minute(60) }));
      const { status, finishedAt } = await onlyDelivery(storage, 1);
      assert.deepEqual([status, finishedAt], ['delivered', minute(60)]);
    },
  },
  {
    name: 'an attempt is recorded though the clock was set back, or leapt, while it was under way',
    async run(createStorage) {
      const storage = await createStorage();
      const clocks = [
        [-hours(1), 0],
        [days(30), 2_147_483_647],
      ] as const;
      for (const [number, [elapsed, durationMs]] of clocks.entries()) {
        await pending(storage, number);
        const claimed = await claimOne(storage);
        const finishedAt = addMs(NOW, elapsed);
        await finish(storage, attempted(claimed, DELIVERED, { finishedAt }));
        const { id, status } = await onlyDelivery(storage, number);
        assert.equal(status, 'delivered');
        assert.equal(only(await attemptsOf(storage, id)).durationMs, durationMs);
      }
    },
  },
  {
    name: 'an attempt whose lease passed to another changes nothing but its entry in the log',
    async run(createStorage) {
      const storage = await createStorage();
      const late = addMs(NOW, LEASE_MS);
      for (const [number, owner] of ['worker-1', 'worker-2'].entries()) {
        await pending(storage, number);
        const lost = await claimOne(storage);
        const current = await claimOne(storage, { owner, now: late });
        const before = await onlyDelivery(storage, number);

        await finish(storage, attempted(lost, retryAt(minute(9))));

        assert.deepEqual(await onlyDelivery(storage, number), before);
        const log = await attemptsOf(storage, lost.deliveryId);
        assert.deepEqual(only(log), { ...ANSWERED, number: 1, statusCode: 500 });
        assert.equal((await findSubscriber(storage, number))?.failingSince, null);
        await finish(storage, attempted(current, DELIVERED, { owner, startedAt: late }));
        assert.equal((await onlyDelivery(storage, number)).status, 'delivered');
        const numbers = (await attemptsOf(storage, lost.deliveryId)).map((each) => each.number);
        assert.deepEqual(numbers, [1, 2]);
      }
    },
  },
  {
    name: 'a second record of one attempt changes neither the delivery nor the log',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      const claimed = await claimOne(storage);
      await finish(storage, attempted(claimed, DELIVERED));
      const before = await onlyDelivery(storage, 1);
      const log = await attemptsOf(storage, claimed.deliveryId);
      for (const owner of ['worker-1', 'worker-2']) {
        await finish(storage, attempted(claimed, retryAt(minute(5)), { owner }));
        assert.deepEqual(await onlyDelivery(storage, 1), before);
      }
      assert.deepEqual(await attemptsOf(storage, claimed.deliveryId), log);
      assert.deepEqual(await claimRound(storage, { now: minute(60) }), []);
    },
  },
  {
    name: 'a record by an owner who never had the delivery does not end it',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      const claimed = await claimOne(storage);
      await finish(storage, attempted(claimed, DELIVERED, { owner: 'worker-2' }));
      assert.equal((await onlyDelivery(storage, 1)).status, 'pending');
      await finish(storage, attempted(claimed, DELIVERED));
      assert.equal((await onlyDelivery(storage, 1)).status, 'delivered');
    },
  },
  {
    name: 'a record of a delivery that is not there, or under another tenant, is ignored',
    async run(createStorage) {
      const storage = await createStorage();
      await pending(storage);
      await subscribe(storage, 1, {}, OTHER_TENANT);
      const claimed = await claimOne(storage);
      const before = await onlyDelivery(storage, 1);
      const failed = attempted(claimed, EXHAUSTED);
      await finish(storage, { ...failed, deliveryId: uuid(99) });
      await finish(storage, { ...failed, tenantId: OTHER_TENANT });
      assert.deepEqual(await storage.webhooks.queue.finish([]), []);
      assert.deepEqual(await onlyDelivery(storage, 1), before);
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        assert.deepEqual(await attemptsOf(storage, claimed.deliveryId, tenantId), []);
        assert.equal((await findSubscriber(storage, 1, tenantId))?.failingSince, null);
      }
      assert.deepEqual(await attemptsOf(storage, uuid(99)), []);
    },
  },
  {
    name: 'an attempt is recorded though its subscriber was deleted or disabled meanwhile',
    async run(createStorage) {
      const storage = await createStorage();
      for (const number of [1, 2]) await pending(storage, number);
      const claimed = await claimRound(storage);
      await commit(storage.webhooks, { tenantId: TENANT }, async ({ subscribers }) => {
        await subscribers.delete(uuid(1));
        const other = await subscribers.find(uuid(2));
        if (other !== null) await subscribers.update({ ...other, enabled: false });
      });
      const finished = claimed.map((each) => attempted(each, EXHAUSTED));
      const failing = await storage.webhooks.queue.finish(finished);
      for (const number of [1, 2]) {
        const { id, status } = await onlyDelivery(storage, number);
        assert.equal(status, 'exhausted');
        assert.equal((await attemptsOf(storage, id)).length, 1);
      }
      assert.deepEqual(
        failing.map(({ subscriberId }) => subscriberId),
        [uuid(2)],
      );
      assert.equal(await findSubscriber(storage, 1), null);
    },
  },
];

const AFTER = addMs(NOW, 250);

const ANSWERED = {
  startedAt: NOW,
  durationMs: 250,
  failure: null,
  responseBody: '',
};

function minute(index: number): Date {
  return addMs(NOW, minutes(index));
}

/** A subscriber by number with one delivery that is due. */
async function pending(storage: StorageWithWebhooks, number = 1): Promise<void> {
  await subscribe(storage, number);
  await emit(storage, number, { to: number });
}

function finish(
  storage: StorageWithWebhooks,
  attempt: FinishedAttempt,
): Promise<readonly FailingSubscriber[]> {
  return storage.webhooks.queue.finish([attempt]);
}
