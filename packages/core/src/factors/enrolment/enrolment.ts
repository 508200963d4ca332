import { ofFactor } from '../authenticator.js';
import type { FactorRecord } from '../factor-record.js';
import { settle, type CodeState } from '../codes/code-state.js';
import type { KeptFactor } from '../../records/factor-name.js';

/**
 * The state of an identity's enrolment of a second factor (specification, "SMS MFA enrolment"): `none`, `pending`,
 * `enrolled`, or a tombstone that counts as none but is remembered for 24 hours.
 */
export type EnrolmentState = CodeState | { readonly status: 'enrolled'; readonly enrolledAt: Date };

/** Returns the state at a given time of a record that was read for the enrolment of that factor. */
export function enrolmentState(
  factor: KeptFactor,
  { authenticators, state }: FactorRecord,
  now: Date,
): EnrolmentState {
  const [enrolled] = ofFactor(authenticators, factor);
  return enrolled === undefined
    ? settle(state, now)
    : { status: 'enrolled', enrolledAt: enrolled.enrolledAt };
}
