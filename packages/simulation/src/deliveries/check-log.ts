import { ok, type Subscriber } from '@stepward/core';
import { firstDeliveryId, type StoredEvent, type WebhookStores } from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import { RETRY_DELAYS_MS } from './host-stepward.js';
import { TENANTS } from './hosts.js';
import type { Receivers } from './receivers.js';

/** An event of the host whose transaction was committed. */
export interface CommittedEvent {
  readonly tenantId: string;
  readonly event: StoredEvent;
  /** Null for none. */
  readonly orderingKey: string | null;
  /** The true time, in milliseconds since 1970. */
  readonly committedAt: number;
}

/**
 * Reports what is missing or wrong in the log when all work is done: each committed event has a delivery to each subscriber that
 * existed, which has ended, and whose attempts are without gaps.
 *
 * @param registered when the host knew of each subscriber, by its id
 */
export async function checkLog(
  memory: MemoryStorage,
  committed: ReadonlyMap<string, CommittedEvent>,
  registered: ReadonlyMap<string, number>,
  receivers: Receivers,
  violate: (message: string) => void,
): Promise<void> {
  for (const { eventId } of receivers.received) {
    if (!committed.has(eventId)) violate(`event ${eventId} arrived, and was never committed`);
  }
  for (const tenantId of TENANTS) await checkEnded(memory, tenantId, violate);
  for (const { tenantId, event, committedAt } of committed.values()) {
    const checked = await memory.run({ tenantId }, async (stores) => {
      const page = { limit: 100, position: null };
      const { items } = await stores.subscribers.list({ subscriberId: null }, page);
      for (const subscriber of items) {
        const isAwaited = (registered.get(subscriber.id) ?? Infinity) <= committedAt;
        if (!isAwaited || subscriber.createdAt > event.emittedAt) continue;
        const fault = await faultOf(stores, event, subscriber);
        if (fault !== null) violate(`event ${event.id} to ${subscriber.url}: ${fault}`);
      }
      return ok(null);
    });
    checked._unsafeUnwrap();
  }
}

/** Whatever was made has ended, also what waited for another delivery of its key. */
async function checkEnded(
  memory: MemoryStorage,
  tenantId: string,
  violate: (message: string) => void,
): Promise<void> {
  const page = { limit: 100, position: null };
  const checked = await memory.run({ tenantId }, async ({ subscribers, deliveries }) => {
    for (const { id } of (await subscribers.list({ subscriberId: null }, page)).items) {
      const filter = { status: 'pending', since: null, until: null } as const;
      const [stuck] = (await deliveries.list(id, filter, page)).items;
      if (stuck !== undefined) violate(`${stuck.id} never ends`);
    }
    return ok(null);
  });
  checked._unsafeUnwrap();
}

async function faultOf(
  { deliveries }: WebhookStores,
  { id, emittedAt, expiresAt }: StoredEvent,
  subscriber: Subscriber,
): Promise<string | null> {
  const deliveryId = firstDeliveryId(emittedAt, id, subscriber.id);
  const found = await deliveries.find(subscriber.id, deliveryId);
  if (found === null) return 'there is no delivery';
  const { delivery, attempts } = found;
  const { status } = delivery;
  if (status === 'pending') return 'the delivery has not ended';
  if (status === 'expired' && (expiresAt ?? null) === null) return 'it expired, and should not';
  const numbers = attempts.map(({ number }) => number);
  if (numbers.some((number, index) => number !== index + 1)) return `attempts ${String(numbers)}`;
  if (delivery.attempts !== attempts.length) return 'its attempts are counted wrong';
  const isGone = attempts.at(-1)?.statusCode === 410;
  if (status === 'exhausted' && !isGone && attempts.length !== RETRY_DELAYS_MS.length + 1) {
    return `exhausted after ${String(attempts.length)} attempts`;
  }
  return null;
}
