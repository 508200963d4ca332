import { ok, type SinkEvent } from '@stepward/core';
import {
  handlerId,
  handlerShard,
  sinkHandlerName,
  type PendingDelivery,
} from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import type { Simulation } from '../kernel/simulation.js';

export const SINK = 'log';
export const SINK_ID = handlerId(sinkHandlerName(SINK));
export const SINK_SHARD = handlerShard(sinkHandlerName(SINK));

/** Watches what a sink stores: all of it, in the order of each tenant, and the same at each repeat. */
export interface SinkWatch {
  /** Takes note that storage knows the sink: what is committed from now on is for it. */
  registered(): void;
  /** Takes note of the deliveries that one dispatch made. */
  dispatched(made: readonly PendingDelivery[]): void;
  /** Takes note of an event as it is stored. */
  stored(event: SinkEvent): void;
  isStored(eventId: string): boolean;
  /** Reports what was lost, once all work is done. */
  check(memory: Pick<MemoryStorage, 'run'>, committed: readonly Committed[]): Promise<void>;
}

interface Committed {
  readonly event: { readonly id: string };
  /** The true time, in milliseconds since 1970. */
  readonly committedAt: number;
}

/** An event that was dispatched to the sink. */
interface Awaited {
  readonly tenantId: string;
  readonly delivery: PendingDelivery;
  /** The dispatch that made its delivery; dispatches are numbered. */
  readonly dispatch: number;
}

export function watchSink({ violate, now }: Simulation): SinkWatch {
  /** By the id of the event; those that are not stored yet. */
  const awaited = new Map<string, Awaited>();
  const known = new Map<string, Awaited>();
  const stored = new Map<string, SinkEvent>();
  let dispatches = 0;
  let registeredAt = Infinity;

  /** What was there before it, or came with it, and was emitted earlier. One that was committed later comes later. */
  function isBefore(one: Awaited, other: Awaited): boolean {
    return (
      one.tenantId === other.tenantId &&
      one.dispatch <= other.dispatch &&
      one.delivery.dueAt < other.delivery.dueAt
    );
  }

  function checkOrder(id: string, own: Awaited): void {
    for (const [otherId, other] of awaited) {
      if (isBefore(other, own)) violate(`${id} was published before ${otherId}`);
    }
  }

  return {
    registered: () => (registeredAt = Math.min(registeredAt, now())),
    dispatched(made) {
      dispatches += 1;
      for (const delivery of made) {
        const { subscriberId, eventId, tenantId } = delivery;
        if (subscriberId !== SINK_ID || known.has(eventId)) continue;
        const own = { tenantId, delivery, dispatch: dispatches };
        known.set(eventId, own);
        awaited.set(eventId, own);
      }
    },
    stored(event) {
      const own = known.get(event.id);
      if (own === undefined) {
        violate(`${event.id} was published, and never dispatched`);
        return;
      }
      const before = stored.get(event.id);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(event)) {
        violate(`${event.id} is another event when it is published again`);
      }
      if (before !== undefined) return;
      stored.set(event.id, event);
      awaited.delete(event.id);
      checkOrder(event.id, own);
      if (event.tenantId !== own.tenantId) violate(`${event.id} was published for another tenant`);
    },
    isStored: (eventId) => stored.has(eventId),
    async check(memory, committed) {
      for (const { event, committedAt } of committed) {
        if (committedAt > registeredAt && !known.has(event.id)) {
          violate(`${event.id} was never dispatched to the sink`);
        }
      }
      for (const id of awaited.keys()) violate(`${id} was never published`);
      for (const { tenantId, delivery } of known.values()) {
        const found = await memory.run({ tenantId }, async ({ deliveries }) =>
          ok(await deliveries.find(SINK_ID, delivery.deliveryId)),
        );
        const status = found._unsafeUnwrap()?.delivery.status ?? 'missing';
        if (status !== 'delivered') violate(`${delivery.eventId} was published, and is ${status}`);
      }
    },
  };
}
