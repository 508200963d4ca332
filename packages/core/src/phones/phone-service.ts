import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import type { Happening } from '../factors/trail/tell-step.js';
import { trailOf } from '../factors/trail/trail-service.js';
import { stampEvent } from '../events/event-recorder-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../records/identity.js';
import { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from '../records/phone-number.js';
import { requireActive } from '../identity/require-active.js';
import { phoneChanged } from '../identity/phone-changed.js';
import { userUpdated } from '../identity/user-updated.js';
import { checkAnswer } from '../factors/answer-service.js';
import type { GuessRefused } from '../factors/codes/check-code.js';
import type { SmsNotSent } from '../factors/sms/code-delivery-service.js';
import { sendCode, type SmsWiring } from '../factors/sms/code-service.js';
import type { TenantSendBudgetSpent } from '../factors/sms/fraud/daily-budget.js';
import type { FraudGuarded } from '../factors/sms/fraud/decide-send.js';
import { maskPhone } from '../factors/sms/mask-phone.js';
import { readGuess } from '../factors/codes/read-guess.js';
import { reportOutcome } from '../factors/codes/report-outcome.js';
import { NO_DEVICES } from '../factors/trusted-devices/trusted-device.js';
import { removePhone, type PhoneInUse, type PhoneNotFound } from './remove-phone.js';
import {
  startPhoneVerification,
  type StartPhoneVerificationRefused,
} from './start-phone-verification.js';
import { verifyPhone, type VerifyPhoneRefused } from './verify-phone.js';
import { checkAccountCaller } from '../shared/checks/check-arguments.js';

/** The state of a number: a code was sent to it, or it is verified. */
export interface PhoneVerification {
  readonly status: 'pending' | 'verified';
  readonly phoneNumberMasked: string;
}

/** The phone trait after its removal. */
export interface RemovedPhone {
  readonly phoneNumberMasked: null;
  readonly verified: false;
}

export type StartPhoneError =
  | IdentityRefused
  | StartPhoneVerificationRefused
  | TenantSendBudgetSpent
  | FraudGuarded
  | SmsNotSent;
export type VerifyPhoneError = IdentityRefused | PhoneInvalid | VerifyPhoneRefused | GuessRefused;
export type RemovePhoneError = IdentityRefused | AssuranceInsufficient | PhoneNotFound | PhoneInUse;

/** The phone trait of one identity. Every write needs aal2 once the identity has a second factor. */
export interface PhoneService {
  /** Sends a code to a number. The trait does not change until the code is verified. */
  start(
    caller: AccountCaller,
    phoneNumber: unknown,
  ): Promise<Result<PhoneVerification, StartPhoneError>>;
  /** Stores the number as the identity's verified one if `code` is the live code sent to it. */
  verify(
    caller: AccountCaller,
    phoneNumber: unknown,
    code: unknown,
  ): Promise<Result<PhoneVerification, VerifyPhoneError>>;
  /** Removes the trait; `phone_in_use` while SMS MFA is enrolled. */
  remove(caller: AccountCaller): Promise<Result<RemovedPhone, RemovePhoneError>>;
}

export interface PhoneWiring extends SmsWiring {
  /** Whether Stepward stores the identities, and so emits the event for a change. */
  readonly ownsDirectory: boolean;
}

export function createPhoneService(wiring: PhoneWiring): PhoneService {
  return {
    async start(caller, phoneNumber) {
      checkAccountCaller('phones.start', caller);
      return startPhone(wiring, caller, phoneNumber);
    },

    async verify(caller, phoneNumber, code) {
      checkAccountCaller('phones.verify', caller);
      return verifyPhoneCode(wiring, caller, phoneNumber, code);
    },

    async remove(caller) {
      checkAccountCaller('phones.remove', caller);
      return removeVerifiedPhone(wiring, caller);
    },
  };
}

/** Which code of the identity's. */
const SUBJECT = { factor: 'sms', purpose: 'phone' } as const;

async function startPhone(
  wiring: PhoneWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  phoneNumber: unknown,
): Promise<Result<PhoneVerification, StartPhoneError>> {
  const assurance = judgedAssurance(session.assurance, wiring.requireAssurance);
  const phone = parsePhoneNumber(phoneNumber).unwrapOr(null);
  const sent = await sendCode(wiring, {
    whose: { tenantId, identityId, ...SUBJECT },
    client: session,
    phoneOf: () => phone,
    decide: (situation, now) =>
      startPhoneVerification({ ...situation, assurance }, now, wiring.limits),
  });
  return sent.map((number) => ({ status: 'pending', phoneNumberMasked: maskPhone(number) }));
}

async function verifyPhoneCode(
  wiring: PhoneWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  phoneNumber: unknown,
  code: unknown,
): Promise<Result<PhoneVerification, VerifyPhoneError>> {
  const assurance = judgedAssurance(session.assurance, wiring.requireAssurance);
  const parsed = parsePhoneNumber(phoneNumber);
  const phone = parsed.unwrapOr(null);
  const whose = { tenantId, identityId, ...SUBJECT };
  const checked = await checkAnswer(wiring, {
    whose,
    client: session,
    decide(asked, now) {
      const read = readGuess(wiring.codeKeys, whose, asked.record.state, code, phone);
      return verifyPhone({ ...asked, ...read, assurance }, now, wiring.limits);
    },
    sentTo: () => phone,
    whenAccepted: (identity, now) => changeOf(wiring, tenantId, identity, phone, now),
  });
  if (checked.isErr()) return err(checked.error);
  return reportOutcome(checked.value.outcome)
    .andThen(() => parsed)
    .map((number) => ({ status: 'verified', phoneNumberMasked: maskPhone(number) }));
}

function removeVerifiedPhone(
  wiring: PhoneWiring,
  { tenantId, identityId, ...session }: AccountCaller,
): Promise<Result<RemovedPhone, RemovePhoneError>> {
  const { storage, clock, requireAssurance } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, ...SUBJECT };
  return storage.decide(whose, ({ tenant, record, ...facts }) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const removable = removePhone({ identity: identity.value, record, assurance });
    if (removable.isErr()) return err(removable.error);
    const now = clock.now();
    const { events, ...change } = changeOf(wiring, tenantId, identity.value, null, now);
    const scene = { whose, hipaa: tenant.hipaa, now, client: session };
    const { entries } = trailOf(wiring, tenantId, PHONE_REMOVED, scene);
    const outcome: RemovedPhone = { phoneNumberMasked: null, verified: false };
    return ok({ outcome, record, trail: { entries, events }, ...change });
  });
}

/**
 * A change of the verified number. Codes sent to the previous number are void, even if the person later returns to
 * it, and all trusted devices end.
 */
function changeOf(
  wiring: PhoneWiring,
  tenantId: string,
  identity: Identity,
  phone: PhoneNumber | null,
  now: Date,
) {
  const { identityId } = identity;
  const isOther = verifiedPhone(identity) !== phone;
  const isTold = wiring.ownsDirectory && (phone === null || isOther);
  const told = isTold ? [userUpdated(tenantId, identityId, now)] : [];
  const changed = isOther ? [phoneChanged(tenantId, identityId, phone !== null, now)] : [];
  const end = { factor: 'sms', end: 'void', now } as const;
  return {
    verifiedPhone: phone,
    ended: isOther ? end : null,
    ...(isOther && { trustedDevices: NO_DEVICES }),
    events: [...told, ...changed].map((event) => stampEvent(wiring, event)),
  };
}

const PHONE_REMOVED: readonly Happening[] = [{ type: 'phone.removed', reason: null }];
