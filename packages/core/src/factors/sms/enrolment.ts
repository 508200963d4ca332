import type { FactorRecord } from '../factor-record.js';
import { settle, type CodeState } from '../codes/code-state.js';

/**
 * Where an identity stands with SMS as a second factor (specification, "SMS MFA enrolment"):
 * `none`, `pending`, `enrolled`, or a tombstone that counts as none but is remembered for 24 hours.
 */
export type EnrolmentState = CodeState | { readonly status: 'enrolled'; readonly enrolledAt: Date };

/** The state that a stored record amounts to at a given time. */
export function enrolmentState(record: FactorRecord, now: Date): EnrolmentState {
  const { sms } = record.factors;
  return sms === undefined
    ? settle(record.state, now)
    : { status: 'enrolled', enrolledAt: sms.enrolledAt };
}

/** SMS is enrolled already. */
export interface AlreadyEnrolled {
  readonly code: 'already_enrolled';
}
