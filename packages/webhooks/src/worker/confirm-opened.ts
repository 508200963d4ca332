import type {
  DueAttempt,
  OpenedAttempt,
  PendingDelivery,
  Schedule,
  Standing,
} from '@stepward/core/adapter';

/** Deliveries of one subscriber, and how it stands in storage. */
interface StartedGroup {
  readonly deliveries: PendingDelivery[];
  readonly standing: Standing;
}

/**
 * Tells the schedule how the subscribers of opened deliveries stand, and returns the attempts that go on.
 *
 * @param now no later than they were opened, so that a subscriber which was paused then is so for the schedule
 */
export function confirmOpened(
  schedule: Pick<Schedule, 'confirm'>,
  opened: readonly OpenedAttempt[],
  now: Date,
): readonly DueAttempt[] {
  const groups = new Map<string, StartedGroup>();
  for (const each of opened) {
    if (each.type === 'due') join(groups, each.attempt.delivery, each.standing);
    if (each.type === 'waits') join(groups, each.delivery, each.standing);
  }
  const goOn = new Set<PendingDelivery>();
  for (const { deliveries, standing } of groups.values()) {
    for (const delivery of schedule.confirm(deliveries, standing, now)) goOn.add(delivery);
  }
  const due = opened.flatMap((each) => (each.type === 'due' ? [each.attempt] : []));
  return due.filter(({ delivery }) => goOn.has(delivery));
}

/** Puts started deliveries back until that time, for no attempt can be made now. */
export function putBack(
  schedule: Pick<Schedule, 'confirm'>,
  started: readonly PendingDelivery[],
  now: Date,
  until: Date,
): void {
  const standing = { pausedUntil: until, isOnTrial: false };
  const waits = started.map((delivery) => ({ type: 'waits', delivery, standing }) as const);
  confirmOpened(schedule, waits, now);
}

function join(
  groups: Map<string, StartedGroup>,
  delivery: PendingDelivery,
  standing: Standing,
): void {
  const key = `${delivery.tenantId} ${delivery.subscriberId}`;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { deliveries: [delivery], standing });
  else group.deliveries.push(delivery);
}
