import type { Attributes, Meter, Tracer } from '@opentelemetry/api';
import type { BreachedPasswords, KeyRing, SmsSender, Storage } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isBoolean,
  isFunction,
  isKeyRing,
  optional,
  required,
  type WebhookSender,
} from '@stepward/core/adapter';
import type {
  ObservedAnswer,
  ObservedRequest,
  RequestLimitMetrics,
  RequestObserver,
} from '@stepward/http';
import type { PostgresPool } from '@stepward/postgres';
import type { WebhookMetrics } from '@stepward/webhooks';
import { createMeasure, type Measure, type MeasuredKind } from './measure.js';
import { measuredKeyRing } from './measured-key-ring.js';
import { measuredPool } from './measured-pool.js';
import {
  measuredBreachedPasswords,
  measuredSmsSender,
  measuredWebhookSender,
} from './measured-senders.js';
import { measuredStorage } from './measured-storage.js';
import { requestLimitMetrics } from './request-limit-metrics.js';
import { webhookMetrics } from './webhook-metrics.js';

export interface TelemetryOptions {
  /** `trace.getTracer('stepward')` of `@opentelemetry/api`. */
  readonly tracer: Tracer;
  /** `metrics.getMeter('stepward')` of `@opentelemetry/api`. */
  readonly meter: Meter;
  /**
   * Whether spans carry the tenant's id as `stepward.tenant.id`; false. A tenant is a customer of yours, and traces
   * often go to another company. Metrics never carry it: each tenant would be a separate time series.
   */
  readonly tenantInSpans?: boolean;
  /** A monotonic time in milliseconds, for durations; `performance.now` by default. */
  readonly now?: () => number;
}

/**
 * The objects to pass to Stepward's factories. Each part may be used alone, and throws a TypeError for an argument that
 * is not its port.
 */
export interface Telemetry {
  /** For `observeRequest` of `createHttpApi`: a span and a duration for each operation. */
  readonly observeRequest: RequestObserver;
  /** For `metrics` of `createDeliveryWorker`, of one worker. */
  readonly webhookMetrics: WebhookMetrics;
  /** For `rateLimits.metrics` of `createHttpApi`: how long a remote store takes to count a request, and how it fails. */
  readonly requestLimitMetrics: RequestLimitMetrics;
  /**
   * Counts the look-ups of keys that the ring lacks: something stored was made with a key that was dropped too early.
   *
   * @param name a fixed name, as of a provider, for example `codes` or `webhooks`
   * @throws TypeError for any other name
   */
  keyRing(ring: KeyRing, name: string): KeyRing;
  /**
   * Measures each unit of work, decision and other call of `Storage`. What the storage has beside them stays usable and is not
   * measured, as `transaction` of SQLite storage. Of several databases, measure each, and leave the storage that is made of
   * them as it is.
   *
   * @param database the name of the database, which its calls then carry as `stepward.database`; left out where there is one
   */
  storage<Measured extends Storage>(storage: Measured, database?: string): Measured;
  /**
   * Measures each statement, and each wait for a connection. Omit it if `@opentelemetry/instrumentation-pg` is in
   * use, which measures the same.
   */
  postgresPool(pool: PostgresPool): PostgresPool;
  /**
   * Measures each message.
   *
   * @param provider a fixed name: 1 to 64 letters, digits, dots, hyphens and underscores, for example `twilio`
   * @throws TypeError for any other name
   */
  smsSender(sender: SmsSender, provider: string): SmsSender;
  /** Measures each check of a password. */
  breachedPasswords(corpus: BreachedPasswords): BreachedPasswords;
  /** Measures each POST to a subscriber. It has only `send`: close the sender that you passed. */
  webhookSender(sender: WebhookSender): WebhookSender;
}

