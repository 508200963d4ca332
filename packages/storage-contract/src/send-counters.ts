import assert from 'node:assert/strict';
import { ok, type Storage } from '@stepward/core';
import type {
  CounterChange,
  CounterQuery,
  DecisionScope,
  SendBlock,
  SendCount,
  SendCounters,
} from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import {
  decide,
  inParallel,
  OTHER_TENANT,
  readFacts,
  readRecord,
  scopeOf,
  TENANT,
} from './contract-host.js';
import { addMs, days, hours } from './duration.js';
import { FULL_RECORD, KEY } from './samples.js';

const NOW = new Date('2026-01-20T12:00:00.000Z');
const SCOPE = scopeOf(KEY);

const GB = 'country:GB';
const ADDRESS = 'address:a_Z-9';
const EVER: readonly CounterQuery[] = [GB, ADDRESS].map((name) => ({ name, since: new Date(0) }));
const NOTHING: SendCounters = { counts: [], blocks: [] };

/** What `decide` promises about the counters of the fraud guard. */
export const sendCounterCases: readonly StorageContractCase[] = [
  {
    name: 'parallel sends of many people all count, and proven ones beside them',
    async run(createStorage) {
      const storage = await createStorage();

      await inParallel(12, async (index) => {
        const identityId = `person-${String(index)}`;
        await change(storage, { add: [sent(GB), sent(ADDRESS, 'GB')] }, { identityId });
        if (index % 3 === 0) await change(storage, { add: [verified(GB)] }, { identityId });
      });

      assert.deepEqual(sortedCounts(await readSendCounters(storage)), [
        { ...sent(ADDRESS, 'GB'), sent: 12 },
        { ...sent(GB), sent: 12, verified: 4 },
      ]);
    },
  },
  {
    name: 'counters are read by name, with all their parts, from buckets that began after a time',
    async run(createStorage) {
      const storage = await createStorage();
      const buckets = [hours(2), hours(1), 0].map((ms) => addMs(NOW, -ms));
      await change(storage, {
        add: [
          ...buckets.map((bucket) => sent(GB, '', bucket)),
          sent(ADDRESS, 'GB'),
          sent(ADDRESS, 'DE'),
          sent('country:GBX'),
        ],
      });

      const asked = [
        { name: GB, since: addMs(NOW, -hours(2)) },
        { name: ADDRESS, since: addMs(NOW, -1) },
      ];
      assert.deepEqual(sortedCounts(await readSendCounters(storage, asked)), [
        sent(ADDRESS, 'DE'),
        sent(ADDRESS, 'GB'),
        sent(GB, '', buckets[1]),
        sent(GB, '', buckets[2]),
      ]);
    },
  },
  {
    name: "one change may raise a counter twice, and another identity's that takes back lowers it",
    async run(createStorage) {
      const storage = await createStorage();
      await change(storage, { add: [sent(GB), sent(GB), verified(GB)] });
      await change(storage, { add: [{ ...sent(GB), sent: -1 }] }, { identityId: 'bob' });
      assert.deepEqual((await readSendCounters(storage)).counts, [{ ...sent(GB), verified: 1 }]);
    },
  },
  {
    name: "the latest block of a name is read, and takes the earlier one's place",
    async run(createStorage) {
      const storage = await createStorage();
      const first = blockOf(0, NOW);
      const second = blockOf(1, first.until);
      await change(storage, { blocks: [first] });
      assert.deepEqual((await readSendCounters(storage)).blocks, [first]);
      await change(storage, { blocks: [second] });
      assert.deepEqual((await readSendCounters(storage)).blocks, [second]);
    },
  },
  {
    name: 'a block is read as it is described, whatever else the decision that began it knows',
    async run(createStorage) {
      const storage = await createStorage();
      const begun: SendBlock & { readonly rule: string } = { ...blockOf(0, NOW), rule: 'prefix' };
      await change(storage, { blocks: [begun] });
      assert.deepEqual((await readSendCounters(storage)).blocks, [blockOf(0, NOW)]);
    },
  },
  {
    name: 'a block that enforces takes the place of one that monitors and has not ended',
    async run(createStorage) {
      const storage = await createStorage();
      const enforced: SendBlock = { ...blockOf(0, addMs(NOW, 1)), mode: 'enforce' };
      await change(storage, { blocks: [blockOf(0, NOW)] });
      await change(storage, { blocks: [enforced] });
      assert.deepEqual((await readSendCounters(storage)).blocks, [enforced]);
    },
  },
  {
    name: 'counters and blocks are stored together with the record, or not at all',
    async run(createStorage) {
      const storage = await createStorage();
      const counted = { add: [sent(GB)], blocks: [blockOf(0, NOW)] };

      const refused = await storage.decide<null, string>(SCOPE, ({ record }) =>
        ok({
          outcome: null,
          record: { ...record, wrongGuesses: [NOW] },
          counted,
          dailySend: {
            day: '2026-01-20',
            share: 'others',
            add: 1,
            bound: { most: 0, otherwise: 'too many' },
          },
        }),
      );
      assert.ok(refused.isErr());
      assert.deepEqual(await readSendCounters(storage), NOTHING);

      await decide(storage, SCOPE, () => ({ record: FULL_RECORD, counted }));
      assert.deepEqual(await readSendCounters(storage), {
        counts: counted.add,
        blocks: counted.blocks,
      });
      const ada = { tenantId: TENANT, identityId: 'ada' };
      assert.deepEqual(
        await readRecord(storage, ada, 'enrolment', KEY.destinationKey),
        FULL_RECORD,
      );
    },
  },
  {
    name: "another tenant's counters and blocks are its own",
    async run(createStorage) {
      const storage = await createStorage();
      await change(storage, { add: [sent(GB)], blocks: [blockOf(0, NOW)] });
      assert.deepEqual(await readSendCounters(storage, EVER, { tenantId: OTHER_TENANT }), NOTHING);
      await change(storage, { add: [sent(GB)] }, { tenantId: OTHER_TENANT });
      assert.deepEqual(await readSendCounters(storage), {
        counts: [sent(GB)],
        blocks: [blockOf(0, NOW)],
      });
    },
  },
  {
    name: 'a purge deletes counters that began 15 days ago, and blocks that ended then, and no later ones',
    async run(createStorage) {
      const storage = await createStorage();
      const old = addMs(NOW, -days(15));
      const younger = addMs(old, 1);
      const kept: SendBlock = { ...blockOf(0, NOW), name: ADDRESS, until: younger };
      await change(storage, {
        add: [sent(GB, '', old), sent(GB, '', younger)],
        blocks: [{ ...blockOf(0, NOW), until: old }, kept],
      });
      await storage.purge({
        now: NOW,
        eventsUntil: new Date(0),
        deliveriesUntil: new Date(0),
      });
      assert.deepEqual(await readSendCounters(storage), {
        counts: [sent(GB, '', younger)],
        blocks: [kept],
      });
    },
  },
];

