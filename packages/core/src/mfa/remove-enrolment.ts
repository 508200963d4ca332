import { err, type Result } from 'neverthrow';
import {
  requireAal2,
  type AssuranceInsufficient,
  type AssuranceLevel,
} from '../access/assurance.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { NO_CODE } from '../one-time-code/code-state.js';
import { enrolmentState } from './enrolment.js';

/** SMS is neither enrolled nor pending. */
export interface NotEnrolled {
  readonly code: 'not_enrolled';
}

/** Removes the SMS factor, or cancels a pending enrolment. Budgets stay spent. */
export function removeEnrolment(
  record: CodeRecord,
  assurance: AssuranceLevel | null,
  now: Date,
): Result<CodeRecord, NotEnrolled | AssuranceInsufficient> {
  const { status } = enrolmentState(record, now);
  if (status !== 'enrolled' && status !== 'pending') return err({ code: 'not_enrolled' });
  return requireAal2(assurance).map(() => ({ ...record, enrolledAt: null, state: NO_CODE }));
}
