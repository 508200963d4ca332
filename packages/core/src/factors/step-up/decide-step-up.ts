import type { AssuranceLevel } from '../../access/assurance.js';
import type { FactorName } from '../../records/factor-name.js';
import { checkSignIn } from '../sign-in/check-sign-in.js';
import { isOneOf } from '../../shared/checks/check-options.js';
import { decideFactor, type FactorDecision, type SignIn } from '../sign-in/decide-sign-in.js';

/** The path of the authentication application's own page that asks for an SMS code. */
export const SMS_VERIFY_PAGE = '/sms-verify';

/** The part of a session that step-up needs. */
export interface StepUpSession {
  readonly assurance: AssuranceLevel;
}

/** An OAuth consent in progress. */
export interface StepUpConsent {
  /** What the client demands, for example with `acr_values=aal2` (RFC 9470 section 4); null for nothing. */
  readonly requiredAssurance: AssuranceLevel | null;
}

/** The input of a step-up decision: a session during consent, and the input of a sign-in decision. */
export interface StepUp extends Pick<
  SignIn,
  'policy' | 'enrolled' | 'suspended' | 'memberSince' | 'requiredSince' | 'risk'
> {
  readonly session: StepUpSession;
  /** Null where no consent is in progress: a session steps up during consent alone. */
  readonly consent: StepUpConsent | null;
}

/**
 * What must happen before consent may continue. `challenge`: ask for the factor; `page` is where to send
 * the person for SMS, and null for the factors that the host asks for itself. `enrol` and `deny` mean
 * what they mean at sign-in.
 */
export type StepUpDecision =
  | { readonly type: 'nothing' }
  | { readonly type: 'challenge'; readonly factor: FactorName; readonly page: string | null }
  | Extract<FactorDecision, { readonly type: 'enrol' | 'deny' }>;

/**
 * Decides whether a session steps up (specification, "Step-up session assurance"). At aal2 nothing is left to do. At
 * aal1 the policy decides as it does at sign-in, and where the client demands aal2 it decides as if it always asked
 * for a factor.
 *
 * @throws TypeError that names a value of the wrong type, such as a time that is a string.
 */
export function decideStepUp(stepUp: StepUp, now: Date): StepUpDecision {
  checkSignIn('decideStepUp', { ...stepUp, proven: [] }, now);
  const { session, consent } = stepUp;
  const required = consent?.requiredAssurance ?? null;
  // A client's own name for a level would otherwise be ignored silently.
  if (!isOneOf(null, 'aal1', 'aal2')(required)) {
    throw new TypeError("decideStepUp: consent.requiredAssurance must be 'aal1', 'aal2' or null");
  }
  if (consent === null || session.assurance === 'aal2') return NOTHING;
  const asked = required === 'aal2' ? demandingFactor(stepUp) : stepUp;
  const decision = decideFactor({ ...asked, proven: [], trustedDevice: null }, now);
  switch (decision.type) {
    case 'allow':
      return NOTHING;
    case 'challenge':
      return { ...decision, page: decision.factor === 'sms' ? SMS_VERIFY_PAGE : null };
    case 'enrol':
    case 'deny':
      return decision;
  }
}

const NOTHING: StepUpDecision = { type: 'nothing' };

/** Without a second factor aal2 is impossible, so there is no grace period and enrolment cannot be skipped. */
function demandingFactor(stepUp: StepUp): StepUp {
  const { policy } = stepUp;
  const unenrolledUserAction =
    policy.unenrolledUserAction === 'block' ? 'block' : 'force_enrollment';
  return {
    ...stepUp,
    policy: { ...policy, mfaEnforcement: 'required', mfaPolicy: 'always', unenrolledUserAction },
    risk: 'high',
  };
}
