import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { tellIssued } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import type { Identity, IdentityRefused } from '../../records/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { checkAccountCaller } from '../../shared/checks/check-arguments.js';
import { readFacts } from '../../identity/facts-service.js';
import { NONCE_BYTES } from '../../shared/keys/seal.js';
import type { FactorWiring } from '../answer-service.js';
import { settle } from '../codes/code-state.js';
import {
  removeFactorEnrolment,
  verifyFactorEnrolment,
  type RemoveEnrolmentError,
  type VerifyEnrolmentError,
} from '../enrolment/factor-enrolment-service.js';
import type { MfaStatus } from '../mfa-status.js';
import { readTotp } from './read-totp.js';
import { startTotp, type StartTotpRefused } from './start-totp.js';
import { toBase32, totpUri, TOTP_SECRET_BYTES } from './totp.js';
import { openSecret, parsePending, sealSecret } from './totp-secret.js';

/** How authenticator apps show a factor. */
export interface TotpOptions {
  /** The service's name; the tenant's `appName` by default. */
  readonly issuer?: string;
  /** The person's name, for example an address; the identity's id by default. */
  readonly label?: (identity: Identity) => string;
}

/** The secret of a pending enrolment. It is shown only once. */
export interface PendingTotp {
  readonly status: 'pending';
  /** Base32 without padding, for a person to type. */
  readonly secret: string;
  /** `otpauth://totp/…`, to be shown as a QR code. */
  readonly uri: string;
}

export type StartTotpError = IdentityRefused | StartTotpRefused;

/**
 * Authenticator apps as a second factor (RFC 6238): SHA-1, 6 digits, 30 seconds, one step either way. States, order
 * of checks and guesses are those of SMS. Every write needs aal2 once the identity has a second factor.
 */
export interface TotpService {
  /**
   * Makes a secret. It lives for `lifetimeMs` (15 minutes by default); a later start replaces it. A person has
   * `startsPerHour` of them (10 by default), and at most 10 apps: `too_many_authenticators`. `name` is what the person
   * calls the app, as unchecked input of 1 to 64 visible characters; null, the default, for no name.
   */
  start(caller: AccountCaller, name?: unknown): Promise<Result<PendingTotp, StartTotpError>>;
  /** Whether a secret that `start` has shown waits for its first code: not enrolled, replaced, cancelled or expired. */
  isPending(caller: AccountCaller, secret: string): Promise<boolean>;
  /** Enrols the app if `code` is the code that it shows; `code` is unchecked input. */
  verify(caller: AccountCaller, code: unknown): Promise<Result<MfaStatus, VerifyEnrolmentError>>;
  /** Removes all of the person's apps, or cancels a pending enrolment. */
  remove(caller: AccountCaller): Promise<Result<MfaStatus, RemoveEnrolmentError>>;
}

export interface TotpWiring extends FactorWiring {
  readonly totp: TotpOptions;
}

export function createTotpService(wiring: TotpWiring): TotpService {
  return {
    async start(caller, name = null) {
      checkAccountCaller('totp.start', caller);
      return startTotpEnrolment(wiring, caller, name);
    },

    async isPending(caller, secret) {
      checkAccountCaller('totp.isPending', caller);
      return isPendingSecret(wiring, caller, secret);
    },

    async verify(caller, code) {
      checkAccountCaller('totp.verify', caller);
      return verifyTotpEnrolment(wiring, caller, code);
    },

    async remove(caller) {
      checkAccountCaller('totp.remove', caller);
      return removeFactorEnrolment(wiring, caller, 'totp');
    },
  };
}

/** Which code of the identity's. */
const SUBJECT = { factor: 'totp', purpose: 'enrolment' } as const;

function startTotpEnrolment(
  wiring: TotpWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  name: unknown,
): Promise<Result<PendingTotp, StartTotpError>> {
  const { storage, clock, limits, codeKeys, random, requireAssurance, totp } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, ...SUBJECT };
  const secret = random.bytes(TOTP_SECRET_BYTES);
  const sealed = sealSecret(codeKeys, whose, secret, random.bytes(NONCE_BYTES));
  const fresh = { codeId: random.uuid(), sealed };
  return storage.decide(whose, ({ tenant, record, ...facts }) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const now = clock.now();
    const asked = { identity: identity.value, record, tenant, assurance, fresh, name };
    const started = startTotp(asked, now, limits);
    if (started.isErr()) return err(started.error);
    const { issuer = tenant.sms.appName, label = idOf } = totp;
    const shown = toBase32(secret);
    const uri = totpUri(issuer, label(identity.value), shown);
    const scene = { whose, hipaa: tenant.hipaa, now, client: session };
    return ok({
      outcome: { status: 'pending', secret: shown, uri },
      record: started.value,
      trail: trailOf(wiring, tenantId, tellIssued(whose.purpose), scene),
    });
  });
}

async function isPendingSecret(
  { storage, clock, codeKeys }: TotpWiring,
  { tenantId, identityId }: AccountCaller,
  shown: string,
): Promise<boolean> {
  const { record } = await readFacts(storage, { tenantId, identityId, ...SUBJECT });
  const state = settle(record.state, clock.now());
  if (state.status !== 'pending') return false;
  const secret = openSecret(
    codeKeys,
    { tenantId, identityId },
    parsePending(state.verifier).sealed,
  );
  return secret !== null && toBase32(secret) === shown;
}

function verifyTotpEnrolment(
  wiring: TotpWiring,
  caller: AccountCaller,
  input: unknown,
): Promise<Result<MfaStatus, VerifyEnrolmentError>> {
  const nonce = wiring.random.bytes(NONCE_BYTES);
  return verifyFactorEnrolment(wiring, caller, 'totp', ({ record: { state } }, at) => {
    const pending = state.status === 'pending' ? parsePending(state.verifier) : null;
    const known = pending && { sealed: pending.sealed, lastStep: null };
    const read = readTotp(wiring.codeKeys, caller, known, { input, at, nonce });
    return { ...read, destination: null, name: pending?.name ?? null };
  });
}

function idOf({ identityId }: Identity): string {
  return identityId;
}
