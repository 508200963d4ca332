import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PhoneNumber } from '../identity/phone-number.js';
import type { Key, KeyRing } from '../shared/key-ring.js';
import type { CodeSubject } from './code-state.js';
import type { OneTimeCode } from './one-time-code.js';

/** Whose code, over all tenants, and which of theirs. */
export type CodeOwner = CodeSubject & {
  readonly tenantId: string;
  readonly identityId: string;
};

/**
 * What a code is good for. All of it goes into the digest, so a digest copied to another row of the
 * database, or a code entered for another purpose or in another session, matches nothing.
 */
export type CodeContext = CodeOwner & {
  /** The one sending of the code: a resend has a new id. */
  readonly codeId: string;
  readonly phone: PhoneNumber;
};

/** A code at rest: HMAC-SHA-256 under a named key. A plain or unkeyed form does not exist. */
export interface CodeDigest {
  readonly keyId: string;
  /** 64 lower-case hexadecimal digits. */
  readonly hmac: string;
}

/** The digest to store for a new code, made with the active key. */
export function digestCode(keys: KeyRing, context: CodeContext, code: OneTimeCode): CodeDigest {
  return { keyId: keys.active.id, hmac: codeHmac(keys.active, context, code) };
}

/**
 * Whether a guess is the code behind a digest, in constant time. A digest whose key has left the ring
 * matches nothing.
 */
export function matchesDigest(
  keys: KeyRing,
  context: CodeContext,
  guess: OneTimeCode,
  digest: CodeDigest,
): boolean {
  const key = keys.byId.get(digest.keyId);
  if (key === undefined) return false;
  const expected = Buffer.from(digest.hmac, 'hex');
  const actual = Buffer.from(codeHmac(key, context, guess), 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * Which budget of a phone number a send draws on: that of the people whose verified number it is, or that of
 * everybody else who claims it. They are counted apart, so that no stranger can use up the owner's.
 */
export type PhoneShare = 'owner' | 'claim';

/**
 * Returns the name under which one share of a phone number's send budget is stored: keyed, so that a stolen
 * table reveals no numbers. After a rotation the budgets of numbers start again; those of identities go on.
 */
export function phoneKey(
  keys: KeyRing,
  tenantId: string,
  phone: PhoneNumber,
  share: PhoneShare,
): string {
  return hmacOf(keys.active, [SHARE_LABELS[share], tenantId, phone]);
}

const SHARE_LABELS = {
  owner: 'stepward/phone/v1',
  claim: 'stepward/phone-claim/v1',
} as const satisfies Record<PhoneShare, string>;

function codeHmac(key: Key, context: CodeContext, code: OneTimeCode): string {
  const { tenantId, identityId, purpose, codeId, phone } = context;
  return hmacOf(key, [
    'stepward/code/v1',
    tenantId,
    identityId,
    purpose,
    codeId,
    phone,
    code.reveal(),
    ...(context.purpose === 'step_up' ? [context.sessionId] : []),
  ]);
}

/** JSON keeps the parts apart: no two lists of texts have the same serialisation. */
function hmacOf(key: Key, parts: readonly string[]): string {
  return createHmac('sha256', key.secret).update(JSON.stringify(parts)).digest('hex');
}
