import type { KeptFactor } from '../../records/factor-name.js';
import { checkGuessBudget } from '../codes/budgets.js';
import type { CheckedCode, WrongReason } from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodePurpose } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import { ofFactor } from '../authenticator.js';
import { usableAuthenticators } from '../suspension.js';
import type { BegunBlock } from '../sms/fraud/decide-send.js';
import type { GuardRule } from '../../tenants/guard-modes.js';
import type { SmsDeliveryFailure } from '../sms/receipts/delivery-receipt.js';
import type { AuthenticationEntryType } from '../../records/authentication-entry.js';

/** What a wrong guess has used up: the guesses at its code, or those of the identity for this hour. */
export type LockReason = 'attempts_exhausted' | 'guess_budget_spent';

/** Something that the authentication log records. */
export type Happening =
  | { readonly type: 'factor.refused'; readonly reason: WrongReason }
  | { readonly type: 'grant.refused'; readonly reason: 'grant_mismatch' }
  | { readonly type: 'factor.locked'; readonly reason: LockReason }
  | { readonly type: 'factor.suspended'; readonly reason: 'wrong_in_a_row' }
  | { readonly type: 'factor.delivery_failed'; readonly reason: SmsDeliveryFailure }
  | {
      readonly type: 'sms.blocked';
      readonly reason: GuardRule;
      readonly block: BegunBlock;
      /** The country of the number whose message began it; null where it is not known. */
      readonly country: string | null;
    }
  | {
      readonly type: 'session.ended';
      readonly reason: 'others' | null;
      /** The session that was ended; for `others` the one that was kept, null for none. */
      readonly sessionId: string | null;
    }
  | { readonly type: 'trusted_device.ended'; readonly reason: 'all' | null }
  | {
      readonly type: 'factor.removed';
      /** Why an administrator removed it; null where the person did. */
      readonly reason: string | null;
    }
  | {
      readonly type: 'temporary_pass.created';
      readonly reason: string;
      readonly expiresAt: Date;
    }
  | {
      readonly type: 'authenticator.removed' | 'authenticator.renamed';
      readonly reason: null;
      readonly authenticatorId: string;
    }
  | {
      readonly type: Exclude<
        AuthenticationEntryType,
        | 'factor.removed'
        | 'temporary_pass.created'
        | 'authenticator.removed'
        | 'authenticator.renamed'
        | 'factor.refused'
        | 'grant.refused'
        | 'factor.locked'
        | 'factor.suspended'
        | 'factor.delivery_failed'
        | 'sms.blocked'
        | 'session.ended'
        | 'trusted_device.ended'
      >;
      readonly reason: null;
    };

/** Returns what to record of an issued code, the first one or a resend. Phone verification records none. */
export function tellIssued(purpose: CodePurpose): readonly Happening[] {
  switch (purpose) {
    case 'enrolment':
      return [{ type: 'factor.enrolment_started', reason: null }];
    case 'step_up':
      return [{ type: 'factor.challenged', reason: null }];
    case 'phone':
      return [];
  }
}

/** Returns what to record of the blocks that begin with a message. */
export function tellBlocked(
  begins: readonly BegunBlock[],
  country: string | null,
): readonly Happening[] {
  return begins.map((block) => ({ type: 'sms.blocked', reason: block.rule, block, country }));
}

/**
 * Returns what to record of a checked code. The right code records what it proves, a wrong one
 * `factor.refused`, and the wrong one that spends the last guess, of the code or of the identity within the
 * hour, `factor.locked` as well. One that suspends the factor records `factor.suspended`. Other refusals compare no code
 * and record nothing, so that a lock is recorded once and not with each request that it refuses.
 */
export function tellChecked(
  proves: ProvenType,
  before: FactorRecord,
  { record, outcome, reason = 'code_mismatch' }: CheckedCode,
  now: Date,
  limits: CodeLimits,
): readonly Happening[] {
  if (outcome.type === 'accepted') return [{ type: proves, reason: null }];
  if (record.wrongGuesses === before.wrongGuesses) return [];
  const lock = lockOf(record, now, limits);
  return [
    { type: 'factor.refused', reason },
    ...(lock === null ? [] : [{ type: 'factor.locked', reason: lock } as const]),
    ...(suspends(before, record, limits) ? [SUSPENDED] : []),
  ];
}

const SUSPENDED: Happening = { type: 'factor.suspended', reason: 'wrong_in_a_row' };

/** Whether fewer factors are usable after an answer than before it. */
function suspends(before: FactorRecord, after: FactorRecord, limits: CodeLimits): boolean {
  const count = ({ authenticators }: FactorRecord): number =>
    new Set(usableAuthenticators(authenticators, limits).map(({ factor }) => factor)).size;
  return count(after) < count(before);
}

/**
 * Returns what to record of a removal: `factor.removed` where the factor is gone, `authenticator.removed` for each that
 * goes while others of the factor stay, and nothing where only a pending enrolment was cancelled.
 */
export function tellRemoved(
  factor: KeptFactor,
  before: FactorRecord,
  after: FactorRecord,
): readonly Happening[] {
  const left = ofFactor(after.authenticators, factor);
  const gone = ofFactor(before.authenticators, factor).filter((one) => !left.includes(one));
  if (gone.length > 0 && left.length === 0) return [{ type: 'factor.removed', reason: null }];
  return gone.map(({ id }) => ({
    type: 'authenticator.removed',
    reason: null,
    authenticatorId: id,
  }));
}

/** The entries that an answer may record. */
export type ProvenType = Extract<
  AuthenticationEntryType,
  | 'factor.enrolled'
  | 'factor.verified'
  | 'phone.verified'
  | 'recovery_code.used'
  | 'temporary_pass.used'
>;

/** The entry of a proof by its purpose, where the factor has none. */
export const PROVEN = {
  enrolment: 'factor.enrolled',
  step_up: 'factor.verified',
  phone: 'phone.verified',
} as const satisfies Record<CodePurpose, AuthenticationEntryType>;

/** The wider of the two where both are used up; null where there are guesses left. */
function lockOf(
  { state, wrongGuesses }: FactorRecord,
  now: Date,
  limits: CodeLimits,
): LockReason | null {
  if (checkGuessBudget(wrongGuesses, now, limits).isErr()) return 'guess_budget_spent';
  return state.status === 'exhausted' ? 'attempts_exhausted' : null;
}
