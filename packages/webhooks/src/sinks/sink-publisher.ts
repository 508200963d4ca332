import type { Clock, Logger } from '@stepward/core';
import {
  addMs,
  ATTEMPT_TIMEOUT_MS,
  msBetween,
  sinkEvent,
  sinkRetryMs,
  type DeliveryQueue,
  type OpenedDelivery,
  type PendingDelivery,
} from '@stepward/core/adapter';
import { runHostCode } from '../host-code.js';
import { createSingleFlight, type SingleFlight } from '../waiting/under-way.js';
import type { WebhookMetrics } from '../webhook-metrics.js';
import type { ReachQueue } from '../worker/reach-queue.js';
import type { ResultWriter } from '../worker/result-writer.js';
import type { ShardKeeper } from '../worker/shard-keeper.js';
import { createSinkIncident, type SinkIncident } from './sink-incident.js';
import type { ScheduledSink } from './sink.js';

/** Publishes what waits for one sink: `begin` goes on until nothing may be published now. */
export interface SinkPublisher extends SingleFlight {
  /** Starts a new incident for a sink whose shard is among these, which the worker owns from now on. */
  take(shards: readonly number[]): void;
  /** The worker publishes no more. */
  leave(): void;
  /** When the oldest event that is not published yet was emitted; null for none, and where another worker publishes. */
  oldestEmittedAt(now: Date): Date | null;
}

export interface SinkPublisherOptions {
  readonly worker: string;
  readonly sink: ScheduledSink;
  readonly queue: Pick<DeliveryQueue, 'open'>;
  readonly reach: ReachQueue;
  readonly keeper: Pick<ShardKeeper, 'isCurrent' | 'keeps'>;
  readonly writer: Pick<ResultWriter, 'write'>;
  readonly metrics: Pick<WebhookMetrics, 'published'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether what waits in the sink's shard is not read yet: what is in memory may not be what comes first. */
  readonly isListing: () => boolean;
  /** Called when events were taken, so there is room for others in memory. */
  readonly onStarted: () => void;
}

/** Events of one batch at most. */
export const SINK_BATCH = 200;

/** Milliseconds for which a sink is left alone after a batch of which nothing was stored. */
const REST_MS = 1_000;

interface OpenedEvent {
  readonly delivery: PendingDelivery;
  readonly event: NonNullable<OpenedDelivery['event']>;
}

/**
 * Takes a batch of what waits, tenants in turn, and publishes the events of each tenant by one call. The next batch follows when
 * all calls have ended, so those of a tenant go out one after the other. A tenant whose call failed waits, longer
 * each time, with all of its events; the others go on. Where no call succeeds, the sink is left alone
 * for a second.
 */
