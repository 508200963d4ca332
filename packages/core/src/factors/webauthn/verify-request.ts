import { err, type Result } from 'neverthrow';
import type { RequestVerdict } from '../../records/webauthn.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';
import { isEnrolled, type Authenticators } from '../authenticator.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../codes/check-code.js';
import { settle } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { FactorNotEnrolled } from '../factor.js';
import type { FactorRecord } from '../factor-record.js';
import { countAnswer, requireUsable, type Answered, type FactorSuspended } from '../suspension.js';
import { authenticatorIdOf, credentialsOf, formatCredential, wentBack } from './credential.js';

export type VerifyRequestRefused =
  | NothingPending
  | FactorNotEnrolled
  | FactorSuspended
  | CodeMalformed
  | AttemptsExhausted;

/** A response that was already verified, so that the decision needs no cryptography. */
export interface VerifyRequest {
  readonly record: FactorRecord;
  readonly verdict: RequestVerdict;
  /** The id of the challenge that the response was verified for; null for none. */
  readonly codeId: string | null;
}

/**
 * Checks a response to a session's challenge: the right one uses the challenge up, a wrong one spends an attempt, and
 * counts for the authenticator that it names. The counter of the authenticator must go forward from the one that is stored.
 */
export function verifyRequest(
  { record, verdict, codeId }: VerifyRequest,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyRequestRefused> {
  const { state, authenticators } = record;
  if (settle(state, now).status === 'none') return err({ code: 'nothing_pending' });
  if (!isEnrolled(authenticators, 'webauthn')) return err({ code: 'factor_not_enrolled' });
  const named = verdict.type === 'malformed' ? null : authenticatorIdOf(verdict.credentialId);
  const usable = requireUsable(authenticators, 'webauthn', limits, named);
  if (usable.isErr()) return err(usable.error);
  const isLive = state.status === 'pending' && state.codeId === codeId;
  const { proven, isBack } = isLive ? provenBy(authenticators, verdict) : NOTHING;
  const guess: Guess =
    verdict.type === 'malformed'
      ? { type: 'malformed' }
      : { type: 'code', matches: proven !== null };
  return checkCode(record, guess, null, now, limits)
    .map((checked) =>
      countAnswer({ factor: 'webauthn', named, proven }, record, checked, now, limits),
    )
    .map((checked) => (isBack ? { ...checked, reason: 'sign_count_went_back' } : checked));
}

interface Proven extends Pick<Answered, 'proven'> {
  /** Whether it is refused for its counter alone. */
  readonly isBack: boolean;
}

const NOTHING: Proven = { proven: null, isBack: false };

/** The authenticator that gave a response, with what it says from now on. */
function provenBy(authenticators: Authenticators, verdict: RequestVerdict): Proven {
  if (verdict.type !== 'verified') return NOTHING;
  const { credentialId, data } = verdict;
  const known = credentialsOf(authenticators).find(({ id }) => id === credentialId);
  // A credential can never become one that may be backed up, or cease to be one (W3C Web Authentication Level 3, section
  // 7.2).
  if (known === undefined || known.deviceBound !== data.deviceBound) return NOTHING;
  if (wentBack(known, data)) return { proven: null, isBack: true };
  const verifier = formatCredential({ ...known, ...data });
  return { proven: { id: authenticatorIdOf(credentialId), verifier }, isBack: false };
}
