import type { AuthenticatorData, WebAuthnCredential } from '../../records/webauthn.js';
import { uuidv8 } from '../../shared/uuid.js';
import { ofFactor, type Authenticators } from '../authenticator.js';

/** A credential, and what its authenticator said last. None of it is secret. */
export interface StoredCredential extends WebAuthnCredential, AuthenticatorData {}

/** As the verifier of an authenticator it is JSON. */
export function formatCredential(credential: StoredCredential): string {
  const { id, publicKey, userHandle, transports, ...said } = credential;
  const { signCount, userVerified, deviceBound } = said;
  const data = { signCount, userVerified, deviceBound };
  return JSON.stringify({ id, publicKey, userHandle, transports, ...data });
}

export function parseCredential(verifier: string): StoredCredential {
  return JSON.parse(verifier) as StoredCredential;
}

/** The credentials of a person. */
export function credentialsOf(authenticators: Authenticators): readonly StoredCredential[] {
  return ofFactor(authenticators, 'webauthn').flatMap(({ verifier }) =>
    verifier === null ? [] : [parseCredential(verifier)],
  );
}

/**
 * The id of a credential's authenticator: a UUID of version 8 (RFC 9562 section 5.8) from its hash. So a credential has one
 * owner in a tenant, because an id has (W3C Web Authentication Level 3, section 7.1, step 26).
 */
export function authenticatorIdOf(credentialId: string): string {
  return uuidv8(`stepward/webauthn-id/v1 ${credentialId}`);
}

/**
 * Whether the counter of an authenticator went back: it was cloned, or it counts wrongly (section 6.1.1). An authenticator
 * that counts nothing has 0 for ever.
 */
export function wentBack(
  { signCount: before }: Pick<AuthenticatorData, 'signCount'>,
  { signCount: now }: Pick<AuthenticatorData, 'signCount'>,
): boolean {
  return (before !== 0 || now !== 0) && now <= before;
}

/**
 * The authentication methods that an answer proves (RFC 8176 section 2): a key that cannot leave its device, or one that
 * may be backed up; and `user` where the authenticator verified the person.
 */
export function amrOf({
  deviceBound,
  userVerified,
}: Omit<AuthenticatorData, 'signCount'>): readonly string[] {
  return [deviceBound ? 'hwk' : 'swk', 'mfa', ...(userVerified ? ['user'] : [])];
}
