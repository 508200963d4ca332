/**
 * A host, which answers requests and emits events in transactions of its own, or a delivery worker; it tells its parent what it logs,
 * answers, emits and measures. Started by `stage.ts`; not imported.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { metrics as globalMetrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { createKeyRing, createStepward, systemCaller, type Logger } from '@stepward/core';
import {
  createFetchHandler,
  createHttpApi,
  createOpaqueTokenAuthenticator,
  redisLimits,
} from '@stepward/http';
import { createTelemetry } from '@stepward/opentelemetry';
import { createPostgresStorage } from '@stepward/postgres';
import {
  createDeliveryWorker,
  createWebhookSender,
  createWebhookTargets,
} from '@stepward/webhooks';
import { Redis } from 'ioredis';
import pg from 'pg';
import { emitOne } from '../webhooks/emit.js';
import { TARGETS, TENANT } from '../webhooks/webhook-world.js';
import type { ObservedOptions, Observation, Order } from './messages.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ObservedOptions;
/** Milliseconds between two cycles of a host, each with two requests and an event. */
const CYCLE_MS = 100;
const MEASURE_MS = 1_000;
const POLICY = '/v1/customer/organisations/org-1/security-policy';

function tell(observation: Observation): void {
  if (process.connected) process.send?.(observation);
}

const at =
  (level: string): Logger['info'] =>
  (_fields, message) =>
    tell({ type: 'logged', level, message });
const logger: Logger = {
  debug: () => undefined,
  ...{ info: at('info'), warn: at('warn'), error: at('error') },
};

/** The clock of the machine, as this process sees it. */
let offsetMs = 0;
globalThis.Date = new Proxy(Date, {
  construct: (machine, given: unknown[], called) =>
    Reflect.construct(
      machine,
      given.length === 0 ? [machine.now() + offsetMs] : given,
      called,
    ) as Date,
  get: (machine, name) =>
    name === 'now' ? () => machine.now() + offsetMs : (Reflect.get(machine, name) as unknown),
});
process.on('message', (order: Order) => {
  ({ offsetMs } = order);
});
process.on('disconnect', () => process.exit());

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
globalMetrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
const telemetry = createTelemetry({
  tracer: trace.getTracer('stepward'),
  meter: globalMetrics.getMeter('stepward'),
});

/** As docs/operations.md says. The pool gets no listener of this process: losing a connection must not end it. */
const pool = new pg.Pool({
  connectionString: options.databaseUrl,
  max: 6,
  connectionTimeoutMillis: 2_000,
  query_timeout: 10_000,
  keepAlive: true,
});
const key = (id: string) => ({ id, secret: Buffer.alloc(32, id) });
const stepward = createStepward({
  logger,
  storage: telemetry.storage(createPostgresStorage({ pool, logger })),
  smsSender: { send: async () => ({ status: 'accepted' }) },
  codeKeys: createKeyRing({ active: key('codes') }),
  webhooks: {
    keys: telemetry.keyRing(createKeyRing({ active: key(options.webhookKey) }), 'webhooks'),
    targets: createWebhookTargets({ targets: TARGETS }),
  },
});

setInterval(() => void measure(), MEASURE_MS);
if (options.role === 'worker') deliver();
else await serve();

/** Sums counters and counts over all attributes but those that say what failed, and takes the largest of the gauges. */
async function measure(): Promise<void> {
  await reader.forceFlush();
  const values: Record<string, number> = {};
  for (const { metrics } of exporter.getMetrics().at(-1)?.scopeMetrics ?? []) {
    for (const { descriptor, dataPoints } of metrics) {
      for (const { attributes, value } of dataPoints) {
        const told = [attributes['error.type'], attributes['stepward.webhooks.result']];
        const name = [descriptor.name, ...told.filter((each) => each !== undefined)].join(' ');
        const one = typeof value === 'number' ? value : value.count;
        values[name] = Math.max(values[name] ?? 0, one);
      }
    }
  }
  exporter.reset();
  tell({ type: 'measured', values });
}

function deliver(): void {
  const worker = createDeliveryWorker({
    outbox: stepward.outbox,
    sender: createWebhookSender({ targets: TARGETS }),
    metrics: telemetry.webhookMetrics,
    logger,
  });
  worker.start();
  process.once('SIGTERM', () => {
    void worker.stop().then(() => process.exit());
  });
}

async function serve(): Promise<void> {
  const { redisUrl } = options;
  const api = createHttpApi({
    ...{ stepward, logger },
    accessTokens: createOpaqueTokenAuthenticator(async () => ({
      tenantId: TENANT,
      identityId: 'usr_1',
    })),
    observeRequest: telemetry.observeRequest,
    rateLimits: {
      scale: 1_000,
      metrics: telemetry.requestLimitMetrics,
      ...(redisUrl !== null && { store: redisLimits({ client: quietRedis(redisUrl) }) }),
    },
  });
  const handle = createFetchHandler(api, { clientAddress: () => '192.0.2.1' });
  const scopes = ['organisations:read', 'organisations:write'];
  const created = await stepward.apiKeys.create(systemCaller(TENANT), { name: 'failures', scopes });
  const managementKey = created._unsafeUnwrap().secret.reveal();
  let number = 0;

  async function ask(method: string, path: string, token: string, body?: object): Promise<void> {
    const request = new Request(`https://api.test${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, headers } = await handle(request);
    const isProblem = headers.get('content-type')?.includes('problem') === true;
    tell({ type: 'answered', status, reason: isProblem ? headers.get('retry-after') : null });
  }

  async function cycle(): Promise<void> {
    number += 1;
    await Promise.allSettled([
      ask('GET', '/v1/account/mfa', 'of-usr_1'),
      ask('PUT', POLICY, managementKey, { session_timeout_minutes: 60 + (number % 60) }),
      emitOne({ pool, stepward }, TENANT, (eventId) => tell({ type: 'emitted', eventId })),
    ]);
  }

  for (;;) {
    void cycle();
    await sleep(CYCLE_MS);
  }
}

/** Without a listener the client prints each failure to connect. */
function quietRedis(url: string): Redis {
  const client = new Redis(url);
  client.on('error', () => undefined);
  return client;
}
