import {
  checkOptions,
  hasMethods,
  isBoolean,
  optional,
  required,
  type RequestLimitStore,
  withoutFullBuckets,
} from '@stepward/core/adapter';
import { explainPrepared } from '../connection/explain-error.js';
import type { PostgresExecutor } from '../connection/postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from '../connection/quote.js';
import { queryOf, statement, type Statement } from '../connection/statement.js';

export interface PostgresLimitsOptions {
  /** The host's pool; a `pg.Pool` fits. With a separate pool, counting does not wait behind units of work. */
  readonly pool: PostgresExecutor;
  /** The schema that {@link migrate} made; `stepward`. */
  readonly schema?: string;
  /** Whether statements are prepared; true. False behind a pooler that does not track them. */
  readonly prepare?: boolean;
}

/**
 * Counts requests in the table `request_limits` of Stepward's schema, so all processes over one database share
 * the limits. Each count is one statement, and no statement once a bucket is known to be full. Windows follow the
 * clock of the database. `Storage.purge` deletes expired rows.
 *
 * @throws TypeError that names the option which is missing, misspelt or wrong.
 */
export function postgresLimits(options: PostgresLimitsOptions): RequestLimitStore {
  checkOptions('postgresLimits', options, {
    pool: required('a pg.Pool, or anything with its method query', hasMethods('query')),
    schema: optional(A_NAME, isDatabaseName),
    prepare: optional('a boolean', isBoolean),
  });
  const { pool, schema = 'stepward', prepare = true } = options;
  const count = countStatement(quoteIdentifier(schema));
  return {
    remote: true,
    counter: ({ name, limit, windowMs }) =>
      withoutFullBuckets({
        async count(bucket) {
          const values = [`${name}:${bucket}`, limit, windowMs];
          const { rows } = await pool.query(queryOf(count, values, prepare)).catch(rethrow);
          const [{ points, reset_ms: resetMs }] = rows as [CountedRow];
          return { exceeded: points > limit, remaining: Math.max(limit - points, 0), resetMs };
        },
      }),
  };
}

function rethrow(error: unknown): never {
  throw explainPrepared(error);
}

interface CountedRow {
  readonly points: number;
  readonly reset_ms: number;
}

/** The clock of the database in milliseconds since 1970, the unit of `request_limits.expire`. */
export const DATABASE_NOW_MS = '(extract(epoch from now()) * 1000)::bigint';

/** Its parameters: key, limit, milliseconds of a window. Points stop at one more than the limit. */
function countStatement(schema: string): Statement {
  const isOver = 'bucket.expire <= excluded.expire - $3::bigint';
  return statement(
    'count_request',
    `insert into ${schema}.request_limits as bucket (key, points, expire)
      values ($1, 1, ${DATABASE_NOW_MS} + $3::bigint)
      on conflict (key) do update set
        points = case when ${isOver} then 1 else least(bucket.points, $2::integer) + 1 end,
        expire = case when ${isOver} then excluded.expire else bucket.expire end
      returning points, least(expire - ${DATABASE_NOW_MS}, $3::bigint)::integer as reset_ms`,
  );
}
