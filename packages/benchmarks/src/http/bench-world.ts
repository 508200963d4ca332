import { MANAGEMENT_SCOPES, type Stepward } from '@stepward/core';
import { startPostgres } from '@stepward/dev-postgres';
import { createOpaqueTokenAuthenticator } from '@stepward/http';
import { migrate } from '@stepward/postgres';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { createStepwardServer, stepwardOver, TENANT } from './bench-stepward.js';
import { startLoadClient, type LoadClient } from './load-client-process.js';
import { createRecordingPool, type RecordedStatement } from './recording-pool.js';

/** How many requests are under way at a time. */
export const CONCURRENCY = 16;

/** A database, a client process and the servers between them. */
export interface BenchWorld {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly client: LoadClient;
  readonly stepward: Stepward;
  /** Starts Stepward behind Fastify; with `onTransaction` its statements are written down. Gives the base URL. */
  serveStepward(
    onTransaction?: (statements: readonly RecordedStatement[]) => void,
  ): Promise<string>;
  serve(app: FastifyInstance): Promise<string>;
  stop(): Promise<void>;
}

export async function createBenchWorld(): Promise<BenchWorld> {
  const postgres = await startPostgres();
  const pool = new pg.Pool({ connectionString: postgres.url, max: CONCURRENCY });
  pool.on('error', () => undefined);
  await migrate({ pool });
  const client = startLoadClient();
  const servers: FastifyInstance[] = [];

  async function serve(app: FastifyInstance): Promise<string> {
    servers.push(app);
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  return {
    databaseUrl: postgres.url,
    pool,
    client,
    stepward: stepwardOver(pool),
    async serveStepward(onTransaction) {
      const database = onTransaction ? createRecordingPool(pool, onTransaction) : pool;
      return serve(await createStepwardServer(stepwardOver(database), everyone));
    },
    serve,
    async stop() {
      client.stop();
      await Promise.all(servers.map((server) => server.close()));
      await pool.end();
      await postgres.stop();
    },
  };
}

/** A token is the id of the identity that it speaks for: checking tokens is not what is measured. */
const everyone = createOpaqueTokenAuthenticator((token) =>
  Promise.resolve({ tenantId: TENANT, identityId: token, scopes: MANAGEMENT_SCOPES }),
);
