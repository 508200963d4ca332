import { msBetween } from '@stepward/core/adapter';
import { createSchedule } from '@stepward/core/webhooks';
import type { ShardReader } from '../worker/shard-reader.js';
import {
  createSinkPublisher,
  SINK_BATCH,
  type SinkPublisher,
  type SinkPublisherOptions,
} from './sink-publisher.js';
import type { ScheduledSink, SinkSettings } from './sink.js';

/** The publishers of a worker, one for each of its sinks, as one. */
export interface SinkPublishers extends SinkPublisher {
  /** When the oldest event was emitted that waits for a sink of this worker; null for none. */
  oldestEmittedAt(now: Date): Date | null;
  /** How long the oldest event of each sink has waited, in milliseconds; 0 where none does, or another worker publishes. */
  lags(now: Date): readonly SinkLag[];
}

export interface SinkLag {
  readonly sink: string;
  readonly lagMs: number;
}

/** Events of one sink in memory. */
const MAX_ROWS = 5_000;

/** One batch is published while the results of the one before are stored. */
const SLOTS = 2 * SINK_BATCH;

export function scheduledSinks(sinks: readonly SinkSettings[]): readonly ScheduledSink[] {
  const limits = { slots: SLOTS, perSubscriber: SLOTS, maxRows: MAX_ROWS };
  const noOther = { perSecond: null, circuitBreaker: false };
  return sinks.map((sink) => ({ ...sink, schedule: createSchedule({ ...limits, ...noOther }) }));
}

export interface SinkPublishersOptions extends Omit<SinkPublisherOptions, 'sink' | 'isListing'> {
  readonly sinks: readonly ScheduledSink[];
  readonly reader: Pick<ShardReader, 'isListing'>;
}

export function createSinkPublishers({
  sinks,
  reader,
  ...options
}: SinkPublishersOptions): SinkPublishers {
  const publishers = sinks.map((sink) => {
    const isListing = (): boolean => reader.isListing(sink.shard);
    return { ...createSinkPublisher({ ...options, sink, isListing }), name: sink.name };
  });

  return {
    begin() {
      for (const publisher of publishers) publisher.begin();
    },
    take(shards) {
      for (const publisher of publishers) publisher.take(shards);
    },
    leave() {
      for (const publisher of publishers) publisher.leave();
    },
    isIdle: () => publishers.every((publisher) => publisher.isIdle()),
    async settled() {
      await Promise.all(publishers.map((publisher) => publisher.settled()));
    },
    oldestEmittedAt(now) {
      const waiting = publishers.flatMap((publisher) => publisher.oldestEmittedAt(now) ?? []);
      const [oldest = null] = waiting.toSorted((one, other) => msBetween(other, one));
      return oldest;
    },
    lags: (now) =>
      publishers.map((publisher) => {
        const oldest = publisher.oldestEmittedAt(now);
        return {
          sink: publisher.name,
          lagMs: oldest === null ? 0 : Math.max(0, msBetween(oldest, now)),
        };
      }),
  };
}
