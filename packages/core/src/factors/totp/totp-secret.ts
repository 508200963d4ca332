import type { KeyRing } from '../../shared/keys/key-ring.js';
import { keyIdOf, open, seal } from '../../shared/keys/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';

/** The owner of a secret. */
export type SecretOwner = Pick<CodeOwner, 'tenantId' | 'identityId'>;

/** Encrypts a secret for storage; see `seal`. It can be decrypted only for the same owner. */
export function sealSecret(
  keys: KeyRing,
  owner: SecretOwner,
  secret: Uint8Array,
  nonce: Uint8Array,
): string {
  return seal(keys, contextOf(owner), Buffer.from(secret).toString('base64url'), nonce);
}

/** Decrypts the secret; null if its key has left the ring, or it belongs to another owner. */
export function openSecret(keys: KeyRing, owner: SecretOwner, sealed: string): Uint8Array | null {
  const secret = open(keys, contextOf(owner), sealed);
  return secret === null ? null : Buffer.from(secret, 'base64url');
}

/** Whether a secret was encrypted under a key that is no longer the active one. */
export function isSealedBefore(keys: KeyRing, sealed: string): boolean {
  return keyIdOf(sealed) !== keys.active.id;
}

function contextOf({ tenantId, identityId }: SecretOwner): readonly string[] {
  return ['stepward/totp/v1', tenantId, identityId];
}

/** A secret that waits for its first code, and the name of its app. */
export interface PendingSecret {
  readonly sealed: string;
  readonly name: string | null;
}

/** As it is stored: the sealed secret, and a name after a space. */
export function formatPending({ sealed, name }: PendingSecret): string {
  return name === null ? sealed : `${sealed} ${name}`;
}

export function parsePending(stored: string): PendingSecret {
  const space = stored.indexOf(' ');
  return space === -1
    ? { sealed: stored, name: null }
    : { sealed: stored.slice(0, space), name: stored.slice(space + 1) };
}

/** The data that an enrolled factor verifies codes with. */
export interface TotpVerifier {
  /** The step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
  readonly sealed: string;
}

/** As it is stored: the step, a colon, and the sealed secret. */
export function formatVerifier({ lastStep, sealed }: TotpVerifier): string {
  return `${String(lastStep)}:${sealed}`;
}

export function parseVerifier(stored: string): TotpVerifier {
  const colon = stored.indexOf(':');
  return { lastStep: Number(stored.slice(0, colon)), sealed: stored.slice(colon + 1) };
}
