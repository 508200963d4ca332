import { onTestFinished } from 'vitest';
import {
  bodyOf,
  WEBHOOKS,
  type ListedDelivery,
  type SubscriberWithSecret,
  type Tenant,
} from '../../customer-api/harness/tenant.js';

/** An attempt as the API lists it. */
export interface ListedAttempt {
  readonly attempt: number;
  readonly started_at: string;
  readonly duration_ms: number | null;
  readonly status_code: number | null;
  readonly failure: string | null;
  readonly response_body: string;
  readonly body: 'full' | 'thin' | null;
  readonly version: string | null;
}

/** A delivery as the API lists it, with what was tried. */
export interface DeliveryDetail extends ListedDelivery {
  readonly next_attempt_at: string | null;
  readonly finished_at: string | null;
  readonly attempts: readonly ListedAttempt[];
}

/** A subscriber as the API lists it. */
export interface ListedSubscriber {
  readonly id: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
}

/** A subscriber, created over HTTP, and what the API reports about it. */
export interface Subscription extends SubscriberWithSecret {
  /** Below `/v1/customer`. */
  readonly path: string;
  record(): Promise<ListedSubscriber>;
  /** Newest first, 100 at most. */
  deliveries(query?: string): Promise<readonly ListedDelivery[]>;
  delivery(id: string): Promise<DeliveryDetail>;
  /** The only delivery that there is. */
  onlyDelivery(): Promise<DeliveryDetail>;
}

/** Registers a subscriber, and removes it at the end of the test: no later one meets what it left. */
export async function subscribe(
  tenant: Tenant,
  url: string,
  fields: object = {},
): Promise<Subscription> {
  const shown = await tenant.newSubscriber({ url, ...fields });
  const path = `${WEBHOOKS}/${shown.id}`;
  onTestFinished(async () => {
    await tenant.remove(path);
  });
  const delivery = async (id: string): Promise<DeliveryDetail> =>
    bodyOf(await tenant.get(`${path}/deliveries/${id}`)) as unknown as DeliveryDetail;
  const deliveries: Subscription['deliveries'] = async (query = '') => {
    const page = await tenant.page<ListedDelivery>(`${path}/deliveries?limit=100${query}`);
    return page.data;
  };
  return {
    ...shown,
    path,
    record: async () => bodyOf(await tenant.get(path)) as unknown as ListedSubscriber,
    deliveries,
    delivery,
    async onlyDelivery() {
      const [only, ...others] = await deliveries();
      if (only === undefined || others.length > 0) throw new Error('there is not one delivery');
      return delivery(only.id);
    },
  };
}
