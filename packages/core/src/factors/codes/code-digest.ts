import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { keyIdOf, underKey } from '../../shared/keys/seal.js';
import type { CodeSubject } from './code-state.js';
import type { OneTimeCode } from '../../shared/one-time-code.js';

/** The owner of a code, over all tenants, and which of the owner's codes it is. */
export type CodeOwner = CodeSubject & {
  readonly tenantId: string;
  readonly identityId: string;
};

/**
 * What a code is valid for. All of it is part of the digest, so a digest that is copied to another row, or a code
 * entered for another purpose or session, does not match.
 */
export type CodeContext = CodeOwner & {
  /** The id of the send; a resend has a new id. */
  readonly codeId: string;
  /** Where it was sent: only this address receives the code. */
  readonly destination: string;
  /** The digest of the operation that it approves; null, the default, for none. */
  readonly operation?: string | null;
};

/**
 * The digest to store for a new code: HMAC-SHA-256 under the active key. A plain or unkeyed form does not exist.
 *
 * @returns ASCII: `<key id>.<hmac>`, the key id in base64url and the HMAC as 64 lower-case hexadecimal digits
 */
export function digestCode(keys: KeyRing, context: CodeContext, code: OneTimeCode): string {
  return digestUnder(keys.active, context, code);
}

/**
 * Compares a code with a digest in constant time. A digest whose key has left the ring never matches.
 */
export function matchesDigest(
  keys: KeyRing,
  context: CodeContext,
  code: OneTimeCode,
  digest: string,
): boolean {
  return matchesUnderRing(keys, digest, (key) => digestUnder(key, context, code));
}

/**
 * Which budget of a destination a send uses: that of the people whose verified address it is, or that of all others
 * who claim it. They are counted separately, so that others cannot use up the owner's budget.
 */
export type DestinationShare = 'owner' | 'claim';

/**
 * Returns the name under which one share of a destination's send budget is stored: keyed, so that a stolen
 * table reveals no addresses. A rotation resets the budgets of destinations; those of identities continue.
 */
export function destinationKey(
  keys: KeyRing,
  tenantId: string,
  destination: string,
  share: DestinationShare,
): string {
  return hmacOf(keys.active, [SHARE_LABELS[share], tenantId, destination]).toString('hex');
}

/**
 * Returns the digest of where a code is sent, to store in place of it: a stolen table reveals no numbers. It is made under
 * the active key, or under the key of a stored digest, so that the two compare. Where that key has left the ring they are
 * equal: a code under it matches nothing, and is bound to its destination itself.
 *
 * @returns ASCII, as {@link digestCode}
 */
export function destinationDigest(
  keys: KeyRing,
  tenantId: string,
  destination: string,
  stored: string | null = null,
): string {
  if (stored !== null && !keys.byId.has(keyIdOf(stored))) return stored;
  const key = (stored === null ? undefined : keys.byId.get(keyIdOf(stored))) ?? keys.active;
  return underKey(key, hmacOf(key, ['stepward/sent-to/v1', tenantId, destination]).toString('hex'));
}

const SHARE_LABELS = {
  owner: 'stepward/destination/v1',
  claim: 'stepward/destination-claim/v1',
} as const satisfies Record<DestinationShare, string>;

function digestUnder(key: Key, context: CodeContext, code: OneTimeCode): string {
  const { tenantId, identityId, factor, purpose, codeId, destination, operation = null } = context;
  const hmac = hmacOf(key, [
    'stepward/code/v1',
    tenantId,
    identityId,
    factor,
    purpose,
    codeId,
    destination,
    code.reveal(),
    ...(context.purpose === 'step_up' ? [context.sessionId] : []),
    ...(operation === null ? [] : [operation]),
  ]);
  return underKey(key, hmac.toString('hex'));
}
