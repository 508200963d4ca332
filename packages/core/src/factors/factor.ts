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
  /** Whose it is, as far as the caller says; null where a challenge tells. */
  readonly identityId: string | null;
  /** What the organisation of the session allows, by its effective policy; null where it is for none. */
  readonly allowedFactors: readonly FactorName[] | null;
}

/** A session, and whose it is. */
export interface OwnedSession extends FactorSession {
  readonly identityId: string;
}

/** A session to send something to the person of. */
export interface PreparedSession extends OwnedSession {
  /** BCP 47 tag of the message's language; null for the identity's own. */
  readonly locale: string | null;
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

/** The interface of every factor for step-up, sign-in and logs. Enrolment is not part of it. */
interface FactorTraits {
  readonly name: KeptFactor;
  /** What it proves: authentication method references (RFC 8176 section 2). */
  readonly amr: readonly string[];
}

/** A factor of which something has to be sent first: a challenge, which tells whose session it is. */
export interface SentFactor<PrepareError, VerifyError = AnswerRefused> extends FactorTraits {
  /** Sends what the person answers to. */
  readonly prepare: (session: PreparedSession) => Promise<Result<Prepared, PrepareError>>;
  /**
   * Checks an unvalidated answer within the identity's budget of wrong answers, and returns the identity that it
   * proves. A right answer is valid once. If the session names another identity than the challenge, the answer is
   * not checked.
   */
  verify(session: FactorSession, answer: unknown): Promise<Result<string, VerifyError>>;
}

/** A factor that is answered without anything being sent. */
export interface UnsentFactor<VerifyError = AnswerRefused> extends FactorTraits {
  readonly prepare: null;
  /** As for a {@link SentFactor}. */
  verify(session: OwnedSession, answer: unknown): Promise<Result<string, VerifyError>>;
}

/** A second factor that Stepward keeps. */
export type Factor<PrepareError, VerifyError = AnswerRefused> =
  | SentFactor<PrepareError, VerifyError>
  | UnsentFactor<VerifyError>;
