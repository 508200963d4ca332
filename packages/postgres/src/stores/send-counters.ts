import {
  NO_SEND_COUNTERS,
  type BlockMode,
  type CounterKey,
  type CounterQuery,
  type SendBlock,
  type SendCounters,
} from '@stepward/core/adapter';
import { storedDate, storedJson, storedTimes } from '../connection/stored-values.js';

/** Counters and blocks, each a list of JSON; null for none. */
export interface SendCountersRow {
  readonly counts:
    | readonly (CounterKeyRow & { readonly sent: number; readonly verified: number })[]
    | null;
  readonly blocks: readonly BlockRow[] | null;
}

interface BlockRow {
  readonly name: string;
  readonly mode: BlockMode;
  readonly started_at: unknown;
  readonly until: unknown;
  readonly repeats: number;
  readonly unverified: number;
}

interface CounterKeyRow {
  readonly name: string;
  readonly part: string;
  readonly bucket: unknown;
}

/** The parameters of `countsOf` and `blocksOf`: the names, and for each since when its buckets count. */
export function queryValues(queries: readonly CounterQuery[]): readonly unknown[] {
  return [queries.map(({ name }) => name), storedTimes(queries.map(({ since }) => since))];
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

export function storedCounterKeys(stored: unknown): readonly CounterKey[] {
  return (storedJson(stored) as readonly CounterKeyRow[]).map(storedCounterKey);
}

function storedCounterKey({ name, part, bucket }: CounterKeyRow): CounterKey {
  return { name, part, bucket: storedDate(bucket) };
}

/** The columns of a block beside its tenant. */
export const BLOCK_COLUMNS = 'name, mode, started_at, until, repeats, unverified';

export function blockRows(blocks: readonly SendBlock[]): readonly BlockRow[] {
  return blocks.map(({ startedAt, ...block }) => ({ ...block, started_at: startedAt }));
}

/** The counters of queries as a list of JSON. The arguments are expressions; `names` and `since` are arrays. */
export function countsOf(schema: string, tenantId: string, names: string, since: string): string {
  return `(select json_agg(found) from unnest(${names}::text[], ${since}::timestamptz[]) as asked(name, since), lateral (
      select one.name, one.part, one.bucket, one.sent, one.verified from ${schema}.send_counters as one
      where one.tenant_id = ${tenantId} and one.name = asked.name collate "C" and one.bucket > asked.since
      offset 0
    ) as found)`;
}

/** Likewise the latest block of each name. */
export function blocksOf(schema: string, tenantId: string, names: string): string {
  return `(select json_agg(found) from unnest(${names}::text[]) as asked(name), lateral (
      select ${BLOCK_COLUMNS.split(', ')
        .map((column) => `one.${column}`)
        .join(', ')} from ${schema}.send_blocks as one
      where one.tenant_id = ${tenantId} and one.name = asked.name collate "C" offset 0
    ) as found)`;
}
