import { SECRET_PREFIX } from '../../events/signature/signature.js';
import { addMs } from '../../shared/duration.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { open, seal } from '../../shared/keys/seal.js';
import type { SealedSecret } from './subscriber.js';

/** Bytes of randomness in a secret; Standard Webhooks asks for 24 to 64. */
export const SECRET_BYTES = 32;

/** The maximum number of live secrets. A rotation beyond it ends the oldest. */
const MAX_LIVE_SECRETS = 5;

/** The secret in the form shown to its subscriber, once: `whsec_` and base64. */
export function newSigningSecret(bytes: Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(bytes).toString('base64');
}

/** The owner of a secret. It can be decrypted only in its own row. */
export interface SecretOwner {
  readonly tenantId: string;
  readonly subscriberId: string;
}

/** @param nonce `NONCE_BYTES` random bytes */
export function sealSecret(
  keys: KeyRing,
  owner: SecretOwner,
  secret: string,
  nonce: Uint8Array,
): string {
  return seal(keys, secretContext(owner), secret, nonce);
}

/**
 * The secrets to sign with, the current one first; null where a key that sealed one of them is gone from the ring. If
 * only some of the secrets signed, receivers with the others would reject the signature.
 */
export function openLiveSecrets(
  keys: KeyRing,
  owner: SecretOwner,
  secrets: readonly SealedSecret[],
  now: Date,
): readonly string[] | null {
  const opened = liveSecrets(secrets, now).map(({ sealed }) =>
    open(keys, secretContext(owner), sealed),
  );
  return opened.every((secret) => secret !== null) ? opened : null;
}

/** The secrets after a rotation: the new one, then those that live on until the overlap ends. */
export function rotateSecrets(
  secrets: readonly SealedSecret[],
  sealed: string,
  overlapMs: number,
  now: Date,
): readonly SealedSecret[] {
  const end = addMs(now, overlapMs);
  const retired = liveSecrets(secrets, now).map(({ sealed: old, expiresAt }) => ({
    sealed: old,
    expiresAt: expiresAt === null || expiresAt > end ? end : expiresAt,
  }));
  return liveSecrets([{ sealed, expiresAt: null }, ...retired], now).slice(0, MAX_LIVE_SECRETS);
}

function liveSecrets(secrets: readonly SealedSecret[], now: Date): readonly SealedSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt);
}

function secretContext({ tenantId, subscriberId }: SecretOwner): readonly string[] {
  return ['webhook secret', tenantId, subscriberId];
}
