import { ok, type Result } from '@stepward/core';
import type { PendingDelivery, UnitOfWorkScope, WebhookStores } from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';

type Run = MemoryStorage['run'];

/** Watches the order in which a subscriber gets the events of one ordering key. */
export interface OrderWatch {
  /** Runs units of work, and takes note of each change of an order that is committed. */
  readonly run: Run;
  /** Takes note of deliveries that are read to be sent. */
  opened(deliveries: readonly PendingDelivery[]): void;
  /** Reports a request for an event that arrives while an earlier one of its key has not ended. */
  arrived(deliveryId: string): Promise<void>;
}

/** Deliveries of one subscriber in a run are fewer. */
const ALL = { limit: 10_000, position: null };
const PENDING = { status: 'pending', since: null, until: null } as const;

/**
 * A request may arrive late, when its delivery has ended: that is a repeat, and says nothing. What was pending when the subscriber
 * began to ask for an order has none, and so has what is sent while it asks for none.
 *
 * @param keyOf the ordering key of an event, by its id; null for none
 */
export function watchOrder(
  memory: Pick<MemoryStorage, 'run'>,
  keyOf: (eventId: string) => string | null,
  violate: (message: string) => void,
): OrderWatch {
  const known = new Map<string, PendingDelivery>();
  const unordered = new Set<string>();

  async function pendingOf({ deliveries }: WebhookStores, subscriberId: string) {
    return (await deliveries.list(subscriberId, PENDING, ALL)).items;
  }

  async function run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    const begun: string[] = [];
    const done = await memory.run<T, E>(scope, (stores) => {
      const order: WebhookStores['deliveries']['order'] = async (subscriberId, ordering, now) => {
        await stores.deliveries.order(subscriberId, ordering, now);
        if (ordering === 'none') return;
        for (const { id } of await pendingOf(stores, subscriberId)) begun.push(id);
      };
      return work({ ...stores, deliveries: { ...stores.deliveries, order } });
    });
    if (done.isOk()) for (const id of begun) unordered.add(id);
    return done;
  }

  async function earlierThan(stores: WebhookStores, sent: PendingDelivery): Promise<string | null> {
    const { subscriberId } = sent;
    const { items } = await stores.subscribers.list({ subscriberId }, ALL);
    if (items[0]?.ordering !== 'key') return null;
    const pending = await pendingOf(stores, subscriberId);
    const own = pending.find(({ id }) => id === sent.deliveryId);
    if (own === undefined) return null;
    const isEarlier = ({ eventId, sequence }: typeof own): boolean =>
      keyOf(eventId) === keyOf(own.eventId) && Number(sequence) < Number(own.sequence);
    return pending.find(isEarlier)?.id ?? null;
  }

  return {
    run,
    opened(deliveries) {
      for (const delivery of deliveries) known.set(delivery.deliveryId, delivery);
    },
    async arrived(deliveryId) {
      const sent = known.get(deliveryId);
      if (sent === undefined) {
        violate(`${deliveryId} was sent, and never read`);
        return;
      }
      if (keyOf(sent.eventId) === null || unordered.has(deliveryId)) return;
      const { tenantId } = sent;
      const found = await memory.run<string | null, never>({ tenantId }, async (stores) =>
        ok(await earlierThan(stores, sent)),
      );
      const earlier = found._unsafeUnwrap();
      if (earlier !== null) violate(`${deliveryId} arrived while ${earlier} of its key waits`);
    },
  };
}
