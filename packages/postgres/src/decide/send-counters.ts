import {
  NO_SEND_COUNTERS,
  type CounterQuery,
  type SendBlock,
  type SendCounters,
} from '@stepward/core/adapter';
import { storedCounterKey, storedDate, type CounterKeyRow } from '../connection/stored-values.js';

/** Counters and blocks, each a list of JSON; null for none. */
export interface SendCountersRow {
  readonly counts:
    | readonly (CounterKeyRow & { readonly sent: number; readonly verified: number })[]
    | null;
  readonly blocks: readonly BlockRow[] | null;
}

interface BlockRow {
  readonly name: string;
  readonly mode: SendBlock['mode'];
  readonly started_at: unknown;
  readonly until: unknown;
  readonly repeats: number;
  readonly unverified: number;
}

/**
 * The parameter of `countsOf` and `blocksOf`, as JSON: the planner knows the length of an array, and would plan again for
 * each.
 */
export function queriesValue(queries: readonly CounterQuery[]): string {
  return JSON.stringify(queries);
}

export function storedSendCounters({ counts, blocks }: SendCountersRow): SendCounters {
  if (counts === null && blocks === null) return NO_SEND_COUNTERS;
  return {
    counts: (counts ?? []).map(({ sent, verified, ...key }) => ({
      ...storedCounterKey(key),
      sent,
      verified,
    })),
    blocks: (blocks ?? []).map(({ started_at, until, ...block }) => ({
      ...block,
      startedAt: storedDate(started_at),
      until: storedDate(until),
    })),
  };
}

/** The columns of a block beside its tenant. */
export const BLOCK_COLUMNS = 'name, mode, started_at, until, repeats, unverified';

export function blockRows(blocks: readonly SendBlock[]): readonly BlockRow[] {
  return blocks.map(({ startedAt, ...block }) => ({ ...block, started_at: startedAt }));
}

/** The counters of queries as a list of JSON. The arguments are expressions. */
export function countsOf(schema: string, tenantId: string, queries: string): string {
  return `(select json_agg(found) from ${askedFor(queries)}, lateral (
      select one.name, one.part, one.bucket, sum(one.sent) as sent, sum(one.verified) as verified
      from ${schema}.send_counters as one
      where one.tenant_id = ${tenantId} and one.name = asked.name and one.bucket > asked.since
      group by one.name, one.bucket, one.part offset 0
    ) as found)`;
}

/** Likewise the latest block of each name. */
export function blocksOf(schema: string, tenantId: string, queries: string): string {
  return `(select json_agg(found) from ${askedFor(queries)}, lateral (
      select one.name, one.mode, one.started_at, one.until, one.repeats, one.unverified from ${schema}.send_blocks as one
      where one.tenant_id = ${tenantId} and one.name = asked.name offset 0
    ) as found)`;
}

function askedFor(queries: string): string {
  return `json_to_recordset(${queries}::json) as asked(name text collate "C", since timestamptz)`;
}
