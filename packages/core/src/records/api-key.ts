import type { ManagementScope } from './scopes.js';
/** A management key as it is stored: only the hash of its secret is kept. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The key's first characters, for people to recognise it by. */
  readonly prefix: string;
  readonly scopes: readonly ManagementScope[];
  /** The environment that it is meant for, in the host's words; null for none. It restricts nothing. */
  readonly environmentId: string | null;
  readonly createdAt: Date;
  /** When it was last used, to the hour; null for never. */
  readonly lastUsedAt: Date | null;
  /** From when on it is refused; null where it does not expire. */
  readonly expiresAt: Date | null;
  /** When it was revoked, or, after a rotation with an overlap, will be; null where neither. */
  readonly revokedAt: Date | null;
}
