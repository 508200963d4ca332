import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/management-caller.js';
import type { AuditRecorder } from '../audit/audit-recorder-service.js';
import { TEST_EVENT_TYPE } from '../events/test-event-type.js';
import type { StoredEvent } from '../events/new-event.js';
import type { Clock } from '../ports/clock.js';
import type { Random } from '../ports/random.js';
import type { WebhookStorage } from '../ports/storage.js';
import type { DeliveryFilter } from '../ports/webhook-storage.js';
import {
  checkManagementCaller,
  checkObjects,
  checkStrings,
  checkTenantId,
} from '../shared/check-arguments.js';
import { addMs, earlier } from '../shared/duration.js';
import { dateFilter, readFilter, readPage, textFilter } from '../shared/list-request.js';
import type { Page, PageRequest } from '../shared/page.js';
import { uuidv7 } from '../shared/uuidv7.js';
import type { Attempt, Delivery, DeliveryStatus } from './delivery.js';
import { findSubscriber } from './find-subscriber.js';
import { newDelivery, replayDelivery, type DeliveryPending } from './new-delivery.js';
import {
  readReplay,
  type ReplayInput,
  type WebhookRequestInvalid,
} from './read-webhook-request.js';
import {
  requireEnabled,
  requireSubscriber,
  type SubscriberDisabled,
  type SubscriberNotFound,
} from './require-subscriber.js';

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
  /** The remaining range, to request next; null if all were queued. */
  readonly rest: RemainingRange | null;
}

/** The log of deliveries, and replays from it. */
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
  /** Sends the events of a range again, each once; those with a pending delivery are not queued again. */
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

/** The maximum number of deliveries of a replay by range, so that it stays one short transaction. */
const MAX_REPLAYED = 10_000;

const FILTER_RULES = { status: textFilter, since: dateFilter, until: dateFilter };

export interface DeliveryServiceOptions {
  readonly storage: WebhookStorage;
  readonly audit: AuditRecorder;
  readonly clock: Clock;
  readonly random: Random;
}

export function createDeliveryService(options: DeliveryServiceOptions): DeliveryService {
  const { storage, audit, clock, random } = options;
  const newId = (now: Date): string => uuidv7(now, random.bytes(10));

  return {
    async list(tenantId, subscriberId, filter, page) {
      checkTenantId('deliveries.list', tenantId);
      checkStrings('deliveries.list', { subscriberId });
      const wanted = readFilter<DeliveryFilter>('deliveries.list', filter, FILTER_RULES);
      const part = readPage('deliveries.list', page);
      return storage.run<Page<Delivery>, SubscriberNotFound>({ tenantId }, async (stores) => {
        const found = requireSubscriber(await findSubscriber(stores, subscriberId));
        if (found.isErr()) return err(found.error);
        return ok(await stores.deliveries.list(subscriberId, wanted, part));
      });
    },

    async get(tenantId, subscriberId, deliveryId) {
      checkTenantId('deliveries.get', tenantId);
      checkStrings('deliveries.get', { subscriberId, deliveryId });
      return storage.run<DeliveryDetail, SubscriberNotFound | DeliveryNotFound>(
        { tenantId },
        async (stores) => {
          const found = requireSubscriber(await findSubscriber(stores, subscriberId));
          if (found.isErr()) return err(found.error);
          const detail = await stores.deliveries.find(subscriberId, deliveryId);
          return detail === null ? err({ code: 'delivery_not_found' }) : ok(detail);
        },
      );
    },

    async replay(caller, subscriberId, deliveryId) {
      checkManagementCaller('deliveries.replay', caller);
      checkStrings('deliveries.replay', { subscriberId, deliveryId });
      const { tenantId, actor } = caller;
      return storage.run<Delivery, ReplayError>({ tenantId }, async (stores) => {
        const found = requireEnabled(await findSubscriber(stores, subscriberId));
        if (found.isErr()) return err(found.error);
        const replayed = await stores.deliveries.find(subscriberId, deliveryId);
        if (replayed === null) return err({ code: 'delivery_not_found' });
        const now = clock.now();
        const again = replayDelivery(newId(now), replayed.delivery, now);
        if (again.isErr()) return err(again.error);
        const { count } = await stores.deliveries.enqueue({ type: 'again', delivery: again.value });
        if (count === 0) return err({ code: 'payload_purged' });
        const details = { deliveryId, replayedAs: again.value.id };
        await audit.record(stores, {
          type: 'webhook.replayed',
          actor,
          target: subscriberId,
          details,
        });
        return ok(again.value);
      });
    },

    async replayRange(caller, subscriberId, input) {
      checkManagementCaller('deliveries.replayRange', caller);
      checkStrings('deliveries.replayRange', { subscriberId });
      checkObjects('deliveries.replayRange', { input });
      const { tenantId, actor } = caller;
      const range = readReplay(input);
      if (range.isErr()) return err(range.error);
      return storage.run<ReplayedRange, ReplayRangeError>(
        { tenantId, lock: `replay:${subscriberId}` },
        async (stores) => {
          const found = requireEnabled(await findSubscriber(stores, subscriberId));
          if (found.isErr()) return err(found.error);
          const now = clock.now();
          const until = earlier(range.value.until, addMs(now, 1));
          const filter = { ...range.value, until };
          const request = {
            type: 'replay',
            subscriberId,
            filter,
            now,
            limit: MAX_REPLAYED,
          } as const;
          const { count, more } = await stores.deliveries.enqueue(request);
          await audit.record(stores, {
            type: 'webhook.replayed',
            actor,
            target: subscriberId,
            details: {
              since: filter.since.toISOString(),
              until: until.toISOString(),
              status: filter.status,
              count,
            },
          });
          // The remaining range ends before now; otherwise it would contain the replays created here.
          return ok({
            count,
            rest: more && {
              since: more,
              until: earlier(until, now),
              ...(filter.status !== null && { status: filter.status }),
            },
          });
        },
      );
    },

    async sendTest(caller, subscriberId) {
      checkManagementCaller('deliveries.sendTest', caller);
      checkStrings('deliveries.sendTest', { subscriberId });
      const { tenantId } = caller;
      return storage.run<Delivery, SubscriberNotFound | SubscriberDisabled>(
        { tenantId },
        async (stores) => {
          const found = requireEnabled(await findSubscriber(stores, subscriberId));
          if (found.isErr()) return err(found.error);
          const now = clock.now();
          const event = testEvent(random.uuid(), subscriberId, now);
          const delivery = newDelivery(newId(now), subscriberId, event, now);
          await stores.deliveries.enqueue({ type: 'event', delivery, event });
          return ok(delivery);
        },
      );
    },
  };
}

function testEvent(id: string, subscriberId: string, now: Date): StoredEvent {
  const data = { subscriber_id: subscriberId, requested_at: now.toISOString() };
  return {
    id,
    type: TEST_EVENT_TYPE,
    organisationId: null,
    data: JSON.stringify(data),
    emittedAt: now,
  };
}
