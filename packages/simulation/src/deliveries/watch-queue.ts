import type { DeliveryQueue, FinishedDelivery, HeldShards } from '@stepward/core/adapter';
import type { Simulation } from '../kernel/simulation.js';
import { SINK_ID, type SinkWatch } from '../sinks/watch-sink.js';
import type { Receivers } from './receivers.js';
import type { HealthWatch } from './watch-health.js';
import type { OrderWatch } from './watch-order.js';

interface Owner {
  readonly worker: string;
  readonly epoch: number;
}

export interface QueueWatchOptions {
  readonly simulation: Simulation;
  readonly receivers: Pick<Receivers, 'received'>;
  readonly health: HealthWatch;
  readonly order: Pick<OrderWatch, 'opened'>;
  readonly sink: Pick<SinkWatch, 'registered' | 'dispatched' | 'isStored'>;
}

/**
 * Watches the queue where it is stored: who was given which shard, whether one that is not the owner stores anything, whether
 * each result is of an attempt that was made, and is stored once, and whether anything is read to be sent after its end.
 */
export function watchQueue(
  queue: DeliveryQueue,
  { simulation: { violate, now }, receivers, health, order, sink }: QueueWatchOptions,
): DeliveryQueue {
  const owners = new Map<number, Owner>();
  /** The highest epoch of each shard. */
  const epochs = new Map<number, number>();
  const leases = new Map<string, number>();
  const stored = new Set<string>();
  const ended = new Set<string>();
  /** The event of each delivery that was read to be sent. */
  const eventOf = new Map<string, string>();

  function noteOwned(worker: string, { owned }: HeldShards): void {
    for (const [shard, owner] of owners) if (owner.worker === worker) owners.delete(shard);
    for (const { shard, epoch } of owned) {
      const other = owners.get(shard);
      if (other !== undefined && (leases.get(other.worker) ?? 0) > now()) {
        violate(`shard ${String(shard)} was taken from a worker whose lease lasts`);
      }
      owners.set(shard, { worker, epoch });
    }
  }

  function noteTaken(before: ReadonlyMap<number, Owner>, worker: string, held: HeldShards): void {
    for (const { shard, epoch } of held.owned) {
      const isTaken = before.get(shard)?.worker !== worker;
      if (isTaken && epoch <= (epochs.get(shard) ?? 0)) {
        violate(`shard ${String(shard)} changed hands, and its epoch did not grow`);
      }
      epochs.set(shard, epoch);
    }
  }

  function isAccepted({ deliveryId, subscriberId }: FinishedDelivery): boolean {
    if (subscriberId === SINK_ID) return sink.isStored(eventOf.get(deliveryId) ?? '');
    return receivers.received.some(
      ({ outcome, ...each }) =>
        each.deliveryId === deliveryId && outcome.type === 'answered' && outcome.status < 300,
    );
  }

  function noteStored(finished: FinishedDelivery): void {
    const { deliveryId, attempts, log, next } = finished;
    if (ended.has(deliveryId)) violate(`a result was stored after the end of ${deliveryId}`);
    if (next.status !== 'pending') ended.add(deliveryId);
    const key = `${deliveryId} ${String(attempts)}`;
    if (stored.has(key)) violate(`attempt ${key} was stored twice`);
    stored.add(key);
    if (log !== null && log.number !== attempts + 1) {
      violate(`attempt ${String(log.number)} of ${deliveryId} follows ${String(attempts)}`);
    }
    if (next.status === 'delivered' && !isAccepted(finished))
      violate(`nobody accepted ${deliveryId}`);
  }

  return {
    ...queue,
    async hold(request) {
      const { worker, leaseMs } = request;
      const before = new Map(owners);
      const held = await queue.hold(request);
      leases.set(worker, now() + leaseMs);
      if ((request.handlers ?? []).length > 0) sink.registered();
      noteTaken(before, worker, held);
      noteOwned(worker, held);
      return held;
    },
    async dispatch(...dispatched) {
      const outcome = await queue.dispatch(...dispatched);
      sink.dispatched(outcome.made);
      return outcome;
    },
    async open(deliveries) {
      const opened = await queue.open(deliveries);
      const due = deliveries.filter((_, index) => opened[index] !== null);
      order.opened(due);
      for (const { deliveryId, eventId } of due) {
        eventOf.set(deliveryId, eventId);
        if (ended.has(deliveryId)) violate(`${deliveryId} was read to be sent after its end`);
      }
      return opened;
    },
    async finish(fence, finished) {
      const outcome = await health.around(finished, () => queue.finish(fence, finished));
      finished.forEach((each, index) => {
        if (outcome.stored[index] !== true) return;
        const owner = owners.get(each.shard);
        const isOwner =
          owner?.worker === fence.worker &&
          fence.shards.some(({ shard, epoch }) => shard === each.shard && epoch === owner.epoch);
        if (!isOwner)
          violate(`a worker stored a result of shard ${String(each.shard)} that it does not own`);
        noteStored(each);
      });
      return outcome;
    },
  };
}
