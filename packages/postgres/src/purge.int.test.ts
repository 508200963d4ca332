import { testDatabase } from '@stepward/dev-postgres';
import { ok } from 'neverthrow';
import { beforeEach, expect, it } from 'vitest';
import { createRecordingPool } from '../test/recording-pool.js';
import { stepwardOver } from '../test/stepward-over.js';
import { truncateTables } from '../test/truncate-tables.js';
import { createPostgresStorage, type PostgresPool } from './index.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');

const database = await testDatabase();
const pool = database.pool();
beforeEach(() => truncateTables(pool));

it('more rows than one transaction takes are all swept, batch by batch', async () => {
  const recording = createRecordingPool(pool);
  await insertOldLedgers(2_500);

  await createPostgresStorage({ pool: recording }).purge(NOW);

  expect(await countLedgers()).toBe(0);
  const batches = ['begin', 'delete', 'commit', 'begin', 'delete', 'commit', 'begin', 'delete'];
  expect(recording.take().join(' ')).toContain(batches.join(' '));
});

it('two sweeps at once share the work and do not wait for each other', async () => {
  const storage = createPostgresStorage({ pool });
  await insertOldLedgers(2_000);
  await Promise.all([storage.purge(NOW), storage.purge(NOW)]);
  expect(await countLedgers()).toBe(0);
});

it('a ledger that a unit of work holds is left for the next sweep', async () => {
  const storage = createPostgresStorage({ pool });
  await insertOldLedgers(2);
  const key = { identityId: 'ada', purpose: 'enrolment', phoneKey: 'p1' } as const;

  const held = await storage.run({ tenantId: 'acme' }, async ({ codes }) => {
    await codes.read(key);
    await storage.purge(NOW);
    return ok(null);
  });

  expect(held.isOk()).toBe(true);
  expect(await countLedgers()).toBe(1);
});

it('more audit entries than one transaction takes are purged batch by batch, by two sweeps at once, into one chain', async () => {
  const storage = createPostgresStorage({ pool });
  const recording = createRecordingPool(pool);
  const { audit } = stepwardOver(storage);
  await insertOldAuditEntries(2_500);

  await Promise.all([createPostgresStorage({ pool: recording }).purge(NOW), storage.purge(NOW)]);

  expect(recording.take()).toContain('delete');
  const left = await storage.run({ tenantId: 'acme' }, async (stores) =>
    ok(await stores.audit.chain(0, 10)),
  );
  expect(left._unsafeUnwrap().map(({ sequence }) => sequence)).toEqual([2_500]);
  expect(await audit.verifyChain('acme')).toBeNull();
});

it('codes, challenges, ledgers and kept answers that are due are found by an index, row-level security or not', async () => {
  const plan: string[] = [];
  const explaining: PostgresPool = {
    async connect() {
      const client = await pool.connect();
      return {
        async query({ text, values }) {
          if (values === undefined) return client.query({ text });
          await client.query('set local enable_seqscan = off');
          const { rows } = await client.query({ text: `explain ${text}`, values });
          plan.push(...rows.map((row) => String(row['QUERY PLAN'])));
          return { rows, rowCount: 0 };
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
  };

  await createPostgresStorage({ pool: explaining }).purge(NOW);

  expect(plan.join('\n')).toMatch(
    /Index Scan .*sms_codes[^]*Index Scan .*step_up_challenges[^]*Index Scan .*sms_ledgers[^]*Index Scan .*idempotency_records/,
  );
  expect(plan.join('\n')).not.toMatch(
    /Seq Scan on (sms_codes|step_up_challenges|sms_ledgers|idempotency_records)/,
  );
});

/** Ledgers of phone numbers that were last used a day ago to the millisecond. */
async function insertOldLedgers(count: number): Promise<void> {
  await pool.query(`begin; set local stepward.tenant_id = 'acme';
    insert into stepward.sms_ledgers (tenant_id, subject, last_used_at)
    select 'acme', 'phone:p' || n, '2026-01-09T12:00:00Z' from generate_series(1, ${count}) as n;
    commit`);
}

/** Entries that need not be retained since a millisecond. */
async function insertOldAuditEntries(count: number): Promise<void> {
  const storage = createPostgresStorage({ pool });
  const retainUntil = new Date(NOW.getTime() - 1);
  const event = { type: 'phi.accessed', at: new Date(0), target: null, details: {} } as const;
  const actor = { type: 'system', id: 'test' } as const;
  const appended = await storage.run({ tenantId: 'acme' }, async ({ audit }) => {
    for (let index = 1; index <= count; index += 1) {
      await audit.append({ ...event, id: String(index), actor, retainUntil });
    }
    return ok(null);
  });
  expect(appended.isOk()).toBe(true);
}

async function countLedgers(): Promise<number> {
  const results = (await pool.query(`begin; set local stepward.tenant_id = 'acme';
    select count(*)::int from stepward.sms_ledgers; commit`)) as unknown as {
    rows: { count: number }[];
  }[];
  return results[2]!.rows[0]!.count;
}
