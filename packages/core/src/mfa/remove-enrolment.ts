import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { NO_CODE } from '../one-time-code/code-state.js';
import { authoriseWrite, type FactorWrite } from './authorise-write.js';
import { enrolmentState } from './enrolment.js';

/** SMS is neither enrolled nor pending. */
export interface NotEnrolled {
  readonly code: 'not_enrolled';
}

/** What a removal is decided on. */
export interface RemoveEnrolment extends FactorWrite {
  readonly record: CodeRecord;
}

/** Removes the SMS factor, or cancels a pending enrolment. Budgets stay spent. */
export function removeEnrolment(
  removal: RemoveEnrolment,
  now: Date,
): Result<CodeRecord, NotEnrolled | AssuranceInsufficient> {
  const { record } = removal;
  const { status } = enrolmentState(record, now);
  if (status !== 'enrolled' && status !== 'pending') return err({ code: 'not_enrolled' });
  return authoriseWrite(removal).map(() => ({ ...record, enrolledAt: null, state: NO_CODE }));
}