function sent(name: string, part = '', bucket = NOW): SendCount {
  return { name, part, bucket, sent: 1, verified: 0 };
}

function verified(name: string): SendCount {
  return { ...sent(name), sent: 0, verified: 1 };
}

function blockOf(repeats: number, startedAt: Date): SendBlock {
  const until = addMs(startedAt, hours(12));
  return { name: GB, mode: 'monitor', startedAt, until, repeats, unverified: repeats + 3 };
}

type Whose = Partial<Pick<DecisionScope, 'tenantId' | 'identityId'>>;

function change(
  storage: Storage,
  { add = [], blocks = [] }: Partial<CounterChange>,
  whose: Whose = {},
): Promise<void> {
  return decide(storage, { ...SCOPE, ...whose }, () => ({ counted: { add, blocks } }));
}

export async function readSendCounters(
  storage: Storage,
  queries: readonly CounterQuery[] = EVER,
  whose: Whose = {},
): Promise<SendCounters> {
  const { counters } = await readFacts(storage, { ...SCOPE, ...whose, counters: () => queries });
  return counters;
}

/** The counts in an order of their own: a storage promises none. */
export function sortedCounts({ counts }: Pick<SendCounters, 'counts'>): readonly SendCount[] {
  return counts.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
}

function orderOf({ name, part, bucket }: SendCount): string {
  return `${name} ${part} ${bucket.toISOString()}`;
}
