import { setTimeout as sleep } from 'node:timers/promises';
import type { Stepward } from '@stepward/core';
import type { Pool, PoolClient } from 'pg';
import { monotonicMs } from './monotonic.js';
import { sampleUser } from './sample-user.js';

/** What emits need of a world. */
export interface Host {
  readonly pool: Pool;
  readonly stepward: Pick<Stepward, 'events'>;
}

/** Emits an event of a user for each of the tenants in one transaction of the host's, and gives their ids. */
export function emitTogether(
  { pool, stepward }: Host,
  tenants: readonly string[],
  onCommit: () => void = () => undefined,
): Promise<readonly string[]> {
  const emitAll = async (client: PoolClient): Promise<readonly string[]> => {
    const eventIds: string[] = [];
    for (const tenantId of tenants) eventIds.push(await emitIn(client, stepward, tenantId));
    return eventIds;
  };
  return inTransaction(pool, emitAll, onCommit);
}

/** Calls `onCommit` when it sends the commit. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  onCommit: () => void,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const result = await work(client);
    onCommit();
    await client.query('commit');
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

async function emitIn(
  client: PoolClient,
  { events }: Host['stepward'],
  tenantId: string,
): Promise<string> {
  number += 1;
  const event = { type: 'user.created', tenantId, data: sampleUser(number) } as const;
  const emitted = await events.emit(event, { tx: client });
  if (emitted.isErr()) throw new Error(emitted.error.code);
  return emitted.value.id;
}

let number = 0;

export interface Pace {
  readonly perSecond: number;
  readonly seconds: number;
  /** They emit in turn. */
  readonly tenants: readonly string[];
}

/** Told once an event is stored, with the time at which its commit was sent, by `monotonicMs`. */
export type OnEmitted = (eventId: string, commitAtMs: number) => void;

/** Emits an event in a transaction of its own. */
export async function emitOne(host: Host, tenantId: string, emitted: OnEmitted): Promise<void> {
  let commitAtMs = 0;
  const [eventId = ''] = await emitTogether(host, [tenantId], () => {
    commitAtMs = monotonicMs();
  });
  emitted(eventId, commitAtMs);
}

/** Milliseconds between two looks at how many events are due. */
const TICK_MS = 5;

/** Emits at a steady rate, whatever the database takes for it. */
export async function emitAtRate(
  emit: (tenantId: string) => Promise<void>,
  { perSecond, seconds, tenants }: Pace,
): Promise<void> {
  const emitting: Promise<void>[] = [];
  const started = monotonicMs();
  while (emitting.length < perSecond * seconds) {
    const due = ((monotonicMs() - started) * perSecond) / 1_000;
    while (emitting.length < Math.min(due, perSecond * seconds)) {
      emitting.push(emit(tenants[emitting.length % tenants.length] ?? ''));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(emitting);
}
