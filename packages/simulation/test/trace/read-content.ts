import { err, ok, type Page, type PageRequest } from '@stepward/core';
import {
  ALL_SHARDS,
  type DecisionFacts,
  type DecisionScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import { listWaiting } from '@stepward/testing';
import { SINK_ID, SINK_SHARD } from '../../src/sinks/watch-sink.js';
import { comparable } from './comparable.js';
import type { TracedCall } from './record-trace.js';
import type { Replica } from './replicas.js';

type Stored = Pick<Replica, 'storage'>;

/** Reads all that a storage has of the tenants, people and sessions of a trace, as far as its ports show it. */
export async function readContent({ storage }: Stored, trace: readonly TracedCall[]) {
  const tenants: unknown[] = [];
  for (const tenantId of tenantsOf(trace)) {
    const read = await storage.run<unknown, never>({ tenantId }, async (stores) =>
      ok(await readTenant(stores)),
    );
    tenants.push({ tenantId, stored: read.isOk() ? read.value : null });
  }
  const people: unknown[] = [];
  for (const scope of scopesOf(trace)) people.push(await readPerson({ storage }, scope));
  return { tenants, people, queue: await readQueue({ storage }, trace) };
}

function tenantsOf(trace: readonly TracedCall[]): ReadonlySet<string> {
  const ids = trace.flatMap(({ call }) => {
    if (call.type === 'transaction') return call.events.map(([tenantId]) => tenantId);
    return 'scope' in call ? call.scope.tenantId : [];
  });
  return new Set(ids);
}

/** The scopes of all decisions, each once. */
function scopesOf(trace: readonly TracedCall[]): readonly DecisionScope[] {
  const scopes = trace.flatMap(({ call }) => (call.type === 'decide' ? [call.scope] : []));
  return [...new Map(scopes.map((scope) => [JSON.stringify(comparable(scope)), scope])).values()];
}

/** What a next decision would be given, and the look-ups of its person and its session. */
async function readPerson({ storage }: Stored, scope: DecisionScope) {
  const read = await storage.decide<never, DecisionFacts>({ ...scope, isRead: true }, (facts) =>
    err(facts),
  );
  const { tenantId, identityId } = scope;
  return {
    facts: read.isErr() ? read.error : null,
    person: await storage.lookUp('people', { tenantId, identityIds: [identityId] }),
    ...(scope.purpose === 'step_up' && {
      challenge: await storage.lookUp('challenge', { tenantId, sessionId: scope.sessionId }),
    }),
  };
}

async function readTenant(stores: WebhookStores) {
  const { policies, apiKeys, audit, authenticationLog, events, subscribers, deliveries } = stores;
  const times = { since: null, until: null };
  const subscribed = await allOf((page) => subscribers.list({ subscriberId: null }, page));
  const delivered: unknown[] = [];
  for (const id of [...subscribed.map((subscriber) => subscriber.id), SINK_ID]) {
    const listed = await allOf((page) => deliveries.list(id, { status: null, ...times }, page));
    for (const delivery of listed) delivered.push(await deliveries.find(id, delivery.id));
  }
  return {
    ...{ subscribed, delivered },
    policy: await policies.read(null),
    organisations: await allOf((page) => policies.list(page)),
    apiKeys: await allOf((page) => apiKeys.list({ keyId: null, liveAt: null }, page)),
    audit: await allOf((page) => audit.list({ order: 'oldest', type: null, ...times }, page)),
    followed: await audit.after(null, 1_000),
    log: await allOf((page) =>
      authenticationLog.list({ type: null, identityId: null, ...times }, page),
    ),
    emitted: await allOf((page) =>
      events.list({ eventId: null, type: null, organisationId: null, ...times }, page),
    ),
  };
}

/** Reads a list in pages that are small, so that there are several. */
async function allOf<T>(read: (page: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let position: string | null = null;
  do {
    const page: Page<T> = await read({ limit: 20, position });
    items.push(...page.items);
    position = page.nextPosition;
  } while (position !== null);
  return items;
}

async function readQueue({ storage: { queue } }: Stored, trace: readonly TracedCall[]) {
  const waiting = await listWaiting(queue, [...ALL_SHARDS, SINK_SHARD], 20);
  const windows = waiting.subscribers.flatMap((subscriber) =>
    [false, true].map((isLate) => ({ ...subscriber, isLate, after: null, limit: 100 })),
  );
  const deliveries = (await queue.load(windows)).flat();
  const opened = await queue.open(deliveries);
  const now = trace.at(-1)?.at ?? new Date(0);
  return {
    ...waiting,
    deliveries: deliveries.map((delivery, index) => ({ delivery, opened: opened[index] })),
    state: await queue.queueState(now, { lateBefore: now, limit: 1_000 }),
  };
}
