import type { CodeRecord } from '../one-time-code/code-record.js';
import { settle, type CodeState } from '../one-time-code/code-state.js';

/**
 * Where an identity stands with SMS as a second factor (specification, "SMS MFA enrolment"):
 * `none`, `pending`, `enrolled`, or a tombstone that counts as none but is remembered for 24 hours.
 */
export type EnrolmentState = CodeState | { readonly status: 'enrolled'; readonly enrolledAt: Date };

/** The state that a stored record amounts to at a given time. */
export function enrolmentState(record: CodeRecord, now: Date): EnrolmentState {
  return record.enrolledAt === null
    ? settle(record.state, now)
    : { status: 'enrolled', enrolledAt: record.enrolledAt };
}

/** SMS is enrolled already. */
export interface AlreadyEnrolled {
  readonly code: 'already_enrolled';
}
