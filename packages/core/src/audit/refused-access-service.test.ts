import { setImmediate } from 'node:timers/promises';
import { createMemoryStorage } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { FIRST_PAGE } from '../../test/management-host.js';
import { createServiceHost, type ServiceHost } from '../../test/service-host.js';
import { systemCaller } from '../access/caller.js';
import type { Storage } from '../ports/storage.js';
import { addMs, days, minutes, seconds } from '../shared/duration.js';
import type { RefusedAccess } from './refused-access.js';

const ADA = { type: 'identity', id: 'ada' } as const;
const SCOPE_MISSING: RefusedAccess = {
  owner: { tenantId: 'acme', actor: ADA },
  operation: 'listLogs',
  route: '/v1/customer/logs',
  status: 403,
  reason: 'insufficient_scope',
};

const ownedBy = (tenantId: string, id: string): RefusedAccess => ({
  ...SCOPE_MISSING,
  owner: { tenantId, actor: { type: 'api_key', id } },
});

/** Whom entries are about and how many requests they stand for, oldest first. */
async function countsOf(host: ServiceHost, tenantId = 'acme') {
  const entries = await entriesOf(host, tenantId);
  return entries.map(({ actor, refused }) => [actor.id, refused?.count]);
}

async function entriesOf({ authenticationLog }: ServiceHost, tenantId = 'acme') {
  await setImmediate();
  const filter = { type: 'access.refused' } as const;
  return (await authenticationLog.list(tenantId, filter, FIRST_PAGE)).items.toReversed();
}

async function advance({ clock }: ServiceHost, ms: number): Promise<void> {
  clock.advance(ms);
  await setImmediate();
}

// standard: asvs/16.3.2
it('a refused request is an entry at once, with who, what, why and how often', async () => {
  const host = await createServiceHost();
  host.refusedAccess.report(SCOPE_MISSING);
  const at = host.clock.now();
  expect(await entriesOf(host)).toEqual([
    {
      id: expect.any(String),
      type: 'access.refused',
      at,
      identityId: 'ada',
      factor: null,
      sessionId: null,
      actor: ADA,
      reason: 'insufficient_scope',
      operation: null,
      client: null,
      refused: { operation: 'listLogs', route: '/v1/customer/logs', status: 403, count: 1 },
      retainUntil: addMs(at, days(90)),
    },
  ]);
  expect(await entriesOf(host, 'globex')).toEqual([]);
  expect((await host.events.list('acme')).items).toEqual([]);
});

it('an entry of a tenant without settings is kept for 90 days', async () => {
  const host = await createServiceHost();
  host.refusedAccess.report(ownedBy('globex', 'robot'));
  const [entry] = await entriesOf(host, 'globex');
  expect(entry?.retainUntil).toEqual(addMs(host.clock.now(), days(90)));
});

it('its repetitions are one entry a minute, until there are none', async () => {
  const host = await createServiceHost();
  const report = (count: number): void => {
    for (let each = 0; each < count; each += 1) host.refusedAccess.report(SCOPE_MISSING);
  };
  report(4);
  await advance(host, seconds(59));
  expect(await countsOf(host)).toEqual([['ada', 1]]);
  report(1_000);
  await advance(host, seconds(1));
  expect(await countsOf(host)).toEqual([
    ['ada', 1],
    ['ada', 1_003],
  ]);
  report(1);
  await advance(host, minutes(1));
  await advance(host, minutes(10));
  expect((await countsOf(host)).slice(2)).toEqual([['ada', 1]]);
  report(2);
  await advance(host, minutes(1));
  expect((await countsOf(host)).slice(3)).toEqual([
    ['ada', 1],
    ['ada', 1],
  ]);
});

it('an entry has the client of the last request that it counts', async () => {
  const host = await createServiceHost();
  const from = (address: number): void => {
    const client = { clientAddress: `192.0.${address}.1`, userAgent: `app/${address}` };
    host.refusedAccess.report({ ...SCOPE_MISSING, ...client });
  };
  from(1);
  await advance(host, seconds(59));
  for (const address of [2, 3]) from(address);
  await advance(host, seconds(1));
  expect((await entriesOf(host)).map(({ client }) => client)).toEqual([
    { address: '192.0.1.0/24', userAgent: 'app/1' },
    { address: '192.0.3.0/24', userAgent: 'app/3' },
  ]);
});

it.each<[string, Partial<RefusedAccess>]>([
  ['another credential', ownedBy('acme', 'robot')],
  ['another operation', { operation: 'listEvents' }],
  ['another route', { route: '/v1/customer/events' }],
  ['another reason', { reason: 'tenant_mismatch' }],
])('%s is counted apart', async (_, change) => {
  const host = await createServiceHost();
  host.refusedAccess.report(SCOPE_MISSING);
  host.refusedAccess.report({ ...SCOPE_MISSING, ...change });
  expect((await entriesOf(host)).map(({ refused }) => refused?.count)).toEqual([1, 1]);
});

