import type { KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf } from '../../shared/keys/keyed-digest.js';
import type { CodeOwner } from '../codes/code-digest.js';
import type { CodeState } from '../codes/code-state.js';
import type { StoredChallenge } from './webauthn-challenge.js';

/** An enrolment that waits for its response. */
export interface PendingCreation extends StoredChallenge {
  /** What stands for the person on the new authenticator, in base64url. */
  readonly userHandle: string;
}

/** As the verifier of a code it is the digest, a space, and the user handle. */
export function formatPending({
  digest,
  userHandle,
}: Pick<PendingCreation, 'digest' | 'userHandle'>): string {
  return `${digest} ${userHandle}`;
}

/** The enrolment that waits; null for none. */
export function parsePending(state: CodeState): PendingCreation | null {
  if (state.status !== 'pending') return null;
  const { codeId, verifier } = state;
  const [digest = '', userHandle = ''] = verifier.split(' ');
  return { codeId, digest, userHandle };
}

/**
 * Makes what stands for a person on authenticators. They keep one discoverable credential for each, so a person who enrols
 * again replaces the old one. It is keyed, because ids of the host may be personal data, which a bare hash would not hide
 * (W3C Web Authentication Level 3, section 14.6.1). It is stored with each credential, so a new key does not matter.
 */
export function newUserHandle(
  keys: KeyRing,
  { tenantId, identityId }: Pick<CodeOwner, 'tenantId' | 'identityId'>,
): string {
  const label = 'stepward/webauthn-user/v1';
  return hmacOf(keys.active, [label, tenantId, identityId]).toString('base64url');
}
