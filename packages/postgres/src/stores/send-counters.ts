import type {
  BlockMode,
  CounterChange,
  CounterKey,
  CounterQuery,
  SendCounters,
} from '@stepward/core/adapter';
import { storedDate, storedJson } from '../connection/stored-values.js';

/** The result of `counters_of`; null where none are asked for. */
export interface SendCountersRow {
  readonly counts: readonly (CounterKeyRow & {
    readonly sent: number;
    readonly verified: number;
  })[];
  readonly blocks: readonly {
    readonly name: string;
    readonly mode: BlockMode;
    readonly started_at: unknown;
    readonly until: unknown;
    readonly repeats: number;
    readonly unverified: number;
  }[];
}

interface CounterKeyRow {
  readonly name: string;
  readonly part: string;
  readonly bucket: unknown;
}

/** The parameter of the functions that read counters: JSON, or null to read none. */
export function counterQueriesValue(queries: readonly CounterQuery[] = []): string | null {
  return queries.length === 0 ? null : JSON.stringify(queries);
}

export function storedSendCounters({ counts, blocks }: SendCountersRow): SendCounters {
  return {
    counts: counts.map(({ sent, verified, ...key }) => ({
      ...storedCounterKey(key),
      sent,
      verified,
    })),
    blocks: blocks.map(({ started_at, until, ...block }) => ({
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

/** The parts of a change for `write_decision`. Rows of one counter are added up, since a statement changes each once. */
export function counterRows(change: CounterChange | null | undefined): {
  readonly counters: unknown;
  readonly blocks: unknown;
} {
  const { add = [], blocks = [] } = change ?? {};
  return {
    counters: add.length > 0 ? add : undefined,
    blocks:
      blocks.length > 0
        ? blocks.map(({ name, mode, startedAt, until, repeats, unverified }) => ({
            name,
            mode,
            started_at: startedAt,
            until,
            repeats,
            unverified,
          }))
        : undefined,
  };
}

/**
 * The counters and blocks of queries as one value of JSON. Tenant and queries are expressions.
 */
export function countersOf(schema: string, tenantId: string, queries: string): string {
  return `(with asked as (
      select name, since from jsonb_to_recordset(${queries}) as asked(name text collate "C", since timestamptz)
    ) select json_build_object(
      'counts', coalesce((select json_agg(json_build_object('name', one.name, 'part', one.part,
          'bucket', one.bucket, 'sent', one.sent, 'verified', one.verified))
        from asked join ${schema}.send_counters as one
          on one.tenant_id = ${tenantId} and one.name = asked.name and one.bucket > asked.since), '[]'),
      'blocks', coalesce((select json_agg(json_build_object('name', one.name, 'mode', one.mode,
          'started_at', one.started_at, 'until', one.until, 'repeats', one.repeats,
          'unverified', one.unverified))
        from asked join ${schema}.send_blocks as one
          on one.tenant_id = ${tenantId} and one.name = asked.name), '[]')))`;
}
