import type { WebhookStorage } from '../../ports/storage.js';
import type { Clock } from '../../ports/platform.js';
import type { DeliveryFilter } from '../../ports/webhook-stores.js';
import { earlier } from '../../shared/duration.js';
import { checkArguments } from '../../shared/checks/check-arguments.js';
import { inUnitOfWork } from '../../shared/storage/in-unit-of-work.js';
import { dateFilter, readFilter, readPage } from '../../shared/lists/list-request.js';
import type { Page, PageRequest } from '../../shared/lists/page.js';
import type { Delivery } from '../delivery.js';
import { DELIVERY_FILTER_RULES, MAX_REPLAYED, type DeliveryDetail } from '../delivery-service.js';
import { handlerId, type KnownHandler } from './handler.js';

/** The handlers of the host's processes, and what they got. No tenant sees any of it. */
export interface HandlerService {
  /** The handlers that a worker has had within the 90 days that deliveries are kept, by name. */
  list(): Promise<readonly KnownHandler[]>;
  /**
   * What a handler got of a tenant's events, newest first, under the handler's name. Deliveries are kept for 90 days.
   *
   * @param filter what is left out does not filter
   * @param page the first 20 by default; `limit` is 1 to 100
   */
  deliveries(
    tenantId: string,
    handler: string,
    filter?: Partial<DeliveryFilter>,
    page?: Partial<PageRequest>,
  ): Promise<Page<Delivery>>;
  /** One of them with its attempts; null for none. */
  delivery(tenantId: string, handler: string, deliveryId: string): Promise<DeliveryDetail | null>;
  /**
   * Has a handler get a tenant's events again that it got in a range of time: each once, the oldest first, behind those that it
   * has not got yet. Those that have expired, or that wait for it in any case, are left out. For a sink that has lost its disk.
   *
   * @param handler its name; of a sink `sink.` and the name
   * @param range by the time of emitting; what is left out does not limit
   */
  replay(
    tenantId: string,
    handler: string,
    range?: Partial<ReplayedTimes>,
  ): Promise<ReplayedEvents>;
}

/** From `since` on, and before `until`; null for no limit. */
export type ReplayedTimes = Pick<DeliveryFilter, 'since' | 'until'>;

export interface ReplayedEvents {
  /** How many are queued: up to 10,000, and all others of the last one's millisecond. */
  readonly count: number;
  /** The range to ask for next; null where that was all. */
  readonly rest: ReplayedTimes | null;
}

export interface HandlerWiring {
  readonly storage: WebhookStorage;
  readonly clock: Pick<Clock, 'now'>;
}

export function createHandlerService({ storage, clock }: HandlerWiring): HandlerService {
  return {
    async list() {
      return (await storage.queue.queueState(clock.now(), null)).handlers;
    },

    async deliveries(tenantId, handler, filter, page) {
      checkArguments('handlers.deliveries', { tenantId, handler });
      const wanted = readFilter<DeliveryFilter>(
        'handlers.deliveries',
        filter,
        DELIVERY_FILTER_RULES,
      );
      const part = readPage('handlers.deliveries', page);
      return inUnitOfWork(storage, { tenantId }, (stores) =>
        stores.deliveries.list(handlerId(handler), wanted, part),
      );
    },

    async delivery(tenantId, handler, deliveryId) {
      checkArguments('handlers.delivery', { tenantId, handler, deliveryId });
      return inUnitOfWork(storage, { tenantId }, (stores) =>
        stores.deliveries.find(handlerId(handler), deliveryId),
      );
    },

    async replay(tenantId, handler, range) {
      checkArguments('handlers.replay', { tenantId, handler });
      const rules = { since: dateFilter, until: dateFilter };
      const { since, until } = readFilter<ReplayedTimes>('handlers.replay', range, rules);
      const now = clock.now();
      const end = earlier(until, now);
      const subscriberId = handlerId(handler);
      const { count, more } = await inUnitOfWork(
        storage,
        { tenantId, lock: `replay:${subscriberId}` },
        (stores) =>
          stores.deliveries.enqueue({
            ...{ type: 'replay', subscriberId, now, limit: MAX_REPLAYED, isDryRun: false },
            filter: { since, until: end, status: null },
          }),
      );
      return { count, rest: more && { since: more, until: end } };
    },
  };
}
