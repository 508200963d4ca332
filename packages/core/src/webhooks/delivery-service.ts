import type { StoredEvent } from '../records/stored-event.js';
import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import { recordAudit, type AuditWiring } from '../audit/audit-recorder-service.js';
import { findEvent } from '../events/event-service.js';
import { TEST_EVENT_TYPE } from '../events/catalogue/event-names.js';
import type { WebhookStorage } from '../ports/storage.js';
import type { DeliveryFilter, EmittedRange } from '../ports/webhook-stores.js';
import { checkArguments } from '../shared/checks/check-arguments.js';
import { addMs, earlier } from '../shared/duration.js';
import { dateFilter, readFilter, readPage, textFilter } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import { uuidv7 } from '../shared/uuid.js';
import type { Attempt, Delivery, DeliveryStatus } from './delivery.js';
import {
  findSubscriber,
  requireEnabled,
  requireSubscriber,
  type SubscriberDisabled,
  type SubscriberNotFound,
} from './subscribers/require-subscriber.js';
import {
  newDelivery,
  replayDelivery,
  type DeliveryPending,
  type EventExpired,
} from './new-delivery.js';
import {
  readReplay,
  type ReplayInput,
  type WebhookRequestInvalid,
} from './subscribers/read-webhook-request.js';

/** The subscriber has no such delivery, or the delivery is older than the log's retention. */
export interface DeliveryNotFound {
  readonly code: 'delivery_not_found';
}

/** The event's payload was deleted after its retention period, so it cannot be sent again. */
export interface PayloadPurged {
  readonly code: 'payload_purged';
}

export type ReplayError =
  | SubscriberNotFound
  | SubscriberDisabled
  | DeliveryNotFound
  | DeliveryPending
  | EventExpired
  | PayloadPurged;

export type ReplayRangeError = SubscriberNotFound | SubscriberDisabled | WebhookRequestInvalid;

/** A delivery with its attempts. */
export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly attempts: readonly Attempt[];
}

/** A {@link ReplayInput} for what a replay left. */
export interface RemainingRange {
  readonly since: Date;
  readonly until: Date;
  readonly status?: DeliveryStatus;
}

/** The result of a replay by range. */
export interface ReplayedRange {
  /** The number of queued deliveries: up to 10,000, and all others of the last one's millisecond. */
  readonly count: number;
  /** When the first and the last of their events were emitted; null where there is none. */
  readonly emitted: EmittedRange | null;
  /** The remaining range, to request next; null if all were queued. */
  readonly rest: RemainingRange | null;
}

/** The log of deliveries, and replays from it. Each method returns a `Result`. */
export interface DeliveryService {
  /**
   * A subscriber's deliveries, newest first. They are kept for 90 days.
   *
   * @param filter what is left out does not filter
   * @param page the first 20 by default; `limit` is 1 to 100
   */
  list(
    tenantId: string,
    subscriberId: string,
    filter?: Partial<DeliveryFilter>,
    page?: Partial<PageRequest>,
  ): Promise<Result<Page<Delivery>, SubscriberNotFound>>;
  get(
    tenantId: string,
    subscriberId: string,
    deliveryId: string,
  ): Promise<Result<DeliveryDetail, SubscriberNotFound | DeliveryNotFound>>;
  /** Sends one event again: a new delivery with the same idempotency key. */
  replay(
    caller: ManagementCaller,
    subscriberId: string,
    deliveryId: string,
  ): Promise<Result<Delivery, ReplayError>>;
  /**
   * Sends the events of a range again, each once; those with a pending delivery, and those that have expired, are not queued again. With `dry_run` nothing
   * is queued or recorded, and the result is what a replay at this moment would have.
   */
  replayRange(
    caller: ManagementCaller,
    subscriberId: string,
    input: ReplayInput,
  ): Promise<Result<ReplayedRange, ReplayRangeError>>;
  /** Sends a `webhook.test` event to this subscriber alone, whatever its filter says. */
  sendTest(
    caller: ManagementCaller,
    subscriberId: string,
  ): Promise<Result<Delivery, SubscriberNotFound | SubscriberDisabled>>;
}

/** The maximum number of deliveries of a replay by range, which is one short transaction. */
export const MAX_REPLAYED = 10_000;

/** How a filter of deliveries is read. */
export const DELIVERY_FILTER_RULES = { status: textFilter, since: dateFilter, until: dateFilter };

export interface DeliveryWiring extends AuditWiring {
  readonly storage: WebhookStorage;
}

export function createDeliveryService(wiring: DeliveryWiring): DeliveryService {
  return {
    async list(tenantId, subscriberId, filter, page) {
      checkArguments('deliveries.list', { tenantId, subscriberId });
      const wanted = readFilter<DeliveryFilter>('deliveries.list', filter, DELIVERY_FILTER_RULES);
      const part = readPage('deliveries.list', page);
      return listDeliveries(wiring, tenantId, subscriberId, wanted, part);
    },

    async get(tenantId, subscriberId, deliveryId) {
      checkArguments('deliveries.get', { tenantId, subscriberId, deliveryId });
      return getDelivery(wiring, tenantId, subscriberId, deliveryId);
    },

    async replay(caller, subscriberId, deliveryId) {
      checkArguments('deliveries.replay', { caller, subscriberId, deliveryId });
      return replayOne(wiring, caller, subscriberId, deliveryId);
    },

    async replayRange(caller, subscriberId, input) {
      checkArguments('deliveries.replayRange', { caller, subscriberId, input });
      return replayInRange(wiring, caller, subscriberId, input);
    },

    async sendTest(caller, subscriberId) {
      checkArguments('deliveries.sendTest', { caller, subscriberId });
      return sendTestEvent(wiring, caller, subscriberId);
    },
  };
}

