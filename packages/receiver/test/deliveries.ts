import { createFixedClock } from '@stepward/testing';
import { createReceiver, testEvent, type Handled, type ReceiverOptions } from '../src/index.js';

export const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSByZWNlaXZlcidzIHRlc3RzLi4=';

/** A receiver whose clock and outcomes the test holds. */
export function receiverOf(options: Partial<ReceiverOptions> = {}) {
  const clock = createFixedClock();
  const outcomes: Handled[] = [];
  const receiver = createReceiver({
    secrets: [SECRET],
    clock,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...options,
  });
  return { receiver, clock, outcomes };
}

/** A delivery of `user.deleted`, sent at the moment at which test clocks start. */
export function userDeleted(
  options: { idempotencyKey?: string; now?: Date; data?: { id: string } } = {},
) {
  return testEvent('user.deleted', { secret: SECRET, now: createFixedClock().now(), ...options });
}

/** Something to wait for that a test settles. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
