import { createHash } from 'node:crypto';
import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { underKey } from '../../shared/keys/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';
import type { CodeState, PendingCode } from '../codes/code-state.js';

/** The random bytes of a challenge. */
export const CHALLENGE_BYTES = 32;

/** What a challenge is valid for. All of it is part of the digest. */
export type ChallengeContext = CodeOwner & {
  /** The session that starts an enrolment; null where it is not known. */
  readonly startedIn: string | null;
};

/** A challenge as it is stored: only a digest, HMAC-SHA-256 under the active key. */
export type FreshChallenge = Pick<PendingCode, 'codeId' | 'verifier'>;

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
): { readonly challenge: string; readonly fresh: FreshChallenge } {
  const challenge = Buffer.from(bytes).toString('base64url');
  const verifier = digestUnder(keys.active, context, codeId, challenge);
  return { challenge, fresh: { codeId, verifier } };
}

/** Whether a challenge is the live one of its owner. */
export function isAsked(
  keys: KeyRing,
  context: ChallengeContext,
  state: CodeState,
  challenge: string,
): boolean {
  if (state.status !== 'pending') return false;
  const { codeId, verifier } = state;
  return matchesUnderRing(keys, verifier, (key) => digestUnder(key, context, codeId, challenge));
}

/**
 * What stands for a person on authenticators: a hash in base64url, so that no authenticator learns an id of the host. It
 * never changes, because an authenticator keeps one discoverable credential for each.
 */
export function userHandleOf({
  tenantId,
  identityId,
}: Pick<CodeOwner, 'tenantId' | 'identityId'>): string {
  const text = JSON.stringify(['stepward/webauthn-user/v1', tenantId, identityId]);
  return createHash('sha256').update(text).digest('base64url');
}

function digestUnder(
  key: Key,
  { tenantId, identityId, startedIn, ...subject }: ChallengeContext,
  codeId: string,
  challenge: string,
): string {
  const session = subject.purpose === 'step_up' ? subject.sessionId : (startedIn ?? '');
  const label = 'stepward/webauthn/v1';
  const owner = [tenantId, identityId, subject.purpose, session];
  return underKey(key, hmacOf(key, [label, ...owner, codeId, challenge]).toString('base64url'));
}