function listDeliveries(
  { storage }: DeliveryWiring,
  tenantId: string,
  subscriberId: string,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Result<Page<Delivery>, SubscriberNotFound>> {
  return storage.run<Page<Delivery>, SubscriberNotFound>({ tenantId }, async (stores) => {
    const found = requireSubscriber(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    return ok(await stores.deliveries.list(subscriberId, filter, page));
  });
}

type GetDeliveryError = SubscriberNotFound | DeliveryNotFound;

function getDelivery(
  { storage }: DeliveryWiring,
  tenantId: string,
  subscriberId: string,
  deliveryId: string,
): Promise<Result<DeliveryDetail, GetDeliveryError>> {
  return storage.run<DeliveryDetail, GetDeliveryError>({ tenantId }, async (stores) => {
    const found = requireSubscriber(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    const detail = await stores.deliveries.find(subscriberId, deliveryId);
    return detail === null ? err({ code: 'delivery_not_found' }) : ok(detail);
  });
}

function replayOne(
  wiring: DeliveryWiring,
  caller: ManagementCaller,
  subscriberId: string,
  deliveryId: string,
): Promise<Result<Delivery, ReplayError>> {
  const { tenantId, actor } = caller;
  return wiring.storage.run<Delivery, ReplayError>({ tenantId }, async (stores) => {
    const found = requireEnabled(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    const replayed = await stores.deliveries.find(subscriberId, deliveryId);
    if (replayed === null) return err({ code: 'delivery_not_found' });
    const event = await findEvent(stores, replayed.delivery.eventId);
    if (event === null) return err({ code: 'payload_purged' });
    const now = wiring.clock.now();
    const again = replayDelivery(drawId(wiring, now), replayed.delivery, event, now);
    if (again.isErr()) return err(again.error);
    const { count } = await stores.deliveries.enqueue({ type: 'again', delivery: again.value });
    if (count === 0) return err({ code: 'payload_purged' });
    const details = { deliveryId, replayedAs: again.value.id };
    const audited = { type: 'webhook.replayed', actor, target: subscriberId, details } as const;
    await recordAudit(wiring, stores, { ...audited, client: caller });
    return ok(again.value);
  });
}

async function replayInRange(
  wiring: DeliveryWiring,
  caller: ManagementCaller,
  subscriberId: string,
  input: ReplayInput,
): Promise<Result<ReplayedRange, ReplayRangeError>> {
  const { tenantId, actor } = caller;
  const range = readReplay(input);
  if (range.isErr()) return err(range.error);
  return wiring.storage.run<ReplayedRange, ReplayRangeError>(
    { tenantId, lock: `replay:${subscriberId}` },
    async (stores) => {
      const found = requireEnabled(await findSubscriber(stores, subscriberId));
      if (found.isErr()) return err(found.error);
      const now = wiring.clock.now();
      const until = earlier(range.value.until, addMs(now, 1));
      const { since, status, dry_run: isDryRun } = range.value;
      const { count, more, emitted } = await stores.deliveries.enqueue({
        ...{ type: 'replay', subscriberId, now, limit: MAX_REPLAYED, isDryRun },
        filter: { since, until, status },
      });
      // The remaining range ends before now; otherwise it would contain the replays created here.
      const left = more && { since: more, until: earlier(until, now) };
      const rest = left && { ...left, ...(status !== null && { status }) };
      if (isDryRun) return ok({ count, emitted, rest });
      const times = { since: since.toISOString(), until: until.toISOString() };
      const details = { ...times, status, count };
      const event = { type: 'webhook.replayed', actor, target: subscriberId, details } as const;
      await recordAudit(wiring, stores, { ...event, client: caller });
      return ok({ count, emitted, rest });
    },
  );
}

function sendTestEvent(
  wiring: DeliveryWiring,
  { tenantId }: ManagementCaller,
  subscriberId: string,
): Promise<Result<Delivery, SubscriberNotFound | SubscriberDisabled>> {
  const { storage, clock, random } = wiring;
  return storage.run<Delivery, SubscriberNotFound | SubscriberDisabled>(
    { tenantId },
    async (stores) => {
      const found = requireEnabled(await findSubscriber(stores, subscriberId));
      if (found.isErr()) return err(found.error);
      const now = clock.now();
      const event = testEvent(random.uuid(), subscriberId, now);
      const delivery = newDelivery(drawId(wiring, now), subscriberId, event, now);
      await stores.deliveries.enqueue({ type: 'event', delivery, event });
      return ok(delivery);
    },
  );
}

function drawId({ random }: DeliveryWiring, now: Date): string {
  return uuidv7(now, random.bytes(10));
}

function testEvent(id: string, subscriberId: string, now: Date): StoredEvent {
  const data = { subscriber_id: subscriberId, requested_at: now.toISOString() };
  return {
    id,
    type: TEST_EVENT_TYPE,
    organisationId: null,
    version: null,
    data: JSON.stringify(data),
    emittedAt: now,
    expiresAt: null,
  };
}
