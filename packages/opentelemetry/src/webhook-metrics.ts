import type { Attributes, Meter } from '@opentelemetry/api';
import type { QueueCounts } from '@stepward/core/adapter';
import type { WebhookMetrics } from '@stepward/webhooks';
import { IN_SECONDS } from './measure.js';
import { DATABASE } from './measured-storage.js';

/**
 * The metrics of a delivery worker as instruments of the meter; times in seconds.
 *
 * @param now a monotonic time in milliseconds
 */
export function webhookMetrics(meter: Meter, now: () => number): WebhookMetrics {
  const attempts = meter.createCounter('stepward.webhooks.attempts', {
    description: 'Attempts to deliver an event',
    unit: '{attempt}',
  });
  const duration = meter.createHistogram('stepward.webhooks.attempt.duration', {
    description: 'From the signing of a request to its answer',
    unit: 's',
    advice: IN_SECONDS,
  });
  const lag = meter.createHistogram('stepward.webhooks.attempt.lag', {
    description: 'From when an attempt is due to its beginning',
    unit: 's',
    advice: LAG_IN_SECONDS,
  });
  const startDuration = meter.createHistogram('stepward.webhooks.start.duration', {
    description: 'Time to read what a batch of attempts sends',
    unit: 's',
    advice: IN_SECONDS,
  });
  const startSize = meter.createHistogram('stepward.webhooks.start.size', {
    description: 'Deliveries started by one batch',
    unit: '{delivery}',
  });
  const queueLag = meter.createGauge('stepward.webhooks.queue.lag', {
    description: 'How long the longest waiting delivery has been due',
    unit: 's',
  });
  const lost = meter.createCounter('stepward.webhooks.shards.lost', {
    description: 'Shards that another worker took because the lease of this one had ended',
    unit: '{shard}',
  });
  const countsGauges = QUEUE_COUNTS.map(([name, unit, description, key]) => ({
    gauge: meter.createGauge(name, { description, unit }),
    key,
  }));
  const held = new Map<
    string | null,
    { readonly shards: number; readonly at: number } | 'stopped'
  >();
  // Observed when they are collected: a worker that hangs sets nothing. A reader keeps what is not observed any more, so a
  // stopped worker reports 0.
  meter
    .createObservableGauge('stepward.webhooks.shards.owned', {
      description: 'Shards of subscribers that the worker owned when it last renewed its lease',
      unit: '{shard}',
    })
    .addCallback((result) => {
      for (const [database, lease] of held) {
        result.observe(lease === 'stopped' ? 0 : lease.shards, named(database));
      }
    });
  meter
    .createObservableGauge('stepward.webhooks.lease.age', {
      description: 'How long ago the worker last renewed its lease',
      unit: 's',
    })
    .addCallback((result) => {
      for (const [database, lease] of held) {
        const ageMs = lease === 'stopped' ? 0 : now() - lease.at;
        result.observe(ageMs / 1_000, named(database));
      }
    });
  const published = meter.createCounter('stepward.sink.events', {
    description: 'Events that a sink was given, with error.type where it did not store them',
    unit: '{event}',
  });
  const publishDuration = meter.createHistogram('stepward.sink.publish.duration', {
    description: 'Time of a call of a sink',
    unit: 's',
    advice: IN_SECONDS,
  });
  const sinkLag = meter.createGauge('stepward.sink.lag', {
    description: 'How long the oldest event that a sink has not stored has waited',
    unit: 's',
  });

  const sinksOf = new Map<string | null, Set<string>>();

  const metricsOf = (database: string | null): WebhookMetrics => {
    const sinks = sinksOf.get(database) ?? new Set();
    sinksOf.set(database, sinks);
    // A measurement may end after the worker has stopped.
    const isStopped = (): boolean => held.get(database) === 'stopped';
    function setQueueLag(lagMs: number): void {
      queueLag.record(isStopped() ? 0 : lagMs / 1_000, named(database));
    }
    function setQueueCounts(counts: QueueCounts | null): void {
      for (const { gauge, key } of countsGauges) {
        gauge.record(isStopped() ? 0 : (counts?.[key] ?? 0), named(database));
      }
    }
    function setSinkLag(sink: string, lagMs: number): void {
      sinks.add(sink);
      sinkLag.record(isStopped() ? 0 : lagMs / 1_000, { ...named(database), [SINK]: sink });
    }
    return {
      ofDatabase: metricsOf,
      attempted({ result, statusCode, failure, durationMs, lagMs, handler }) {
        const attributes = {
          ...named(database),
          [RESULT]: result,
          ...(statusCode !== null && { 'http.response.status_code': statusCode }),
          ...(failure !== null && { 'error.type': failure }),
          ...(handler !== null && { 'stepward.handler': handler }),
        };
        attempts.add(1, attributes);
        duration.record(durationMs / 1_000, attributes);
        lag.record(lagMs / 1_000, { ...named(database), [RESULT]: result });
      },
      started(count, durationMs) {
        startDuration.record(durationMs / 1_000, named(database));
        startSize.record(count, named(database));
      },
      queueLag: setQueueLag,
      queueCounts: setQueueCounts,
      held(shards) {
        held.set(database, shards === null ? 'stopped' : { shards, at: now() });
        if (shards !== null) return;
        setQueueLag(0);
        setQueueCounts(null);
        for (const sink of sinks) setSinkLag(sink, 0);
      },
      lost: (shards) => lost.add(shards, named(database)),
      published({ sink, events, failure, durationMs }) {
        const ofSink = { ...named(database), [SINK]: sink };
        const attributes = { ...ofSink, ...(failure !== null && { 'error.type': failure }) };
        published.add(events, attributes);
        publishDuration.record(durationMs / 1_000, attributes);
      },
      sinkLag: setSinkLag,
    };
  };
  return metricsOf(null);
}

function named(database: string | null): Attributes {
  return database === null ? {} : { [DATABASE]: database };
}

const QUEUE_COUNTS: readonly (readonly [
  name: string,
  unit: string,
  description: string,
  key: keyof QueueCounts,
])[] = [
  ['stepward.webhooks.queue.events', '{event}', 'Events that wait for their dispatch', 'events'],
  ['stepward.webhooks.queue.deliveries', '{delivery}', 'Deliveries that are due', 'deliveries'],
  [
    'stepward.webhooks.queue.late_tenants',
    '{tenant}',
    'Tenants with something that has been due for more than a minute',
    'lateTenants',
  ],
  [
    'stepward.webhooks.subscribers.disabled',
    '{subscriber}',
    'Subscribers that were disabled because they are gone or kept failing',
    'disabledSubscribers',
  ],
  [
    'stepward.webhooks.subscribers.paused',
    '{subscriber}',
    'Subscribers that are paused because they are busy or mostly fail',
    'pausedSubscribers',
  ],
];

const RESULT = 'stepward.webhooks.result';
const SINK = 'stepward.sink.name';

/** A queue may be behind by hours. */
const LAG_IN_SECONDS = {
  explicitBucketBoundaries: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600, 14_400],
};
