import type { Clock } from '@stepward/core';
import {
  ATTEMPT_TIMEOUT_MS,
  defaulted,
  DESTINATION_NAME,
  required,
  type OptionTable,
} from '@stepward/core/adapter';
import { isInteger } from './is-integer.js';
import { reasonOf } from './reason-of.js';
import { untilAborted } from './waiting/timers.js';

/** What handlers and destinations of the host have in common. */
interface HostCode {
  readonly name: string;
  /** Milliseconds. */
  readonly timeoutMs?: number;
}

export const HOST_CODE_OPTIONS: OptionTable<HostCode> = {
  // Those of Stepward have a dot in their names, so no host's handler is one of them.
  name: required(
    '1 to 64 lower-case letters, digits, - and _, beginning with a letter',
    (value) => typeof value === 'string' && DESTINATION_NAME.test(value),
  ),
  timeoutMs: defaulted(
    ATTEMPT_TIMEOUT_MS,
    'an integer from 1 to 15000',
    isInteger(1, ATTEMPT_TIMEOUT_MS),
  ),
};

/** The host's code has taken an event, or why it has not. */
export type HostCodeOutcome<Kind extends string> =
  | { readonly type: 'handled' }
  | {
      readonly type: 'failed';
      readonly reason: `${Kind}_failed` | 'timed_out';
      /** For the operator's log: the message of what was thrown. */
      readonly why: string;
    };

/**
 * Has the host's code take an event. Never rejects, and ends in time, also where that code does not.
 *
 * @param kind what the code is called in logs
 */
export async function runHostCode<Kind extends string>(
  kind: Kind,
  { timeoutMs }: Pick<Required<HostCode>, 'timeoutMs'>,
  clock: Pick<Clock, 'timeout'>,
  run: (deadline: AbortSignal) => unknown,
): Promise<HostCodeOutcome<Kind>> {
  const deadline = clock.timeout(timeoutMs);
  try {
    await untilAborted(deadline, async () => run(deadline));
    return { type: 'handled' };
  } catch (thrown) {
    if (!deadline.aborted) {
      return { type: 'failed', reason: `${kind}_failed`, why: reasonOf(thrown) };
    }
    const why = `the ${kind} took longer than ${String(timeoutMs)} ms`;
    return { type: 'failed', reason: 'timed_out', why };
  }
}