/**
 * Reports to OpenTelemetry what Stepward does. Spans are children of the span that is active, which is your
 * framework's where a context manager is registered. Nothing that is reported holds a code, a phone number, a token,
 * a secret, an identity, or anything of a query or a body; docs/telemetry.md lists all of it. Errors of the tracer or
 * the meter are dropped.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const telemetry = createTelemetry({
 *   tracer: trace.getTracer('stepward'),
 *   meter: metrics.getMeter('stepward'),
 * });
 * const storage = telemetry.storage(createPostgresStorage({ pool }));
 */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  checkOptions('createTelemetry', options, {
    tracer: required("a tracer, for example trace.getTracer('stepward')", isTracer),
    meter: required("a meter, for example metrics.getMeter('stepward')", isMeter),
    tenantInSpans: optional('true or false', isBoolean),
    now: optional('a function that returns milliseconds', isFunction),
  });
  const { tracer, meter, tenantInSpans = false, now = () => performance.now() } = options;
  const measureOf = (kind: MeasuredKind): Measure =>
    createMeasure({ tracer, meter, tenantInSpans, now }, kind);
  const storageCalls = measureOf(STORAGE);
  const poolCalls = { connect: measureOf(CONNECT), query: measureOf(QUERY) };
  const smsSends = measureOf(SMS_SEND);
  const breachChecks = measureOf(BREACH_CHECK);
  const webhookSends = measureOf(WEBHOOK_SEND);
  const missingKeys = meter.createCounter('stepward.keys.missing', {
    description: 'Look-ups of a key that the key ring lacks',
    unit: '{look_up}',
  });

  return {
    observeRequest: requestObserver(measureOf(OPERATION)),
    webhookMetrics: webhookMetrics(meter, now),
    requestLimitMetrics: requestLimitMetrics(meter),
    keyRing(ring, name) {
      checkOptions('telemetry.keyRing', { ring, name }, { ring: RING, name: NAME });
      return measuredKeyRing(missingKeys, ring, name);
    },
    storage<Measured extends Storage>(storage: Measured, database?: string) {
      checkOptions(
        'telemetry.storage',
        { storage, database },
        { storage: STORAGE_PORT, database: DATABASE_NAME },
      );
      return measuredStorage(storageCalls, storage, database);
    },
    postgresPool(pool) {
      checkOptions('telemetry.postgresPool', { pool }, { pool: POOL_PORT });
      return measuredPool(poolCalls, pool);
    },
    smsSender(sender, provider) {
      checkOptions(
        'telemetry.smsSender',
        { sender, provider },
        { sender: SENDER_PORT, provider: NAME },
      );
      return measuredSmsSender(smsSends, sender, provider);
    },
    breachedPasswords(corpus) {
      checkOptions('telemetry.breachedPasswords', { corpus }, { corpus: CORPUS_PORT });
      return measuredBreachedPasswords(breachChecks, corpus);
    },
    webhookSender(sender) {
      checkOptions('telemetry.webhookSender', { sender }, { sender: SENDER_PORT });
      return measuredWebhookSender(webhookSends, sender);
    },
  };
}

const isTracer = hasMethods('startActiveSpan');
const isMeter = hasMethods(
  'createCounter',
  'createHistogram',
  'createGauge',
  'createObservableGauge',
);

const STORAGE_PORT = required(
  'a Storage, for example createPostgresStorage({ pool })',
  hasMethods('run', 'decide'),
);
const POOL_PORT = required('a pool, for example a Pool of pg', hasMethods('connect'));
const SENDER_PORT = required('a sender, an object with the method send', hasMethods('send'));
const CORPUS_PORT = required('a corpus, for example createHibp()', hasMethods('check'));
const RING = required('a key ring, for example createKeyRing({ active })', isKeyRing);
const isShortName = (value: unknown): boolean =>
  typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);
const NAME = required('a short name, for example twilio', isShortName);
const DATABASE_NAME = optional('a short name, for example north', isShortName);

const OPERATION: MeasuredKind = {
  metric: 'stepward.operation.duration',
  description: 'Time of one request of the HTTP API',
};
const STORAGE: MeasuredKind = {
  metric: 'stepward.storage.duration',
  description: 'Time of one call of the storage',
};
const CONNECT: MeasuredKind = {
  metric: 'stepward.postgres.connect.duration',
  description: 'Time until the pool had a connection',
};
const QUERY: MeasuredKind = {
  metric: 'db.client.operation.duration',
  description: 'Duration of database client operations.',
  isClient: true,
};
const SMS_SEND: MeasuredKind = {
  metric: 'stepward.sms.send.duration',
  description: 'Time of one message, from its hand-over to the receipt',
  isClient: true,
};
const BREACH_CHECK: MeasuredKind = {
  metric: 'stepward.breached_passwords.check.duration',
  description: 'Time of one breach check',
  isClient: true,
};
const WEBHOOK_SEND: MeasuredKind = {
  metric: 'stepward.webhooks.send.duration',
  description: 'Time of one POST to a subscriber',
  isClient: true,
};

/** Measures each request that an operation answers. A refusal is an outcome; only a 5xx is a failure. */
function requestObserver(measure: Measure): RequestObserver {
  return async ({ operationId, api, route, method }, answer) => {
    const attributes = {
      ...(operationId !== null && { 'stepward.operation.id': operationId }),
      'stepward.api': api,
      'http.request.method': METHODS.has(method) ? method : '_OTHER',
      'http.route': route,
    };
    const span = `stepward.operation ${operationId ?? route}`;
    await measure({ span, attributes, tenantId: null, outcome }, answer);
  };
}

function outcome({ status, reason }: ObservedAnswer): Attributes {
  return {
    'http.response.status_code': status,
    ...(reason !== null && { 'stepward.reason': reason }),
    ...(status >= 500 && { 'error.type': reason ?? String(status) }),
  };
}

/** The methods of the semantic conventions (RFC 9110 and RFC 5789). A caller may send any other text. */
const METHODS: ReadonlySet<ObservedRequest['method']> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
]);