export function createSinkPublisher(options: SinkPublisherOptions): SinkPublisher {
  const { queue, reach, keeper, writer, metrics, clock, isListing } = options;
  const { name, sink, registration, shard, schedule } = options.sink;
  let current = createSinkIncident(options, name);
  const flight = createSingleFlight(publishAll);
  let underWay: readonly PendingDelivery[] = [];
  /** What takes too long is published in smaller batches. */
  let size = SINK_BATCH;
  let restsUntil: Date | null = null;

  async function publishAll(): Promise<void> {
    if (!keeper.keeps(shard)) current.leave();
    while (keeper.isCurrent() && !isListing() && !isResting()) {
      underWay = schedule.start(clock.now(), size);
      if (underWay.length === 0) return;
      options.onStarted();
      await publishBatch(underWay);
      underWay = [];
    }
  }

  /** A time that lies further ahead than a rest is long is of a clock that was set back. */
  function isResting(): boolean {
    const ms = restsUntil === null ? 0 : msBetween(clock.now(), restsUntil);
    return ms > 0 && ms <= REST_MS;
  }

  async function publishBatch(batch: readonly PendingDelivery[]): Promise<void> {
    // Where the shard is lost meanwhile, and perhaps taken again, the outcomes are told to an incident that is over.
    const incident = current;
    const opened = await reach('publish', () => queue.open(batch));
    // The shard of a worker that was frozen meanwhile may have another owner.
    if (opened === null || !keeper.isCurrent()) {
      putBack(batch, REST_MS);
      rest();
      return;
    }
    const events = batch.flatMap((delivery, index) => whole(delivery, opened[index]));
    const remaining = new Set(events.map(({ delivery }) => delivery.tenantId));
    for (const { tenantId } of batch) if (!remaining.has(tenantId)) incident.ended(tenantId);
    const tenants = byTenant(events);
    const outcomes = await Promise.all(tenants.map((each) => publish(each, incident)));
    size = outcomes.includes('timed_out') ? Math.ceil(size / 2) : Math.min(2 * size, SINK_BATCH);
    if (outcomes.length > 0 && !outcomes.includes('handled')) rest();
  }

  /** The event of a delivery; none where it has ended meanwhile, or its event was erased. */
  function whole(
    delivery: PendingDelivery,
    opened: OpenedDelivery | null | undefined,
  ): readonly OpenedEvent[] {
    if (!opened) schedule.readAgain(delivery);
    else if (opened.event !== null) return [{ delivery, event: opened.event }];
    else {
      const over = { status: 'skipped', finishedAt: clock.now(), event: null } as const;
      writer.write({ type: 'over', delivery, ...over });
    }
    return [];
  }

  async function publish(
    events: readonly OpenedEvent[],
    incident: SinkIncident,
  ): Promise<'handled' | 'sink_failed' | 'timed_out'> {
    const tenantId = events[0]?.delivery.tenantId ?? '';
    const startedAt = clock.now();
    const limit = { timeoutMs: ATTEMPT_TIMEOUT_MS };
    const outcome = await runHostCode('sink', limit, clock, (deadline) =>
      sink.publish(
        events.map(({ event }) => sinkEvent(tenantId, event)),
        deadline,
      ),
    );
    const finishedAt = clock.now();
    const failure = outcome.type === 'failed' ? outcome.reason : null;
    const durationMs = msBetween(startedAt, finishedAt);
    metrics.published({ sink: name, events: events.length, failure, durationMs });
    if (outcome.type === 'failed') {
      const failures = incident.failed(tenantId, events.length, outcome.why);
      const deliveries = events.map(({ delivery }) => delivery);
      putBack(deliveries, sinkRetryMs(failures));
      return outcome.reason;
    }
    incident.ended(tenantId);
    const handler = registration.name;
    for (const { delivery, event } of events) {
      const attempt = { delivery, event, number: delivery.attempts + 1, startedAt, finishedAt };
      writer.write({ type: 'made_call', handler, outcome, ...attempt });
    }
    return 'handled';
  }

  /** A delivery is put back only where its pause is not over. */
  function putBack(deliveries: readonly PendingDelivery[], pauseMs: number): void {
    const now = clock.now();
    const standing = { pausedUntil: addMs(now, pauseMs), isOnTrial: false, busyPauses: 0 };
    for (const delivery of deliveries) schedule.confirm(delivery, standing, now);
  }

  function rest(): void {
    restsUntil = addMs(clock.now(), REST_MS);
  }

  return {
    ...flight,
    take(shards) {
      if (!shards.includes(shard)) return;
      // The worker may not have seen that it had lost the shard, and what it knows of the tenants is old.
      current.leave();
      current = createSinkIncident(options, name);
    },
    leave: () => current.leave(),
    oldestEmittedAt(now) {
      if (!keeper.keeps(shard)) return null;
      const waiting = [schedule.oldestDueAt(now), ...underWay.map(({ dueAt }) => dueAt)];
      const [oldest = null] = waiting
        .flatMap((at) => at ?? [])
        .toSorted((one, other) => msBetween(other, one));
      return oldest;
    },
  };
}

function byTenant(events: readonly OpenedEvent[]): readonly (readonly OpenedEvent[])[] {
  const tenants = new Map<string, OpenedEvent[]>();
  for (const each of events) {
    const { tenantId } = each.delivery;
    const known = tenants.get(tenantId);
    if (known === undefined) tenants.set(tenantId, [each]);
    else known.push(each);
  }
  return [...tenants.values()];
}
