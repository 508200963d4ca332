import { err, ok, type Result } from 'neverthrow';
import { isFactorName, type FactorName, type KeptFactor } from '../records/factor-name.js';
import type { CodeLimits } from './codes/limits.js';

/** One authenticator that an identity has bound: an app, a security key, the verified number, a set of recovery codes. */
export interface Authenticator {
  /** A UUID that Stepward assigned. */
  readonly id: string;
  readonly factor: KeptFactor;
  /** What the person calls it; null where it has no name. */
  readonly name: string | null;
  readonly enrolledAt: Date;
  /** When it last gave a right answer after its enrolment; null for never. */
  readonly lastUsedAt: Date | null;
  /**
   * The data that its answers are verified with, in a format of the factor; secrets in it are encrypted or hashed.
   * Null where there is nothing to keep, as for SMS.
   */
  readonly verifier: string | null;
  /** Wrong answers since the last right one; at `guessesInARow` (100) it is suspended. */
  readonly wrongInARow: number;
}

/** The authenticators that an identity has bound with Stepward, of all factors, oldest first. */
export type Authenticators = readonly Authenticator[];

/** The factor is enrolled already, with as many authenticators as it may have. */
export interface AlreadyEnrolled {
  readonly code: 'already_enrolled';
}

/** The identity has as many authenticators of the factor as it may have: 10. */
export interface TooManyAuthenticators {
  readonly code: 'too_many_authenticators';
}

/** The identity has no authenticator with that id. Another person's is answered in the same way. */
export interface AuthenticatorNotFound {
  readonly code: 'authenticator_not_found';
}

/** How many authenticators of a factor an identity may have. */
const MOST: Readonly<Record<KeptFactor, number>> = {
  sms: 1,
  totp: 10,
  webauthn: 10,
  recovery_code: 1,
};

/** A new authenticator, from the time of its enrolment. */
export function newAuthenticator(
  fresh: Pick<Authenticator, 'id' | 'factor' | 'name' | 'verifier'>,
  now: Date,
): Authenticator {
  return { ...fresh, enrolledAt: now, lastUsedAt: null, wrongInARow: 0 };
}

/** The authenticators of one factor. */
export function ofFactor<One extends Pick<Authenticator, 'factor'>>(
  authenticators: readonly One[],
  factor: KeptFactor,
): readonly One[] {
  return authenticators.filter((one) => one.factor === factor);
}

/** Whether the factor is enrolled. */
export function isEnrolled(authenticators: Authenticators, factor: KeptFactor): boolean {
  return authenticators.some((one) => one.factor === factor);
}

/** Whether another authenticator of the factor may be added: a person has at most 10 of `totp`, and one of any other. */
export function hasRoom(
  authenticators: readonly Pick<Authenticator, 'factor'>[],
  factor: KeptFactor,
): boolean {
  return ofFactor(authenticators, factor).length < MOST[factor];
}

/** When an authenticator is suspended. */
export type SuspensionLimits = Pick<CodeLimits, 'guessesInARow'>;

/** Whether no answer is compared with an authenticator any more. */
export function isSuspended(
  { wrongInARow }: Pick<Authenticator, 'wrongInARow'>,
  { guessesInARow }: SuspensionLimits,
): boolean {
  return wrongInARow >= guessesInARow;
}

/** An authenticator as its owner sees it. */
export interface ListedAuthenticator extends Pick<Authenticator, 'id' | 'name' | 'lastUsedAt'> {
  readonly factor: Listed['factor'];
  readonly createdAt: Date;
  /** Whether it is no longer asked, after `guessesInARow` (100) wrong answers without a right one. */
  readonly suspended: boolean;
}

/** An authenticator of a factor that policies name. Recovery codes do not belong to it: the MFA status counts them. */
export type Listed = Authenticator & { readonly factor: FactorName };

/** The authenticators that their owner sees. */
export function listAuthenticators(
  authenticators: Authenticators,
  limits: SuspensionLimits,
): readonly ListedAuthenticator[] {
  return authenticators.filter(isListed).map((one) => listedOf(one, limits));
}

export function listedOf(one: Listed, limits: SuspensionLimits): ListedAuthenticator {
  const { id, factor, name, enrolledAt, lastUsedAt } = one;
  const suspended = isSuspended(one, limits);
  return { id, factor, name, createdAt: enrolledAt, lastUsedAt, suspended };
}

/** The one with that id that its owner sees. */
export function findListed(
  authenticators: Authenticators,
  id: string,
): Result<Listed, AuthenticatorNotFound> {
  const found = authenticators.filter(isListed).find((one) => one.id === id);
  return found === undefined ? err({ code: 'authenticator_not_found' }) : ok(found);
}

function isListed(one: Authenticator): one is Listed {
  return isFactorName(one.factor);
}
