import type { QueueNews } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote-literal.js';

/** A schema, and whether what happens to its queue is announced to workers. */
export interface QueueSchema {
  /** Not quoted. */
  readonly schemaName: string;
  /** Whether workers are woken by `NOTIFY`. */
  readonly wake: boolean;
}

/** The channel of all schemas of a database. */
export const CHANNEL = 'stepward';

/** The payload of a notification. No kind of news holds a space, so the first one ends it. */
export function payloadOf(news: QueueNews, schemaName: string): string {
  return `${news} ${schemaName}`;
}

/**
 * SQL for a value whose evaluation announces news when the transaction commits; `null` where nothing is announced. Postgres
 * sends equal notifications of one transaction once.
 */
export function announcement({ schemaName, wake }: QueueSchema, news: QueueNews): string {
  return wake ? `pg_notify('${CHANNEL}', ${quoteLiteral(payloadOf(news, schemaName))})` : 'null';
}
