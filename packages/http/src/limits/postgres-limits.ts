import { createHash } from 'node:crypto';
import { checkOptions, hasMethods, isBoolean, optional, required } from '@stepward/core/adapter';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { libraryCounter, limiterOptions } from './library-counter.js';
import type { RequestLimitStore } from './limit-store.js';

/** The part of a connection pool that is used: a `pg.Pool` fits as it is. */
export interface LimitsPool {
  query(
    query: LimitsQuery,
  ): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
}

/** One statement. */
export interface LimitsQuery {
  readonly text: string;
  readonly values: unknown[];
  /** Prepares the statement under this name, once per connection; at most 63 bytes. */
  readonly name?: string;
}

export interface PostgresLimitsOptions {
  readonly pool: LimitsPool;
  /** The schema that `migrate` of `@stepward/postgres` filled; `stepward`. */
  readonly schema?: string;
  /** Whether statements are prepared; true. False behind a pooler that does not track them. */
  readonly prepare?: boolean;
}

/** What Postgres takes as a name without cutting it. */
const MAX_NAME_BYTES = 63;

/**
 * Counts in the table `request_limits` of Stepward's schema, so that all processes over one database
 * share the limits. Each count is one statement, and none once a bucket is known to be full.
 *
 * @throws TypeError that names the option which is missing, misspelt or wrong.
 */
export function postgresLimits(options: PostgresLimitsOptions): RequestLimitStore {
  checkOptions('postgresLimits', options, {
    pool: required('a pg.Pool, or anything with its method query', hasMethods('query')),
    schema: optional('a schema name of 1 to 63 bytes, none of them zero', isSchemaName),
    prepare: optional('a boolean', isBoolean),
  });
  const { pool, schema = 'stepward', prepare = true } = options;
  const schemaName = insideQuotes(schema);
  const storeClient = { query: (query: LimitsQuery) => pool.query(renamed(query, prepare)) };
  let sweeps = false;
  return {
    remote: true,
    counter(rule) {
      const limiter = new RateLimiterPostgres({
        ...limiterOptions(rule, 'stepward'),
        storeClient,
        storeType: 'pool',
        schemaName,
        tableName: 'request_limits',
        tableCreated: true,
        inMemoryBlockOnConsumed: rule.limit,
        // One counter sweeps the whole table: every 5 minutes what ran out an hour ago.
        clearExpiredByTimeout: !sweeps,
      });
      sweeps = true;
      return libraryCounter(limiter, rule);
    },
  };
}

/** The library names a statement the same for every schema, and a connection takes one text per name. */
function renamed({ text, values }: LimitsQuery, prepare: boolean): LimitsQuery {
  if (!prepare) return { text, values };
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { text, values, name: `stepward-limits-${digest}` };
}

function isSchemaName(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value !== '' &&
    !value.includes('\0') &&
    Buffer.byteLength(value) <= MAX_NAME_BYTES
  );
}

/** The library puts the name between quotation marks and leaves those in it as they are. */
function insideQuotes(name: string): string {
  return name.replaceAll('"', '""');
}
