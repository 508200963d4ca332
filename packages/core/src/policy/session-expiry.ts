import { addMs, hasMoment, minutes } from '../shared/duration.js';
import type { EffectivePolicy } from './merge-policy.js';

/** The time at which an unused session ends, and the limit that ends it. */
export interface SessionExpiry {
  readonly expiresAt: Date;
  readonly limit: 'absolute' | 'idle';
}

/**
 * The end of a session under a policy: whichever of the absolute and the idle limit comes first. The
 * session is over once `now >= expiresAt`. A policy made stricter holds for open sessions from the next check on.
 *
 * @throws TypeError where a time is not a valid Date, or the policy has no limits: a session would never end.
 */
export function sessionExpiry(
  policy: Pick<EffectivePolicy, 'sessionTimeoutMinutes' | 'sessionIdleTimeoutMinutes'>,
  createdAt: Date,
  lastSeenAt: Date,
): SessionExpiry {
  if (!hasMoment(createdAt) || !hasMoment(lastSeenAt)) {
    throw new TypeError('sessionExpiry: createdAt and lastSeenAt must be valid Dates');
  }
  const { sessionTimeoutMinutes, sessionIdleTimeoutMinutes } = policy;
  if (![sessionTimeoutMinutes, sessionIdleTimeoutMinutes].every(Number.isInteger)) {
    throw new TypeError(
      'sessionExpiry: policy must have sessionTimeoutMinutes and sessionIdleTimeoutMinutes',
    );
  }
  const absolute = after(createdAt, sessionTimeoutMinutes);
  const idle = after(lastSeenAt, sessionIdleTimeoutMinutes);
  return idle < absolute
    ? { expiresAt: idle, limit: 'idle' }
    : { expiresAt: absolute, limit: 'absolute' };
}

/** The latest time that a `Date` can hold (ECMAScript, "Time Values"). Beyond it, dates are invalid. */
const LAST_MOMENT_MS = 8.64e15;

/** Policies set no upper bound on the minutes, so the sum may lie beyond the latest time. */
function after(moment: Date, count: number): Date {
  return addMs(moment, Math.min(minutes(count), LAST_MOMENT_MS - moment.getTime()));
}
