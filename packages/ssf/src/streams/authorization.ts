import type { KeyRing, Random } from '@stepward/core';
import { NONCE_BYTES, open, seal } from '@stepward/core/adapter';
import type { Stream } from './stream.js';

type Owner = Pick<Stream, 'tenantId' | 'id'>;

/** Encrypts the `Authorization` header of a stream for storage. */
export function sealAuthorization(
  { keys, random }: { readonly keys: KeyRing; readonly random: Pick<Random, 'bytes'> },
  owner: Owner,
  header: string,
): string {
  return seal(keys, contextOf(owner), header, random.bytes(NONCE_BYTES));
}

/**
 * Decrypts it; null for none.
 *
 * @throws Error where the key that encrypted it is not in the ring any more
 */
export function openAuthorization(
  keys: KeyRing,
  owner: Owner,
  sealed: string | null,
): string | null {
  if (sealed === null) return null;
  const header = open(keys, contextOf(owner), sealed);
  if (header === null) {
    throw new Error('the key that encrypted the authorization of the stream is not in the ring');
  }
  return header;
}

function contextOf({ tenantId, id }: Owner): readonly string[] {
  return ['ssf authorization', tenantId, id];
}
