import type { Result } from 'neverthrow';
import type { IdentityRefused } from '../identity/identity.js';
import type { AttemptsExhausted, GuessRefused } from './codes/check-code.js';
import type { CodeMalformed } from './codes/one-time-code.js';
import type { FactorName, KeptFactor } from './factor-name.js';
import type { FactorNotAllowed } from './require-allowed.js';

/** A session that is to prove a factor. */
export interface FactorSession {
  readonly tenantId: string;
  readonly sessionId: string;
  /** What the organisation of the session allows, by its effective policy; null where it is for none. */
  readonly allowedFactors: readonly FactorName[] | null;
}

/** A session to send something to the person of. */
export interface PreparedSession extends FactorSession {
  readonly identityId: string;
  /** BCP 47 tag of the message's language; null for the identity's own. */
  readonly locale: string | null;
}

/** A session that answers. */
export interface AnsweringSession extends FactorSession {
  /** Null where a challenge tells whose session it is. */
  readonly identityId: string | null;
}

/** Something was sent. */
export interface Prepared {
  /** Where to, masked: its owner recognises it. */
  readonly sentTo: string;
}

/** The identity has not enrolled the factor, or no longer. */
export interface FactorNotEnrolled {
  readonly code: 'factor_not_enrolled';
}

/** Why any factor may refuse an answer. */
export type AnswerRefused =
  | IdentityRefused
  | FactorNotAllowed
  | FactorNotEnrolled
  | CodeMalformed
  | AttemptsExhausted
  | GuessRefused;

/**
 * A second factor that Stepward keeps, as step-up, sign-in and logs know it. How it is enrolled is its own business: the
 * record of an identity tells which ones are.
 */
export interface Factor<PrepareError, VerifyError = AnswerRefused> {
  readonly name: KeptFactor;
  /** What it proves: authentication method references (RFC 8176 section 2). */
  readonly amr: readonly string[];
  /** Sends what the person answers to; null where there is nothing to send. */
  readonly prepare: ((session: PreparedSession) => Promise<Result<Prepared, PrepareError>>) | null;
  /**
   * Judges an answer, whatever it is, within the identity's budget of wrong ones; the identity that it proves. A right
   * answer is good once.
   */
  verify(session: AnsweringSession, answer: unknown): Promise<Result<string, VerifyError>>;
}
