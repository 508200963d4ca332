/** One side of a comparison, in a separate process: serves, and reports its usage on request. */
import { createOpaqueTokenAuthenticator } from '@stepward/http';
import pg from 'pg';
import { createStepwardServer, stepwardOver, TENANT } from './bench-stepward.js';
import { bareFloor } from './bare-floor.js';
import { createFloorServer } from './floor-server.js';
import { promisesFloor } from './promises-floor.js';
import type { ServingOptions, ServingUsage } from './serving-processes.js';
import { sessionsIn, type FindSession } from './sessions.js';

const [options = ''] = process.argv.slice(2);
const { side, databaseUrl, connections, withSessions } = JSON.parse(options) as ServingOptions;
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: connections,
  idleTimeoutMillis: 0,
  // Row-level security binds the floors as well, and costs it no statement.
  ...(side !== 'stepward' ? { options: `-c stepward.tenant_id=${TENANT}` } : {}),
});
pool.on('error', () => undefined);

let statements = 0;
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...query: readonly unknown[]) => unknown;
  const counted = (...values: readonly unknown[]): unknown => {
    statements += 1;
    return query(...values);
  };
  client.query = counted as typeof client.query;
});

/** Without sessions a token is the id of the identity that it speaks for, and after a tilde the tenant where it is another. */
const findSession: FindSession = withSessions
  ? sessionsIn(pool)
  : (token) => {
      const [identityId = '', tenantId = TENANT] = token.split('~');
      return Promise.resolve({ tenantId, identityId });
    };

const app =
  side === 'stepward'
    ? await createStepwardServer(stepwardOver(pool), createOpaqueTokenAuthenticator(findSession))
    : createFloorServer(pool, findSession, side === 'bare' ? bareFloor : promisesFloor);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, statements } satisfies ServingUsage);
});
process.on('disconnect', () => {
  void app.close().then(() => pool.end());
});
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
