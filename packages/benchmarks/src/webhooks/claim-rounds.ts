import type { Stepward } from '@stepward/core';
import { finishedAttempt, type DeliveryQueue } from '@stepward/core/adapter';
import { sampleUser } from './sample-user.js';
import { TENANT } from './webhook-world.js';

/** Claims of one round, each for half of a small worker's slots. */
export const CLAIMS = 30;
const LIMIT = 64;
const PER_SUBSCRIBER = 10;

const ASKED = {
  owner: 'benchmark',
  limit: LIMIT,
  perSubscriber: PER_SUBSCRIBER,
  perSecond: null,
  maxAttempts: 10,
  tenants: { underWay: {}, free: 1_000, perFreeSlot: 3 },
  exhaustedEvent: () => null,
  after: null,
};

/** Emits until so many deliveries are pending; each event goes to so many subscribers. */
export async function fill(
  { events }: Stepward,
  { missing, perEvent }: { readonly missing: number; readonly perEvent: number },
): Promise<void> {
  for (let number = 0; number * perEvent < missing; number += 1) {
    const event = { type: 'user.created', tenantId: TENANT, data: sampleUser(number) } as const;
    const emitted = await events.emit(event);
    if (emitted.isErr()) throw new Error(emitted.error.code);
  }
}

/** What the calls of a round took. */
export interface RoundTimes {
  readonly claimMs: number;
  readonly finishMs: number;
  readonly claimed: number;
}

/** Claims and finishes in turn, as one worker would that sends in no time. */
export async function claimAndFinish(queue: DeliveryQueue): Promise<RoundTimes> {
  let [claimMs, finishMs, claimedSoFar] = [0, 0, 0];
  for (let count = 0; count < CLAIMS; count += 1) {
    const now = new Date();
    const asked = performance.now();
    const { deliveries } = await queue.claim({
      ...ASKED,
      now,
      leaseUntil: new Date(now.getTime() + 30_000),
    });
    const claimed = performance.now();
    if (deliveries.length === 0) throw new Error('nothing was due');
    claimedSoFar += deliveries.length;
    await queue.finish(
      deliveries.map((delivery) =>
        finishedAttempt(delivery, {
          ...{ owner: ASKED.owner, startedAt: now, finishedAt: now, event: null },
          outcome: { type: 'answered', status: 204, retryAfter: null, body: '' },
          decision: { status: 'delivered' },
        }),
      ),
    );
    claimMs += claimed - asked;
    finishMs += performance.now() - claimed;
  }
  return { claimMs, finishMs, claimed: claimedSoFar };
}
