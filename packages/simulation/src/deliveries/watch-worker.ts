import type { Clock } from '@stepward/core';
import {
  msBetween,
  subscriberShard,
  WORKER_LEASE_MS,
  type DeliveryQueue,
  type WebhookRequest,
} from '@stepward/core/adapter';

/** What a worker may have under way. */
export interface WorkerLimits {
  readonly concurrency: number;
  readonly perSubscriber: number;
  readonly perSecond: number | null;
}

/** Watches one worker: what it sends, and what it believes to own meanwhile. */
export interface WorkerWatch {
  readonly queue: DeliveryQueue;
  /** Takes note of each request as it is sent; returns a function to call when it has ended. */
  sent(request: WebhookRequest): () => void;
}

/** The path of each subscriber's URL names it. */
export function subscriberOf(url: string): { readonly tenantId: string; readonly name: string } {
  const [tenantId = '', name = ''] = new URL(url).pathname.slice(1).split('/');
  return { tenantId, name };
}

export function watchWorker(
  queue: DeliveryQueue,
  clock: Pick<Clock, 'now'>,
  limits: WorkerLimits,
  violate: (message: string) => void,
): WorkerWatch {
  const enabled = new Map<string, boolean>();
  /** When the attempt of a delivery started; it is sent once it was read. */
  const startedAt = new Map<string, Date>();
  const underWay = new Map<string, number>();
  const starts = new Map<string, Date[]>();
  const shardsUnderWay = new Map<number, number>();
  const shardOf = new Map<string, number>();
  let leasedAt: Date | null = null;
  let total = 0;

  function change(url: string, deliveryId: string, by: 1 | -1): void {
    total += by;
    underWay.set(url, (underWay.get(url) ?? 0) + by);
    const shard = shardOf.get(deliveryId) ?? -1;
    shardsUnderWay.set(shard, (shardsUnderWay.get(shard) ?? 0) + by);
  }

  function checkRate(url: string, at: Date): void {
    const before = starts.get(url) ?? [];
    const recent = [...before, at].filter((each) => msBetween(each, at) < 1_000);
    starts.set(url, recent);
    if (limits.perSecond !== null && recent.length > limits.perSecond) {
      violate(`${url} got ${String(recent.length)} attempts in a second`);
    }
  }

  return {
    queue: {
      ...queue,
      async hold(request) {
        const begun = clock.now();
        const given = request.release === 'all' ? [] : request.release;
        const early = given.find((shard) => (shardsUnderWay.get(shard) ?? 0) > 0);
        if (early !== undefined)
          violate(`shard ${String(early)} is given back while it is sent to`);
        const held = await queue.hold(request);
        // A late answer may be that of an earlier request.
        if (leasedAt === null || leasedAt < begun) leasedAt = begun;
        return held;
      },
      async open(deliveries) {
        const begun = clock.now();
        const opened = await queue.open(deliveries);
        deliveries.forEach(({ deliveryId, tenantId, subscriberId }, index) => {
          startedAt.set(deliveryId, begun);
          enabled.set(deliveryId, opened[index]?.subscriber?.enabled ?? false);
          shardOf.set(deliveryId, subscriberShard(tenantId, subscriberId));
        });
        return opened;
      },
    },
    sent({ tenantId, url, headers, body }) {
      const deliveryId = headers['x-webhook-id'] ?? '';
      if (leasedAt === null || msBetween(leasedAt, clock.now()) >= WORKER_LEASE_MS) {
        violate('a request was sent after the lease of the worker had ended');
      }
      if (enabled.get(deliveryId) !== true) violate(`a disabled subscriber was sent ${deliveryId}`);
      if (subscriberOf(url).tenantId !== tenantId) violate(`${tenantId} was sent to ${url}`);
      const { data } = JSON.parse(body) as { data: { id?: string } };
      if (data.id !== undefined && !data.id.startsWith(`${tenantId}/`)) {
        violate(`${tenantId} was sent ${data.id}`);
      }
      change(url, deliveryId, 1);
      checkRate(url, startedAt.get(deliveryId) ?? clock.now());
      if ((underWay.get(url) ?? 0) > limits.perSubscriber) violate(`${url} is over its cap`);
      if (total > limits.concurrency) violate('a worker sends more at once than it may');
      return () => change(url, deliveryId, -1);
    },
  };
}
