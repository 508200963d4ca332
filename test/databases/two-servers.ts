import {
  createKeyRing,
  createMultiDatabaseStorage,
  createStepward,
  silentLogger,
  systemCaller,
  type Logger,
  type Stepward,
} from '@stepward/core';
import type { WebhookRequest } from '@stepward/core/adapter';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@stepward/dev-postgres';
import { createPostgresStorage, migrate, type PostgresPool } from '@stepward/postgres';
import { createRecordingSmsSender } from '@stepward/testing';
import { createDeliveryWorker, type WebhookMetrics } from '@stepward/webhooks';
import pg from 'pg';
import { afterAll } from 'vitest';

/** The names of the two databases. Tenants begin in the one that their id names: `north-1`. */
export type DatabaseName = 'north' | 'south';

export interface Sent {
  readonly tenantId: string;
  readonly eventId: string;
  readonly sequence: number;
}

export interface TwoServers {
  readonly servers: Readonly<Record<DatabaseName, EmbeddedPostgres>>;
  readonly pools: Readonly<Record<DatabaseName, pg.Pool>>;
  /** What the receivers got. */
  readonly sent: readonly Sent[];
  /** The services of one process of the host, and its delivery worker. */
  host(options?: {
    readonly logger?: Logger;
    readonly metrics?: WebhookMetrics;
    readonly pool?: (pool: pg.Pool, name: DatabaseName) => PostgresPool;
  }): Stepward & { startWorker(): { stop(): Promise<void> } };
}

/** Starts two servers for the test file, and ends them with it. */
export async function startTwoServers(): Promise<TwoServers> {
  const [north, south] = await Promise.all([startEmbeddedPostgres(), startEmbeddedPostgres()]);
  const poolOn = (server: EmbeddedPostgres): pg.Pool => {
    const pool = new pg.Pool({ connectionString: server.url, max: 10 });
    pool.on('error', () => undefined);
    return pool;
  };
  const pools = { north: poolOn(north), south: poolOn(south) };
  afterAll(async () => {
    await Promise.all([pools.north.end(), pools.south.end()]);
    await Promise.all([north.stop(), south.stop()]);
  });
  await Promise.all(Object.values(pools).map((pool) => migrate({ pool, logger: silentLogger })));
  const keys = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } });
  const sent: Sent[] = [];
  const record = ({ tenantId, headers, body }: WebhookRequest): void => {
    const { idempotency_key: eventId } = JSON.parse(body) as { readonly idempotency_key: string };
    sent.push({ tenantId, eventId, sequence: Number(headers['x-webhook-sequence']) });
  };

  return {
    servers: { north, south },
    pools,
    sent,
    host({ logger = silentLogger, metrics, pool = (same: pg.Pool) => same } = {}) {
      const storageOn = (name: DatabaseName) =>
        createPostgresStorage({ pool: pool(pools[name], name), logger: silentLogger });
      const storage = createMultiDatabaseStorage({
        databases: { north: storageOn('north'), south: storageOn('south') },
        databaseOf: (tenantId) => (tenantId.startsWith('south') ? 'south' : 'north'),
      });
      const stepward = createStepward({
        ...{ storage, logger, codeKeys: keys, smsSender: createRecordingSmsSender() },
        webhooks: { keys, targets: { check: () => Promise.resolve('allowed') } },
      });
      return {
        ...stepward,
        startWorker() {
          const worker = createDeliveryWorker({
            outbox: stepward.outbox,
            sender: {
              send(request) {
                record(request);
                return Promise.resolve({
                  type: 'answered',
                  status: 204,
                  retryAfter: null,
                  body: '',
                });
              },
            },
            ...{ logger, purgeMs: null, pollMs: 100 },
            ...(metrics && { metrics }),
          });
          worker.start();
          return worker;
        },
      };
    },
  };
}

/** Gives the tenant a subscriber of all events. */
export async function subscribe({ subscribers }: Stepward, tenantId: string): Promise<void> {
  const input = { url: `https://hooks.test/${tenantId}`, event_types: ['*'] };
  (await subscribers.create(systemCaller(tenantId), input))._unsafeUnwrap();
}

/** Emits an event of the tenant; its id. */
export async function emit({ events }: Stepward, tenantId: string): Promise<string> {
  const data = { id: 'ada', deleted_at: new Date().toISOString() };
  const emitted = await events.emit({ type: 'user.deleted', tenantId, data });
  return emitted._unsafeUnwrap().id;
}
