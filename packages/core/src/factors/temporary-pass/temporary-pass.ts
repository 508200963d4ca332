import { addMs, minutes } from '../../shared/duration.js';
import type { Base32Code } from '../../shared/base32-code.js';
import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { underKey } from '../../shared/keys/seal.js';
import { settle, type PendingCode } from '../codes/code-state.js';
import type { FactorRecord } from '../factor-record.js';

/**
 * Which code of a person's it is: a code that no one is sent. So a person has one at most, it expires, is good once, and
 * its wrong guesses are counted, as those of any code.
 */
export const TEMPORARY_PASS = { factor: 'temporary_pass', purpose: 'enrolment' } as const;

/** A pass and its owner. All of it is part of the digest. */
export interface PassContext {
  readonly tenantId: string;
  readonly identityId: string;
  /** A new one for each pass; a UUID. */
  readonly codeId: string;
}

/** Returns the code to store for a new pass. */
export function issuePass(
  keys: KeyRing,
  { context, pass }: { readonly context: PassContext; readonly pass: Base32Code },
  now: Date,
  lifetimeMinutes: number,
): PendingCode {
  return {
    status: 'pending',
    codeId: context.codeId,
    destination: null,
    verifier: digestUnder(keys.active, context, pass),
    issuedAt: now,
    expiresAt: addMs(now, minutes(lifetimeMinutes)),
    attemptsSpent: 0,
    wrongGuesses: [],
    counted: [],
  };
}

/** Whether a pass is the live one of the person. */
export function isLivePass(
  keys: KeyRing,
  { tenantId, identityId }: Omit<PassContext, 'codeId'>,
  record: FactorRecord,
  pass: Base32Code,
  now: Date,
): boolean {
  const state = settle(record.state, now);
  if (state.status !== 'pending') return false;
  const context = { tenantId, identityId, codeId: state.codeId };
  return matchesUnderRing(keys, state.verifier, (key) => digestUnder(key, context, pass));
}

/** Keyed and not stretched: with 80 random bits, a stolen table cannot be searched even with the key. */
function digestUnder(
  key: Key,
  { tenantId, identityId, codeId }: PassContext,
  pass: Base32Code,
): string {
  const label = 'stepward/temporary-pass/v1';
  const hmac = hmacOf(key, [label, tenantId, identityId, codeId, pass.reveal()]);
  return underKey(key, hmac.toString('base64url'));
}
