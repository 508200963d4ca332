import type { Attempt, Delivery, ListedEvent, Page, Stepward } from '@stepward/core';
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

/** Whether all events of a tenant are dispatched, and nothing is on its way to its subscribers. */
export async function isSettled(
  stepward: Stepward,
  tenantId: string,
  subscriberIds: readonly string[],
): Promise<boolean> {
  if (await isWaitingForDispatch(stepward, tenantId)) return false;
  const filter = { status: 'pending', since: null, until: null } as const;
  const page = { limit: 1, position: null };
  const pending = subscriberIds.map((id) => stepward.deliveries.list(tenantId, id, filter, page));
  return (await Promise.all(pending)).every((listed) => listed._unsafeUnwrap().items.length === 0);
}

async function isWaitingForDispatch({ events }: Stepward, tenantId: string): Promise<boolean> {
  const filter = { type: null, organisationId: null, since: null, until: null };
  for (let position: string | null = null; ;) {
    const page: Page<ListedEvent> = await events.list(tenantId, filter, { limit: 100, position });
    const { items, nextPosition } = page;
    if (items.some(({ dispatched }) => !dispatched)) return true;
    if (nextPosition === null) return false;
    position = nextPosition;
  }
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

/** Why a log cannot be right; nothing where it is. A request may have come whose worker died before it could tell. */
export function faultsOf({ id, status, attempts, log, posts }: LoggedDelivery): readonly string[] {
  const numbers = log.map(({ number }) => number);
  const posted = posts.map(({ headers }) => Number(headers['x-webhook-attempt']));
  const faults = {
    'is not delivered': status !== 'delivered',
    'was never accepted': !posts.some(isAccepted),
    'has a gap in its log': numbers.some((number, index) => number !== index + 1),
    'counted otherwise than its log': attempts !== log.length,
    'has a logged attempt that was not POSTed': numbers.some((number) => !posted.includes(number)),
    'was POSTed beyond its log': posted.some((number) => number > log.length),
    'has not one logged success': log.filter(({ statusCode }) => statusCode === 204).length !== 1,
  };
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [`${id} ${fault}`] : []));
}

/** POSTs beyond one for each logged attempt: what was sent again because its result was lost. */
export function repeatsOf(deliveries: readonly LoggedDelivery[]): number {
  return deliveries.reduce((sum, { posts, log }) => sum + posts.length - log.length, 0);
}

/** Whether the sinks of these tests answer it with 204: every third event fails at first. */
export function isAccepted({ headers, body }: Captured): boolean {
  const { data } = JSON.parse(body.toString()) as { readonly data: { readonly id: string } };
  return headers['x-webhook-attempt'] !== '1' || !data.id.endsWith('_fails');
}
