import type { Result } from 'neverthrow';
import type { IdentityRefused } from '../records/identity.js';
import type { AttemptsExhausted, GuessRefused } from './codes/check-code.js';
import type { CodeMalformed } from '../shared/one-time-code.js';
import type { CallerClient } from '../records/client.js';
import type { FactorName, StepUpFactor } from '../records/factor-name.js';
import type { WebAuthnOptions } from '../records/webauthn.js';
import type { DigestedOperation } from './grants/operation.js';
import type { Redacted } from '../shared/keys/redacted.js';
import type { FactorNotAllowed } from './require-allowed.js';
import type { FactorSuspended } from './suspension.js';

/** A session that has to prove a factor, with what is known of the person's client. */
export interface FactorSession extends CallerClient {
  readonly tenantId: string;
  readonly sessionId: string;
  /** The session's identity, as the caller names it; null if a challenge identifies it. */
  readonly identityId: string | null;
  /**
   * The factors that the effective policy of the session's organisation allows; null if the session has no
   * organisation.
   */
  readonly allowedFactors: readonly FactorName[] | null;
  /** The operation that the person approves; null for none. */
  readonly operation: DigestedOperation | null;
}

/** What a session is for: `enrolment`, to enrol a factor before anything else. */
export type SessionPurpose = 'enrolment';

/** A session and its identity. */
export interface OwnedSession extends FactorSession {
  readonly identityId: string;
}

/** A session, and the person who receives a message. */
export interface PreparedSession extends OwnedSession {
  /** BCP 47 tag of the message's language; null for the identity's own. */
  readonly locale: string | null;
}

/** What the person answers to. */
export interface Prepared {
  /** The destination of a message, masked so that only its owner recognises it; null where none was sent. */
  readonly sentTo: string | null;
  /** What `navigator.credentials.get` takes as `publicKey`, as JSON; left out where a message was sent. */
  readonly options?: WebAuthnOptions;
}

/** What a right answer proves. */
export interface Proof {
  readonly identityId: string;
  /** The authentication method references (RFC 8176 section 2). */
  readonly amr: readonly string[];
  /** Lets the operation be done once; left out where none was approved. */
  readonly grant?: Redacted<string>;
}

/** The identity has not enrolled the factor, or has removed it. */
export interface FactorNotEnrolled {
  readonly code: 'factor_not_enrolled';
}

/** The reasons for which any factor may refuse an answer. */
export type AnswerRefused =
  | IdentityRefused
  | FactorNotAllowed
  | FactorNotEnrolled
  | FactorSuspended
  | CodeMalformed
  | AttemptsExhausted
  | GuessRefused;

/** The interface of every factor for step-up, sign-in and logs. Enrolment is not part of it. */
interface FactorTraits {
  readonly name: StepUpFactor;
  /** What alone the session is for after it; left out where it is for anything. */
  readonly purpose?: SessionPurpose;
}

/** A factor that makes a challenge first, and may send it. The challenge identifies the session's person. */
export interface SentFactor<PrepareError, VerifyError = AnswerRefused> extends FactorTraits {
  /** Makes the challenge. */
  readonly prepare: (session: PreparedSession) => Promise<Result<Prepared, PrepareError>>;
  /**
   * Checks an unvalidated answer within the identity's budget of wrong answers, and returns what it proves. A right answer is valid once. If the session names another identity than the challenge, the answer is
   * not checked.
   */
  verify(session: FactorSession, answer: unknown): Promise<Result<Proof, VerifyError>>;
}

/** A factor without a challenge. */
export interface UnsentFactor<VerifyError = AnswerRefused> extends FactorTraits {
  readonly prepare: null;
  /** See {@link SentFactor}. */
  verify(session: OwnedSession, answer: unknown): Promise<Result<Proof, VerifyError>>;
}

/** A second factor that Stepward keeps. */
export type Factor<PrepareError, VerifyError = AnswerRefused> =
  | SentFactor<PrepareError, VerifyError>
  | UnsentFactor<VerifyError>;
