import type { QueueNews } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote-literal.js';

/** The schema of the queue, and whether its workers are told what is new. */
export interface AnnounceOptions {
  /** Not quoted. */
  readonly schemaName: string;
  /** Whether what is queued is announced to workers; they poll in any case. */
  readonly wake: boolean;
}

/** The channel that workers listen to. */
export const NEWS_CHANNEL = 'stepward';

/** What is said over the channel, which the schemas of a database share. */
export function newsOf(schemaName: string, news: QueueNews): string {
  return `${schemaName} ${news}`;
}

/**
 * SQL that announces news when the transaction commits: an expression. Postgres says the same thing only once for each
 * transaction.
 */
export function announce({ schemaName, wake }: AnnounceOptions, news: QueueNews): string {
  const said = quoteLiteral(newsOf(schemaName, news));
  return wake ? `pg_notify('${NEWS_CHANNEL}', ${said})` : 'null';
}
