/** Values that the unit tests of core start from: everything in order, so that a test changes the one thing it is about. */
import type { KeptFactor } from '../src/records/factor-name.js';
import type { Identity } from '../src/records/identity.js';
import type { PhoneNumber } from '../src/records/phone-number.js';
import {
  destinationDigest,
  type CodeContext,
  type DestinationShare,
} from '../src/factors/codes/code-digest.js';
import { newAuthenticator, type Authenticator } from '../src/factors/authenticator.js';
import { EMPTY_FACTOR_RECORD, type FactorRecord } from '../src/factors/factor-record.js';
import type { PendingCode } from '../src/factors/codes/code-state.js';
import { newCode } from '../src/factors/codes/new-code.js';
import type { NewSmsCode } from '../src/factors/sms/issue-to-phone.js';
import { addMs, minutes } from '../src/shared/duration.js';
import { createKeyRing, type KeyInput } from '../src/shared/keys/key-ring.js';
import type { SmsSettings } from '../src/tenants/sms-settings.js';
import { DEFAULT_TENANT, type Tenant } from '../src/tenants/tenant.js';

export const NOW = new Date('2026-01-01T12:00:00.000Z');
export const PHONE = '+14155552671' as PhoneNumber;
export const OTHER_PHONE = '+447700900123' as PhoneNumber;

/** `ms` milliseconds before {@link NOW}. */
export const ago = (ms: number): Date => addMs(NOW, -ms);

export function key(id: string, byte = 7): KeyInput {
  return { id, secret: new Uint8Array(32).fill(byte) };
}

export const KEYS = createKeyRing({ active: key('k1') });

export const CONTEXT: CodeContext = {
  tenantId: 'acme',
  identityId: 'ada',
  factor: 'sms',
  purpose: 'enrolment',
  codeId: 'c0ffee00-0000-4000-8000-000000000001',
  destination: PHONE,
};

/** An active person with a verified phone, no other factor. */
export function identityWith(changes: Partial<Identity> = {}): Identity {
  return {
    identityId: 'ada',
    state: 'active',
    phone: { number: PHONE, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
    ...changes,
  };
}

/** A tenant with SMS MFA on. */
export function tenantWith(
  sms: Partial<SmsSettings> = {},
  mfa: Partial<Tenant['mfa']> = {},
): Tenant {
  return {
    ...DEFAULT_TENANT,
    sms: { ...DEFAULT_TENANT.sms, enabled: true, mfaEnabled: true, appName: 'Acme', ...sms },
    mfa: { ...DEFAULT_TENANT.mfa, ...mfa },
  };
}

export function recordWith(changes: Partial<FactorRecord> = {}): FactorRecord {
  return { ...EMPTY_FACTOR_RECORD, ...changes };
}

/** A bound authenticator of a factor, as old as a millisecond, without a wrong answer. */
export function bound(
  factor: KeptFactor = 'sms',
  changes: Partial<Authenticator> = {},
): Authenticator {
  return {
    ...newAuthenticator({ id: `${factor}-1`, factor, name: null, verifier: null }, ago(1)),
    ...changes,
  };
}

/** The code that {@link pendingWith} waits for is `000042`. */
export function freshCode(
  changes: Partial<CodeContext> = {},
  drawn = 42,
  share: DestinationShare = 'owner',
): NewSmsCode {
  const context = { ...CONTEXT, ...changes } as CodeContext;
  return { ...newCode(KEYS, context, share, drawn), phone: context.destination as PhoneNumber };
}

/** What is stored of {@link PHONE} as the destination of a code. */
export const SENT_TO = destinationDigest(KEYS, 'acme', PHONE);

/** A code sent to {@link PHONE} one minute ago. */
export function pendingWith(changes: Partial<PendingCode> = {}): PendingCode {
  return {
    status: 'pending',
    codeId: CONTEXT.codeId,
    destination: SENT_TO,
    verifier: freshCode().verifier,
    issuedAt: ago(minutes(1)),
    expiresAt: addMs(NOW, minutes(14)),
    attemptsSpent: 0,
    wrongGuesses: [],
    counted: [],
    ...changes,
  };
}

/** A cause that makes an input fail, named by the error it leads to. */
export type Cause<Input> = readonly [code: string, present: (input: Input) => Input];

/**
 * Every pair of causes, both present, with the earlier one's code: the order of the list is the order
 * in which checks win.
 */
export function pairsInOrder<Input>(
  causes: readonly Cause<Input>[],
): readonly { readonly first: string; readonly later: string; both(input: Input): Input }[] {
  return causes.flatMap(([first, earlier], index) =>
    causes.slice(index + 1).map(([later, after]) => ({
      first,
      later,
      both: (input: Input) => after(earlier(input)),
    })),
  );
}
