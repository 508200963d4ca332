import type { DueAttempt } from './due-attempt.js';
import type { OverDelivery } from './finished-delivery.js';
import type { OpenedDelivery, OpenedSubscriber } from './opened-delivery.js';
import type { PendingDelivery } from './pending-delivery.js';
import type { Standing } from './scheduling/schedule.js';

/** A delivery that a worker took out of its schedule, as storage has it now. */
export type OpenedAttempt =
  | { readonly type: 'due'; readonly attempt: DueAttempt; readonly standing: Standing }
  /** Its subscriber is paused. */
  | { readonly type: 'waits'; readonly delivery: PendingDelivery; readonly standing: Standing }
  | OverDelivery
  /** It has ended meanwhile. */
  | { readonly type: 'gone'; readonly delivery: PendingDelivery };

/** What is to be done with a delivery that was opened. */
export type Opening =
  | {
      readonly type: 'due';
      readonly event: OpenedDelivery['event'];
      readonly subscriber: OpenedSubscriber;
      readonly standing: Standing;
    }
  | { readonly type: 'waits'; readonly standing: Standing }
  | { readonly type: 'over'; readonly status: 'skipped' | 'exhausted'; readonly eventType: string }
  | { readonly type: 'gone' };

/**
 * Decides what is to be done with a delivery: it is skipped where its subscriber was disabled or deleted, and exhausted
 * where its attempts are used up, because the schedule was shortened.
 *
 * @param maxAttempts attempts of one delivery at most
 */
export function openAttempt(
  { attempts }: PendingDelivery,
  opened: OpenedDelivery | null,
  now: Date,
  maxAttempts: number,
): Opening {
  if (opened === null) return { type: 'gone' };
  const { event, subscriber } = opened;
  const eventType = event.type;
  if (subscriber?.enabled !== true) return { type: 'over', status: 'skipped', eventType };
  if (attempts >= maxAttempts) return { type: 'over', status: 'exhausted', eventType };
  const { pausedUntil, isOnTrial } = subscriber;
  const standing = { pausedUntil, isOnTrial };
  if (pausedUntil !== null && pausedUntil > now) return { type: 'waits', standing };
  return { type: 'due', event, subscriber, standing };
}