it('an entry about a key names no identity, and is kept for six years in HIPAA mode', async () => {
  const host = await createServiceHost();
  expect((await host.tenants.setHipaa(systemCaller('acme'), true, 'a test')).isOk()).toBe(true);
  host.refusedAccess.report(ownedBy('acme', 'robot'));
  const [entry] = await entriesOf(host);
  expect(entry).toMatchObject({ identityId: null, actor: { type: 'api_key', id: 'robot' } });
  expect(entry?.retainUntil).toEqual(new Date('2032-01-01T12:00:00.000Z'));
});

it('a request without an owner is a line of the logger alone, once a minute', async () => {
  const host = await createServiceHost();
  const stranger = { ...SCOPE_MISSING, owner: null, status: 401, reason: 'token_invalid' };
  for (let each = 0; each < 5; each += 1) host.refusedAccess.report(stranger);
  await advance(host, minutes(1));
  expect(await entriesOf(host)).toEqual([]);
  expect(host.logged.map((line) => /count: (\d+)/.exec(line)?.[1])).toEqual(['1', '4']);
  expect(host.logged[0]).toMatch(/token_invalid.*requests were refused/s);
});

describe('a flood', () => {
  it('of one tenant ends at 1,000 entries a minute, is said once, and hides no other tenant', async () => {
    const host = await createServiceHost();
    for (let id = 0; id < 1_500; id += 1) host.refusedAccess.report(ownedBy('acme', `k${id}`));
    host.refusedAccess.report(ownedBy('globex', 'robot'));
    expect(await totalOf(host, 'acme')).toBe(1_000);
    expect(await countsOf(host, 'globex')).toEqual([['robot', 1]]);
    expect(host.logged).toEqual([expect.stringMatching(/acme.*more requests are refused/s)]);
    await advance(host, minutes(1));
    host.refusedAccess.report(ownedBy('acme', 'k1499'));
    expect(await totalOf(host, 'acme')).toBe(1_001);
  });

  it('leaves room for as many as were not repeated in the minute before', async () => {
    const host = await createServiceHost();
    const report = (from: number, to: number): void => {
      for (let id = from; id < to; id += 1) host.refusedAccess.report(ownedBy('acme', `k${id}`));
    };
    report(0, 1_000);
    report(0, 900);
    await advance(host, minutes(1));
    expect(await totalOf(host, 'acme')).toBe(1_900);
    report(1_000, 1_200);
    expect(await totalOf(host, 'acme')).toBe(2_000);
  });

  it('of many tenants ends at 10,000 entries a minute', async () => {
    const host = await createServiceHost();
    const tenants = Array.from({ length: 12 }, (_, number) => `t${number}`);
    for (const tenantId of tenants) {
      for (let id = 0; id < 1_000; id += 1) host.refusedAccess.report(ownedBy(tenantId, `k${id}`));
    }
    const totals = await Promise.all(tenants.map((tenantId) => totalOf(host, tenantId)));
    expect(totals).toEqual([...Array(10).fill(1_000), 0, 0]);
  });

  async function totalOf({ authenticationLog }: ServiceHost, tenantId: string): Promise<number> {
    await setImmediate();
    let total = 0;
    let position: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof authenticationLog.list>> = await authenticationLog.list(
        tenantId,
        {},
        { limit: 100, position },
      );
      total += page.items.length;
      position = page.nextPosition;
    } while (position !== null);
    return total;
  }

  it('is written by one unit of work after the other, one for each tenant', async () => {
    const { storage, runs } = watched(createMemoryStorage());
    const host = await createServiceHost({ storage });
    const before = runs().all;
    for (const tenantId of ['t1', 't2', 't3']) {
      for (const id of ['k1', 'k2']) host.refusedAccess.report(ownedBy(tenantId, id));
    }
    await setImmediate();
    expect(runs()).toEqual({ all: before + 3, atOnce: 1 });
  });
});

it('what cannot be written is logged once a minute and never thrown, and the next is written', async () => {
  let isAway = false;
  const memory = createMemoryStorage();
  const storage: Storage = {
    ...memory,
    run: (scope, work) =>
      isAway ? Promise.reject(new Error('a password')) : memory.run(scope, work),
  };
  const host = await createServiceHost({ storage });
  isAway = true;
  host.refusedAccess.report(SCOPE_MISSING);
  host.refusedAccess.report(ownedBy('acme', 'robot'));
  host.refusedAccess.report(ownedBy('globex', 'robot'));
  await setImmediate();
  expect(host.logged).toEqual([expect.stringMatching(/acme.*entries: 2.*not recorded/s)]);
  expect(host.logged[0]).not.toContain('a password');
  isAway = false;
  host.refusedAccess.report(SCOPE_MISSING);
  await advance(host, minutes(1));
  expect(await countsOf(host)).toEqual([['ada', 1]]);
});

/** Storage that counts units of work, and how many there were at once. */
function watched(memory: Storage) {
  let [all, open, atOnce] = [0, 0, 0];
  const storage: Storage = {
    ...memory,
    async run(scope, work) {
      all += 1;
      open += 1;
      atOnce = Math.max(atOnce, open);
      try {
        return await memory.run(scope, work);
      } finally {
        open -= 1;
      }
    },
  };
  return { storage, runs: () => ({ all, atOnce }) };
}
