import { randomBytes } from 'node:crypto';
import {
  createKeyRing,
  createStepward,
  MANAGEMENT_SCOPES,
  systemRandom,
  type Stepward,
} from '@stepward/core';
import { startPostgres } from '@stepward/dev-postgres';
import { stepwardFastify } from '@stepward/fastify';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { fastify, type FastifyInstance } from 'fastify';
import pg from 'pg';
import { startLoadClient, type LoadClient } from './load-client-process.js';
import { createRecordingPool, type RecordedStatement } from './recording-pool.js';

export const TENANT = 'bench';

/** The code of every message. */
export const CODE = '000042';

/** How many requests are under way at a time. */
export const CONCURRENCY = 16;

/** A database, a client process and the servers between them. */
export interface BenchWorld {
  readonly pool: pg.Pool;
  readonly client: LoadClient;
  readonly stepward: Stepward;
  /** Lets the next round begin a day and an hour later, so that no budget is ever spent. */
  nextDay(): void;
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
  let now = new Date();

  const stepwardOver = (database: Pick<pg.Pool, 'connect' | 'on'>): Stepward =>
    createStepward({
      storage: createPostgresStorage({ pool: database }),
      smsSender: { send: () => Promise.resolve({ status: 'accepted' }) },
      codeKeys: createKeyRing({ active: { id: 'bench', secret: randomBytes(32) } }),
      clock: { now: () => now, timeout: (ms) => AbortSignal.timeout(ms) },
      random: { ...systemRandom, integer: () => Number(CODE) },
    });

  async function serve(app: FastifyInstance): Promise<string> {
    servers.push(app);
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  return {
    pool,
    client,
    stepward: stepwardOver(pool),
    nextDay() {
      now = new Date(now.getTime() + 25 * 3_600_000);
    },
    async serveStepward(onTransaction) {
      const database = onTransaction ? createRecordingPool(pool, onTransaction) : pool;
      const app = fastify();
      await app.register(stepwardFastify, { api: apiOver(stepwardOver(database)) });
      return serve(app);
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
function apiOver(stepward: Stepward): ReturnType<typeof createHttpApi> {
  const accessTokens = createOpaqueTokenAuthenticator((token) =>
    Promise.resolve({ tenantId: TENANT, identityId: token, scopes: MANAGEMENT_SCOPES }),
  );
  // All requests come from one address and a few people; the counting itself is part of what is measured.
  return createHttpApi({ stepward, accessTokens, rateLimits: { scale: 1_000_000 } });
}
