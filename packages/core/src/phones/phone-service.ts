import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import type { Happening } from '../authentication-log/tell-step.js';
import type { EventRecorder } from '../events/event-recorder-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../identity/identity.js';
import { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from './phone-number.js';
import { requireActive } from '../identity/require-active.js';
import { userUpdated } from '../identity/user-updated.js';
import type { GuessRefused } from '../factors/codes/check-code.js';
import type { SmsNotSent } from '../factors/sms/code-delivery-service.js';
import type { CodeUserOptions } from '../factors/sms/code-service.js';
import type { TenantSendBudgetSpent } from '../factors/sms/daily-budget.js';
import type { FraudGuarded } from '../factors/sms/decide-send.js';
import { maskPhone } from '../factors/sms/mask-phone.js';
import { readGuess } from '../factors/codes/read-guess.js';
import { reportOutcome } from '../factors/codes/report-outcome.js';
import { removePhone, type PhoneInUse, type PhoneNotFound } from './remove-phone.js';
import {
  startPhoneVerification,
  type StartPhoneVerificationRefused,
} from './start-phone-verification.js';
import { verifyPhone, type VerifyPhoneRefused } from './verify-phone.js';
import { checkAccountCaller } from '../shared/check-arguments.js';

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

/** Wires the service. */
export interface PhoneServiceOptions extends CodeUserOptions {
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
  readonly events: EventRecorder;
  /** Whether Stepward stores the identities, and so emits the event for a change. */
  readonly ownsDirectory: boolean;
}

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

export function createPhoneService(options: PhoneServiceOptions): PhoneService {
  const { storage, clock, limits, answers, codes, codeKeys, trails, events } = options;
  const { ownsDirectory, requireAssurance } = options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'phone' } as const;

  const assuranceOf = ({ assurance }: AccountCaller): AccountCaller['assurance'] =>
    judgedAssurance(assurance, requireAssurance);

  /**
   * A change of the verified number. Codes sent to the previous number are void, even if the person later returns to
   * it.
   */
  function changeOf(tenantId: string, identity: Identity, phone: PhoneNumber | null, now: Date) {
    const { identityId } = identity;
    const isOther = verifiedPhone(identity) !== phone;
    const isTold = ownsDirectory && (phone === null || isOther);
    const end = { factor: 'sms', end: 'void', now } as const;
    return {
      verifiedPhone: phone,
      ended: isOther ? end : null,
      events: isTold ? [events.prepare(userUpdated(tenantId, identityId, now))] : [],
    };
  }

  return {
    async start(caller, phoneNumber) {
      checkAccountCaller('phones.start', caller);
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const phone = parsePhoneNumber(phoneNumber).unwrapOr(null);
      const sent = await codes.send({
        whose: { tenantId, identityId, ...subject },
        clientAddress: caller.clientAddress ?? null,
        phoneOf: () => phone,
        decide: (situation, now) =>
          startPhoneVerification({ ...situation, assurance }, now, limits),
      });
      return sent.map((number) => ({ status: 'pending', phoneNumberMasked: maskPhone(number) }));
    },
    async verify(caller, phoneNumber, code) {
      checkAccountCaller('phones.verify', caller);
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const parsed = parsePhoneNumber(phoneNumber);
      const phone = parsed.unwrapOr(null);
      const whose = { tenantId, identityId, ...subject };
      const checked = await answers.check({
        whose,
        decide(asked, now) {
          const read = readGuess(codeKeys, whose, asked.record.state, code, phone);
          return verifyPhone({ ...asked, ...read, assurance }, now, limits);
        },
        sentTo: () => phone,
        whenAccepted: (identity, now) => changeOf(tenantId, identity, phone, now),
      });
      if (checked.isErr()) return err(checked.error);
      return reportOutcome(checked.value.outcome)
        .andThen(() => parsed)
        .map((number) => ({ status: 'verified', phoneNumberMasked: maskPhone(number) }));
    },
    async remove(caller) {
      checkAccountCaller('phones.remove', caller);
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const whose = { tenantId, identityId, ...subject };
      return storage.decide(whose, ({ tenant, record, ...facts }) => {
        const identity = requireActive(facts.identity);
        if (identity.isErr()) return err(identity.error);
        const removable = removePhone({ identity: identity.value, record, assurance });
        if (removable.isErr()) return err(removable.error);
        const now = clock.now();
        const { events: told, ...change } = changeOf(tenantId, identity.value, null, now);
        const { entries } = trails.of(tenantId, PHONE_REMOVED, { whose, hipaa: tenant.hipaa, now });
        const outcome: RemovedPhone = { phoneNumberMasked: null, verified: false };
        return ok({ outcome, record, trail: { entries, events: told }, ...change });
      });
    },
  };
}

const PHONE_REMOVED: readonly Happening[] = [{ type: 'phone.removed', reason: null }];
