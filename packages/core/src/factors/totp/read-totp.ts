import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { Authenticators } from '../authenticator.js';
import type { Guess } from '../codes/check-code.js';
import { parseOneTimeCode } from '../../shared/one-time-code.js';
import type { EnrolledAnswer } from '../verify-enrolled.js';
import { matchingStep } from './totp.js';
import {
  formatVerifier,
  isSealedBefore,
  openSecret,
  parseVerifier,
  sealSecret,
  type SecretOwner,
} from './totp-secret.js';

/** A guess, and the data that the factor verifies the next codes with; null if the code is wrong. */
export interface TotpGuess {
  readonly guess: Guess;
  readonly verifier: string | null;
}

/** The typed code, its time, and a nonce for `seal`. */
export interface TypedTotp {
  readonly input: unknown;
  readonly at: Date;
  readonly nonce: Uint8Array;
}

/**
 * Compares a typed code with a secret, so that the decision needs no keys. With the right code, a secret under a
 * retired key is encrypted again under the active key.
 *
 * @param known the sealed secret and the last accepted step; null where nothing is pending or enrolled
 */
export function readTotp(
  keys: KeyRing,
  owner: SecretOwner,
  known: { readonly sealed: string; readonly lastStep: number | null } | null,
  { input, at, nonce }: TypedTotp,
): TotpGuess {
  const code = parseOneTimeCode(input);
  if (code.isErr()) return { guess: { type: 'malformed' }, verifier: null };
  const secret = known && openSecret(keys, owner, known.sealed);
  if (known === null || secret === null) return WRONG;
  const lastStep = matchingStep(secret, code.value.reveal(), at, known.lastStep);
  if (lastStep === null) return WRONG;
  const sealed = isSealedBefore(keys, known.sealed)
    ? sealSecret(keys, owner, secret, nonce)
    : known.sealed;
  const verifier = formatVerifier({ lastStep, sealed });
  return { guess: { type: 'code', matches: true }, verifier };
}

const WRONG: TotpGuess = { guess: { type: 'code', matches: false }, verifier: null };

/** Compares a typed code with the secrets of a person's apps, the oldest first. */
export function readTotpAnswer(
  keys: KeyRing,
  owner: SecretOwner,
  apps: Authenticators,
  typed: TypedTotp,
): EnrolledAnswer {
  for (const { id, verifier: stored } of apps) {
    const known = stored === null ? null : parseVerifier(stored);
    const { guess, verifier } = readTotp(keys, owner, known, typed);
    if (guess.type === 'malformed') return guess;
    if (guess.matches) return { type: 'code', named: null, proven: { id, verifier } };
  }
  return { type: 'code', named: null, proven: null };
}
