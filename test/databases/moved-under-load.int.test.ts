import { isStorageUnavailable, systemCaller, type Stepward } from '@stepward/core';
import { moveTenant } from '@stepward/postgres';
import type pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { emit, startTwoServers, subscribe } from './two-servers.js';

const { servers, pools, sent, host } = await startTwoServers();

const LONG = { timeout: 300_000 };
const TENANT = 'north-1';
const CALLER = systemCaller(TENANT);

/** Emits events and changes a policy until it is stopped; a call that fails because the tenant is moved is made again. */
function startLoad(service: Stepward) {
  const emitted: string[] = [];
  let changes = 0;
  let refused = 0;
  const state = { isStopped: false };
  async function call(): Promise<void> {
    try {
      emitted.push(await emit(service, TENANT));
      const gracePeriodMs = (changes % 100) + 1;
      (await service.policies.update(CALLER, 'org-1', { gracePeriodMs }))._unsafeUnwrap();
      changes += 1;
    } catch (error) {
      if (!isStorageUnavailable(error)) throw error;
      refused += 1;
    }
  }
  const running = (async () => {
    while (!state.isStopped) await call();
  })();
  return {
    count: () => emitted.length,
    async stop() {
      state.isStopped = true;
      await running;
      return { emitted, changes, refused };
    },
  };
}

it('a tenant that is moved under load loses nothing, has nothing twice, and its logs are whole', async () => {
  const hosts = [host(), host()];
  const [first, second] = hosts as [(typeof hosts)[0], (typeof hosts)[0]];
  await first.organisations.put(TENANT, 'org-1');
  await subscribe(first, TENANT);
  await subscribe(first, 'north-2');
  for (const each of hosts) {
    const worker = each.startWorker();
    onTestFinished(() => worker.stop());
  }
  const loads = hosts.map(startLoad);
  const hasGoneOn = async (): Promise<void> => {
    const before = loads.map((load) => load.count());
    await vi.waitFor(() => {
      loads.forEach((load, index) =>
        expect(load.count()).toBeGreaterThan((before[index] ?? 0) + 20),
      );
    }, LONG);
  };
  await hasGoneOn();

  // The process that moves is killed twice, and the last time it is not.
  for (const limit of [40, 120, Infinity]) {
    const moving = moveTenant({
      tenantId: TENANT,
      from: { name: 'north', pool: dyingPool(pools.north, limit) },
      to: { name: 'south', pool: pools.south },
    });
    if (limit === Infinity) await moving;
    else await expect(moving).rejects.toThrow('killed');
  }
  await hasGoneOn();
  const [one, other] = await Promise.all([loads[0]!.stop(), loads[1]!.stop()]);
  const emitted = [...one.emitted, ...other.emitted];

  const received = (): readonly string[] =>
    sent.filter(({ tenantId }) => tenantId === TENANT).map(({ eventId }) => eventId);
  await vi.waitFor(
    () => expect(new Set(received())).toEqual(new Set([...emitted, ...received()])),
    LONG,
  );
  expect(received()).toEqual(expect.arrayContaining(emitted));

  const { deliveries, sequences } = await logOf(second);
  expect(new Set(deliveries).size).toBe(deliveries.length);
  expect(deliveries).toEqual(expect.arrayContaining(emitted));
  expect(sequences).toEqual(sequences.map((_, index) => index + 1));
  expect(await second.audit.verifyChain(TENANT)).toBeNull();
  const stillThere = await pools.north.query(
    `begin; set local stepward.tenant_id = '${TENANT}'; select from stepward.events; rollback`,
  );
  expect((stillThere as unknown as pg.QueryResult[])[2]?.rowCount).toBe(0);

  // It needs the server that it has left no more, but for new processes whose function still names it.
  await servers.north.shutDown();
  await emit(first, TENANT);
});

/** The events of all deliveries of the tenant's subscriber, and the sequence numbers in order. */
async function logOf(service: Stepward) {
  const [subscriber] = (await service.subscribers.list(TENANT)).items;
  const deliveries: string[] = [];
  const sequences: number[] = [];
  await vi.waitFor(async () => {
    const page = await pools.south.query(
      `begin; set local stepward.tenant_id = '${TENANT}';
       select event_id, sequence::integer from stepward.deliveries where subscriber_id = '${String(subscriber?.id)}' order by sequence;
       select from stepward.pending_deliveries; select from stepward.outbox; rollback`,
    );
    const [, , ended, pending, waiting] = page as unknown as pg.QueryResult<{
      event_id: string;
      sequence: number;
    }>[];
    expect([pending?.rowCount, waiting?.rowCount]).toEqual([0, 0]);
    deliveries.splice(0, Infinity, ...(ended?.rows ?? []).map((row) => row.event_id));
    sequences.splice(0, Infinity, ...(ended?.rows ?? []).map((row) => row.sequence));
  }, LONG);
  return { deliveries, sequences };
}

/** A pool whose connections are lost after that many statements. */
function dyingPool(pool: pg.Pool, limit: number): { connect(): Promise<pg.PoolClient> } {
  let count = 0;
  return {
    async connect() {
      const client = await pool.connect();
      const query = (...values: unknown[]): unknown => {
        count += 1;
        if (count > limit) return Promise.reject(new Error('killed'));
        return (client.query as (...all: unknown[]) => unknown)(...values);
      };
      return new Proxy(client, {
        get: (target, name) => {
          if (name === 'query') return query;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
  };
}
