import { isStorageBusy, silentLogger, type Storage } from '@stepward/core';
import type { Decided, DecisionFacts, Stores } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { ok, type Result } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { createRecordingPool } from '../../test/recording-pool.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const scope = { tenantId: 'acme', lock: 'identity:ada' };

/** Another process, with connections of its own. */
const elsewhere = createPostgresStorage({ pool: database.pool({ max: 1 }) });

describe('a unit of work that waits for a lock', () => {
  it('holds no connection while one of the same process is before it', async () => {
    const pool = database.pool({ max: 5 });
    const storage = createPostgresStorage({ pool });
    const { release } = await hold(storage);

    const waiting = Array.from({ length: 20 }, () => storage.run(scope, one));

    await expect(storage.run(scope, one)).rejects.toSatisfy(isStorageBusy);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 0, 0]);
    await release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ok(1)));
  });

  it('is turned away where another process holds it for too long', async () => {
    const storage = createPostgresStorage({ pool: database.pool({ max: 1 }), lockWaitMs: 20 });
    const { release } = await hold(elsewhere);

    await expect(storage.run(scope, one)).rejects.toMatchObject({
      name: 'StorageBusy',
      cause: { code: '55P03' },
    });

    await release();
    expect(await storage.run(scope, one)).toEqual(ok(1));
  });

  it('gets it once Postgres has ended the transaction of a process that froze with it', async () => {
    const limit = `idle_in_transaction_session_timeout = '30s'`;
    const freezing = createInterceptingPool(database.pool({ max: 1 }), async (query, go) => {
      if (!query.text.startsWith('begin')) return go(query);
      expect(query.text).toContain(limit);
      return go({ text: query.text.replace(limit, limit.replace('30s', '50ms')) });
    });
    const { release } = await hold(createPostgresStorage({ pool: freezing, logger: silentLogger }));
    const storage = createPostgresStorage({ pool: database.pool({ max: 1 }) });

    expect(await storage.run(scope, one)).toEqual(ok(1));

    await expect(release()).rejects.toThrow();
  });

  it('waits as long as it takes where it may not be refused', async () => {
    const storage = createPostgresStorage({ pool: database.pool({ max: 1 }), lockWaitMs: 1 });
    const observer = database.pool({ max: 1 });
    const { release } = await hold(elsewhere);

    const waiting = storage.run({ ...scope, whenBusy: 'wait' }, one);

    const waiters = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await observer.query(waiters)).rowCount).toBe(1);
    await release();
    expect(await waiting).toEqual(ok(1));
  });
});

it('a statement that waits too long for a row is turned away as busy, and nothing is stored', async () => {
  const storage = createPostgresStorage({ pool: database.pool({ max: 1 }), lockWaitMs: 20 });
  const { release } = await hold(elsewhere, ({ policies }) =>
    policies.writeOverrides('org-1', {}, null),
  );

  const working = storage.run({ tenantId: 'acme' }, async ({ policies }) => {
    await policies.writeOverrides('org-2', {}, null);
    await policies.writeOverrides('org-1', {}, null);
    return ok(null);
  });

  await expect(working).rejects.toSatisfy(isStorageBusy);
  await release();
  const known = await storage.run({ tenantId: 'acme' }, async ({ policies }) =>
    ok((await policies.read('org-2')).known),
  );
  expect(known).toEqual(ok(false));
});

describe('a decision whose destination another transaction holds', () => {
  it('waits as long as it takes where it may not be refused', async () => {
    const pool = createRecordingPool(database.pool({ max: 1 }));
    const storage = createPostgresStorage({ pool, lockWaitMs: 20 });
    const { release } = await hold(elsewhere, holdDestination);

    const counting = storage.decide({ ...SEND, whenBusy: 'wait' }, countSend);

    const sent: string[] = [];
    await expect.poll(() => sent.push(...pool.take()) && sent).toContain('begin');
    await release();
    expect(await counting).toEqual(ok(1));
  });

  it('is turned away as busy where it may be', async () => {
    const storage = createPostgresStorage({ pool: database.pool({ max: 1 }), lockWaitMs: 20 });
    const { release } = await hold(elsewhere, holdDestination);

    await expect(storage.decide(SEND, countSend)).rejects.toSatisfy(isStorageBusy);
    await release();
  });
});

const SEND = {
  tenantId: 'acme',
  identityId: 'cy',
  factor: 'sms',
  purpose: 'enrolment',
  destination: () => 'shared',
} as const;

async function holdDestination({ transaction }: Stores): Promise<void> {
  await transaction.query(
    `insert into stepward.ledgers (tenant_id, subject, last_used_at, version)
     values ('acme', 'destination:shared', '-infinity', 1)
     on conflict (tenant_id, subject) do update set version = excluded.version`,
  );
}

function countSend({ record }: DecisionFacts): Result<Decided<number, never>, never> {
  const at = new Date(0);
  const destinationSends = { sentAt: [at], cooldownStartedAt: at };
  return ok({ outcome: 1, record: { ...record, destinationSends } });
}

async function one(): Promise<Result<number, never>> {
  return ok(1);
}

/** Holds the lock, and what `work` locks, until told to let go. */
async function hold(
  storage: Storage,
  work: (stores: Stores) => Promise<void> = async () => undefined,
): Promise<{ release: () => Promise<unknown> }> {
  return new Promise((resolve, reject) => {
    const holding = storage.run(scope, async (stores) => {
      await work(stores);
      await new Promise<void>((letGo) => {
        resolve({
          release: async () => {
            letGo();
            return holding;
          },
        });
      });
      return ok(null);
    });
    void holding.catch(reject);
  });
}
