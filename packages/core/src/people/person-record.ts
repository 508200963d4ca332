import { settle } from '../factors/codes/code-state.js';
import type { CodeLimits } from '../factors/codes/limits.js';
import { guessesLeft, type GuessesLeft } from '../factors/codes/budgets.js';
import {
  isEnrolled,
  listAuthenticators,
  type ListedAuthenticator,
} from '../factors/authenticator.js';
import type { FactorRecord } from '../factors/factor-record.js';
import { mfaStatus, type MfaStatus } from '../factors/mfa-status.js';
import { enrolmentDeadline } from '../factors/sign-in/decide-sign-in.js';
import type { EnrolmentDue } from '../factors/sign-in/enrolment-due.js';
import { usableAuthenticators } from '../factors/suspension.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import { KEPT_FACTORS, type KeptFactor } from '../records/factor-name.js';
import type { Identity } from '../records/identity.js';

/** What an administrator sees of a person. It has no number and no secret. */
export interface PersonRecord extends MfaStatus {
  readonly identityId: string;
  readonly authenticators: readonly ListedAuthenticator[];
  readonly guesses: GuessesLeft;
  /** The factors that are suspended, see `factor_suspended`. */
  readonly suspended: readonly KeptFactor[];
  /**
   * When sign-in begins to demand a factor; it may be past. Null if the person needs no further factor, or if no decision of
   * `signIns` or `stepUp` has found yet that one is due, and it is not known when the person became a member.
   */
  readonly deadline: Date | null;
  /** When the temporary pass ends; null where none can be used: none was given, or it was used, has expired or was withdrawn. */
  readonly temporaryPass: { readonly expiresAt: Date } | null;
}

/** What a person's record is made of. */
export interface PersonFacts {
  readonly identity: Identity;
  /** Read as that of `TEMPORARY_PASS`, which has the state of the pass. */
  readonly record: FactorRecord;
  readonly policy: EffectivePolicy;
  /** Of the policy's organisation; null where no decision has found that a factor is due. */
  readonly due: EnrolmentDue | null;
  /** Null where it is not known. */
  readonly memberSince: Date | null;
}

export function personRecord(
  { identity, record, policy, due, memberSince }: PersonFacts,
  now: Date,
  limits: CodeLimits,
): PersonRecord {
  const { authenticators } = record;
  const status = mfaStatus(identity, authenticators);
  const usable = usableAuthenticators(authenticators, limits);
  const pass = settle(record.state, now);
  const since = due?.requiredSince ?? memberSince;
  const signIn = { policy, enrolled: status.methods, requiredSince: null };
  return {
    identityId: identity.identityId,
    ...status,
    authenticators: listAuthenticators(authenticators, limits),
    guesses: guessesLeft(record.wrongGuesses, now, limits),
    suspended: KEPT_FACTORS.filter(
      (name) => isEnrolled(authenticators, name) && !isEnrolled(usable, name),
    ),
    deadline: since && enrolmentDeadline({ ...signIn, memberSince: since }),
    temporaryPass: pass.status === 'pending' ? { expiresAt: pass.expiresAt } : null,
  };
}
