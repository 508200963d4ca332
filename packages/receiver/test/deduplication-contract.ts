import assert from 'node:assert/strict';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import type { Clock, DeduplicationStore } from '../src/index.js';

/** What every store of a deduplication keeps to. */
export interface DeduplicationCase {
  readonly name: string;
  readonly run: (store: DeduplicationStore, clock: FixedClock) => Promise<void>;
}

/** Runs one case on a store of its own. */
export async function runCase(
  { run }: DeduplicationCase,
  create: (clock: Clock) => DeduplicationStore,
): Promise<void> {
  const clock = createFixedClock();
  await run(create(clock), clock);
}

export const deduplicationContract: readonly DeduplicationCase[] = [
  {
    name: 'one of 20 parallel claims of a key has it',
    run: async (store) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.claim('key', `claim-${index}`, 10)),
      );
      assert.equal(answers.filter((answer) => answer === 'claimed').length, 1);
      assert.equal(answers.filter((answer) => answer === 'busy').length, 19);
    },
  },
  {
    name: 'keys do not meet',
    run: async (store) => {
      assert.equal(await store.claim('one', 'a', 10), 'claimed');
      assert.equal(await store.claim('other', 'b', 10), 'claimed');
    },
  },
  {
    name: 'a confirmed key is done until its time is up',
    run: async (store, clock) => {
      await store.claim('key', 'a', 10);
      assert.equal(await store.confirm('key', 'a', 100), true);
      clock.advance(99);
      assert.equal(await store.claim('key', 'b', 10), 'done');
      clock.advance(1);
      assert.equal(await store.claim('key', 'c', 10), 'claimed');
      assert.equal(await store.claim('key', 'd', 10), 'busy');
    },
  },
  {
    name: 'a released key can be claimed at once',
    run: async (store) => {
      await store.claim('key', 'a', 10);
      await store.release('key', 'a');
      assert.equal(await store.claim('key', 'b', 10), 'claimed');
    },
  },
  {
    name: 'an unfinished claim lasts as long as its lease, however often others ask',
    run: async (store, clock) => {
      await store.claim('key', 'crashed', 10);
      clock.advance(9);
      assert.equal(await store.claim('key', 'b', 10), 'busy');
      clock.advance(1);
      assert.equal(await store.claim('key', 'c', 10), 'claimed');
    },
  },
  {
    name: 'a worker that lost the lease can neither confirm nor release',
    run: async (store, clock) => {
      await store.claim('key', 'slow', 10);
      clock.advance(10);
      await store.claim('key', 'next', 10);
      assert.equal(await store.confirm('key', 'slow', 100), false);
      await store.release('key', 'slow');
      assert.equal(await store.claim('key', 'third', 10), 'busy');
      assert.equal(await store.confirm('key', 'next', 100), true);
    },
  },
  {
    name: 'a lease that ran out can still be confirmed while there is no other claim',
    run: async (store, clock) => {
      await store.claim('key', 'slow', 10);
      clock.advance(10);
      assert.equal(await store.confirm('key', 'slow', 100), true);
      assert.equal(await store.claim('key', 'b', 10), 'done');
    },
  },
  {
    name: 'confirming twice is as good as once, and what is done stays done',
    run: async (store) => {
      await store.claim('key', 'a', 10);
      await store.confirm('key', 'a', 100);
      assert.equal(await store.confirm('key', 'a', 100), true);
      await store.release('key', 'a');
      assert.equal(await store.claim('key', 'b', 10), 'done');
    },
  },
  {
    name: 'an unclaimed key can neither be confirmed nor released',
    run: async (store) => {
      assert.equal(await store.confirm('key', 'a', 100), false);
      await store.release('key', 'a');
    },
  },
];
