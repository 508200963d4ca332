import type { Attempt, Delivery, Stepward } from '@stepward/core';
import type { Captured } from '../harness/sink.js';

/** A delivery as the log has it, and what its subscriber saw of it. */
export interface LoggedDelivery extends Delivery {
  readonly log: readonly Attempt[];
  readonly posts: readonly Captured[];
}

/** Whose log to read. */
export interface LogOwner {
  readonly tenantId: string;
  readonly subscriberId: string;
}

/** Whether anything is still on its way to a subscriber. */
export async function hasPending(
  { deliveries }: Stepward,
  { tenantId, subscriberId }: LogOwner,
): Promise<boolean> {
  const filter = { status: 'pending', since: null, until: null } as const;
  const page = { limit: 1, position: null };
  const listed = await deliveries.list(tenantId, subscriberId, filter, page);
  return listed._unsafeUnwrap().items.length > 0;
}

/** All deliveries of a subscriber with their attempts, and the POSTs that a sink got for each. */
export async function readLog(
  { deliveries }: Stepward,
  { tenantId, subscriberId }: LogOwner,
  received: readonly Captured[],
): Promise<readonly LoggedDelivery[]> {
  const postsOf = (id: string): readonly Captured[] =>
    received.filter(({ headers }) => headers['x-webhook-id'] === id);
  const filter = { status: null, since: null, until: null };
  const logged: LoggedDelivery[] = [];
  let position: string | null = null;
  do {
    const listed = await deliveries.list(tenantId, subscriberId, filter, { limit: 100, position });
    const { items, nextPosition } = listed._unsafeUnwrap();
    const details = items.map(({ id }) => deliveries.get(tenantId, subscriberId, id));
    for (const each of await Promise.all(details)) {
      const { delivery, attempts } = each._unsafeUnwrap();
      logged.push({ ...delivery, log: attempts, posts: postsOf(delivery.id) });
    }
    position = nextPosition;
  } while (position !== null);
  return logged;
}

/** Why a log cannot be right; nothing where it is. */
export function faultsOf({ id, status, attempts, log, posts }: LoggedDelivery): readonly string[] {
  const numbers = log.map(({ number }) => number);
  const posted = posts.map(({ headers }) => Number(headers['x-webhook-attempt']));
  const faults = {
    'is not delivered': status !== 'delivered',
    'was never accepted': !posts.some(isAccepted),
    'has a gap in its log': numbers.some((number, index) => number !== index + 1),
    'counted otherwise than its log': attempts !== log.length,
    'has a POST that is not logged': posted.some((number) => !numbers.includes(number)),
    'has an attempt that was POSTed twice': new Set(posted).size !== posted.length,
    'is delivered without a logged success': !log.some(({ statusCode }) => statusCode === 204),
  };
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [`${id} ${fault}`] : []));
}

/** POSTs that told a subscriber what it had accepted already. */
export function duplicatesOf(deliveries: readonly LoggedDelivery[]): number {
  const extra = deliveries.map(({ posts }) => posts.filter(isAccepted).length - 1);
  return extra.reduce((sum, each) => sum + each, 0);
}

/** Whether {@link answerOf} answers it with 204. */
export function isAccepted({ headers, body }: Captured): boolean {
  const { data } = JSON.parse(body.toString()) as { readonly data: { readonly id: string } };
  return headers['x-webhook-attempt'] !== '1' || !data.id.endsWith('_fails');
}
