import assert from 'node:assert/strict';
import { createFixedClock } from '@stepward/testing';
import { createSequence } from '../src/sequence/sequence.js';
import type { SequenceStore } from '../src/index.js';

/** What every store of a sequence keeps to. */
export interface SequenceCase {
  readonly name: string;
  readonly run: (store: SequenceStore) => Promise<void>;
}

export const sequenceContract: readonly SequenceCase[] = [
  {
    name: 'a text is kept in place of the one that was read, and of no other',
    run: async (store) => {
      assert.equal(await store.read('one'), null);
      assert.equal(await store.replace('one', 'never', 'a'), false);
      assert.equal(await store.replace('one', null, 'a'), true);
      assert.equal(await store.replace('one', null, 'b'), false);
      assert.equal(await store.replace('one', 'b', 'c'), false);
      assert.equal(await store.read('one'), 'a');
      assert.equal(await store.replace('one', 'a', 'd'), true);
      assert.equal(await store.read('one'), 'd');
    },
  },
  {
    name: 'subscribers do not meet',
    run: async (store) => {
      assert.equal(await store.replace('one', null, 'a'), true);
      assert.equal(await store.replace('other', null, 'b'), true);
      assert.equal(await store.read('one'), 'a');
    },
  },
  {
    name: 'of 40 numbers that come at once, two of them twice, all are recorded and two are repeats',
    run: async (store) => {
      const sequence = createSequence({ store, subscriber: 'one' }, createFixedClock());
      await sequence.record(1);
      const numbers = [...Array.from({ length: 38 }, (_, index) => index + 3), 7, 20];
      const places = await Promise.all(numbers.map((number) => sequence.record(number)));
      assert.equal(places.filter(({ type }) => type === 'repeat').length, 2);
      const missing = (await sequence.gaps(0)).map(({ from, to }) => [from, to]);
      assert.deepEqual(missing, [[2, 2]]);
    },
  },
];
