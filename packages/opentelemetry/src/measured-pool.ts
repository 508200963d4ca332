import type { PostgresClient, PostgresPool, PostgresQuery } from '@stepward/postgres';
import type { Measure, MeasuredCall } from './measure.js';

/** How the two calls of a pool are measured. */
export interface PoolMeasures {
  readonly connect: Measure;
  readonly query: Measure;
}

/** Returns the pool with each wait for a connection and each statement measured. */
export function measuredPool({ connect, query }: PoolMeasures, pool: PostgresPool): PostgresPool {
  // Either overload: the listener is passed on as it is.
  const on = (event: 'error', listener: (error: Error) => void) => pool.on?.(event, listener);
  return {
    async connect() {
      const client = await connect(CONNECT, () => pool.connect());
      return isClient(client) ? measuredClient(query, client) : client;
    },
    on: on as NonNullable<PostgresPool['on']>,
  };
}

/** False where a single client was handed over in place of a pool: its `connect` resolves to none, as storage reports. */
function isClient(connected: unknown): boolean {
  return connected !== undefined;
}

const CONNECT = {
  span: 'stepward.postgres.connect',
  attributes: { 'db.system.name': 'postgresql' },
  tenantId: null,
  outcome: () => ({}),
};

function measuredClient(measure: Measure, client: PostgresClient): PostgresClient {
  return {
    query: (query) => measure(callOf(query), () => client.query(query)),
    release: (destroy) => client.release(destroy),
    on: (event, listener) => client.on(event, listener),
    removeListener: (event, listener) => client.removeListener(event, listener),
  };
}

/**
 * A statement by its name (`decision_read`), and one without a name by its command (`BEGIN`). Its text is not
 * reported: that of a transaction's beginning names the tenant.
 */
function callOf<T>({ name, text }: PostgresQuery): MeasuredCall<T> {
  const operation = COMMAND.exec(text)?.[1]?.toUpperCase() ?? '_OTHER';
  const summary = name === undefined ? operation : (STATEMENT.exec(name)?.[1] ?? operation);
  return {
    span: summary,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
    },
    tenantId: null,
    outcome: () => ({}),
  };
}

const COMMAND = /^\s*(begin|commit|rollback|select|with|insert|update|delete|set)\b/i;

/** The names that storage gives its statements end in a digest of their text. */
const STATEMENT = /^stepward_([a-z_]+)_[0-9a-f]{12}$/;
