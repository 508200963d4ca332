import { SHARD_COUNT, type QueueNews } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote.js';
import { lockKey } from '../connection/unit-of-work.js';

/** A schema, and whether what happens to its queue is announced to workers. */
export interface QueueSchema {
  /** Not quoted. */
  readonly schemaName: string;
  /** Whether workers are woken by `NOTIFY`. */
  readonly wake: boolean;
}

/** The channel of all schemas of a database. */
export const CHANNEL = 'stepward';

/** What is announced: news, or an event of a shard: `event-12`. */
export type Announced = QueueNews | `event-${number}`;

/** The payload of a notification. Nothing that is announced holds a space, so the first one ends it. */
export function payloadOf(announced: Announced, schemaName: string): string {
  return `${announced} ${schemaName}`;
}

/**
 * SQL for a value; its evaluation announces news when the transaction commits; `null` where nothing is announced. Postgres
 * sends equal notifications of one transaction once.
 */
export function announcement({ schemaName, wake }: QueueSchema, news: QueueNews): string {
  return wake ? `pg_notify('${CHANNEL}', ${quoteLiteral(payloadOf(news, schemaName))})` : 'null';
}

/**
 * The key of a shard's advisory lock. Postgres lets transactions that notify commit one after the other, also while they wait for the
 * disk. So an event is announced only while the owner of its shard waits for it, and holds this lock. The append tries to share it until
 * its transaction ends: where it cannot, it notifies; where it can, the owner cannot begin to wait before that transaction
 * has ended, and reads once more when it does.
 */
export function shardKey(schemaName: string, shard: number): bigint {
  const first = BigInt(lockKey(['events', schemaName])) & ~BigInt(SHARD_COUNT - 1);
  return first + BigInt(shard);
}

/** SQL that announces an event of the shard that an expression names, if its owner waits. */
export function eventAnnouncement({ schemaName, wake }: QueueSchema, shard: string): string {
  if (!wake) return 'null';
  const isShared = `pg_try_advisory_xact_lock_shared(${String(shardKey(schemaName, 0))} + ${shard})`;
  const payload = `'event-' || ${shard} || ${quoteLiteral(` ${schemaName}`)}`;
  return `case when not ${isShared} then pg_notify('${CHANNEL}', ${payload}) end`;
}
