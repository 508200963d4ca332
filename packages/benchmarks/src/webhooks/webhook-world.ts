import {
  createKeyRing,
  createStepward,
  systemClock,
  systemCaller,
  type Clock,
  type Stepward,
} from '@stepward/core';
import { startPostgres, type PostgresServer } from '@stepward/dev-postgres';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { createWebhookTargets, type TargetOptions } from '@stepward/webhooks';
import pg from 'pg';
import { forEach } from './for-each.js';

export const TENANT = 'bench';

/** Plain http to this machine. */
export const TARGETS: TargetOptions = { allow: ['127.0.0.1/32'], allowHttp: ['127.0.0.1/32'] };

/** A key of the benchmark's own, so that every process of it opens what another has sealed. */
const KEYS = createKeyRing({ active: { id: 'bench', secret: Buffer.alloc(32, 'bench') } });

/** Transactions that make subscribers, at a time. */
const AT_ONCE = 8;

export interface StepwardOptions {
  readonly schema?: string;
  readonly clock?: Clock;
  /** The storage's option; left out by default, since the second edition does not know it. */
  readonly wake?: boolean;
}

/** A database with Stepward in it, whose commits wait for the disk, as a host's do. */
export interface WebhookWorld {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly stepward: Stepward;
  /** Registers a subscriber of all users' events, and gives its id. */
  subscribe(url: string, tenantId?: string): Promise<string>;
  /** The same for each of these tenants; one that is named more than once gets as many. */
  subscribeEach(url: string, tenants: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export async function createWebhookWorld(
  connections = 16,
  server: PostgresServer | null = null,
  options: StepwardOptions = {},
): Promise<WebhookWorld> {
  const postgres = server ?? (await startPostgres({ durable: true }));
  const pool = openPool(postgres.url, connections);
  await migrate({ pool });
  const stepward = stepwardOver(pool, options);

  return {
    url: postgres.url,
    pool,
    stepward,
    subscribe: (url, tenantId = TENANT) => subscribe(stepward, { url, tenantId }),
    subscribeEach: (url, tenants) =>
      forEach(tenants, AT_ONCE, (tenantId) => subscribe(stepward, { url, tenantId })),
    async stop() {
      await pool.end();
      await postgres.stop();
    },
  };
}

export interface NewSubscriber {
  readonly url: string;
  readonly tenantId: string;
  /** All users' events by default. */
  readonly eventType?: string;
}

export async function subscribe(
  { subscribers }: Pick<Stepward, 'subscribers'>,
  { url, tenantId, eventType = 'user.*' }: NewSubscriber,
): Promise<string> {
  const created = await subscribers.create(systemCaller(tenantId), {
    url,
    event_types: [eventType],
  });
  if (created.isErr()) throw new Error(created.error.code);
  return created.value.subscriber.id;
}

export function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  // graphile-worker asks for it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function stepwardOver(
  pool: pg.Pool,
  { clock = systemClock, ...options }: StepwardOptions = {},
): Stepward {
  return createStepward({
    clock,
    storage: createPostgresStorage({ pool, ...options }),
    smsSender: { send: () => Promise.resolve({ status: 'accepted' }) },
    codeKeys: KEYS,
    webhooks: { keys: KEYS, targets: createWebhookTargets({ targets: TARGETS }) },
  });
}
