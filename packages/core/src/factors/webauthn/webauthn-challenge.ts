import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { underKey } from '../../shared/keys/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';

/** The random bytes of a challenge. */
export const CHALLENGE_BYTES = 32;

/** What a challenge is valid for. All of it is part of the digest. */
export type ChallengeContext = CodeOwner & {
  /** The session that starts an enrolment; null where it is not known. */
  readonly startedIn: string | null;
  /** The digest of the operation that it approves; null, the default, for none. */
  readonly operation?: string | null;
};

/** What is stored of a challenge. */
export interface StoredChallenge {
  readonly codeId: string;
  /** HMAC-SHA-256 under the active key. */
  readonly digest: string;
}

/**
 * Makes a challenge, in base64url.
 *
 * @param codeId a new UUID
 * @param bytes 32 random ones
 */
export function newChallenge(
  keys: KeyRing,
  context: ChallengeContext,
  codeId: string,
  bytes: Uint8Array,
): { readonly challenge: string; readonly stored: StoredChallenge } {
  const challenge = Buffer.from(bytes).toString('base64url');
  const digest = digestUnder(keys.active, context, codeId, challenge);
  return { challenge, stored: { codeId, digest } };
}

/** Whether a challenge is the stored one of its owner. */
export function isAsked(
  keys: KeyRing,
  context: ChallengeContext,
  { codeId, digest }: StoredChallenge,
  challenge: string,
): boolean {
  return matchesUnderRing(keys, digest, (key) => digestUnder(key, context, codeId, challenge));
}

function digestUnder(
  key: Key,
  { tenantId, identityId, startedIn, operation = null, ...subject }: ChallengeContext,
  codeId: string,
  challenge: string,
): string {
  const session = subject.purpose === 'step_up' ? subject.sessionId : (startedIn ?? '');
  const label = 'stepward/webauthn/v1';
  const owner = [tenantId, identityId, subject.purpose, session];
  const parts = [label, ...owner, codeId, challenge, ...(operation === null ? [] : [operation])];
  return underKey(key, hmacOf(key, parts).toString('base64url'));
}
