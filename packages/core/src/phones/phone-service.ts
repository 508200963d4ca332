import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import type { Happening } from '../authentication-log/tell-step.js';
import type { EventService } from '../events/event-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../identity/identity.js';
import { identityScope } from '../identity/identity-scope.js';
import { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from './phone-number.js';
import { requireActive } from '../identity/require-active.js';
import { userUpdated } from '../identity/user-updated.js';
import type { CheckOutcome, GuessRefused } from '../factors/codes/check-code.js';
import type { SmsNotSent } from '../factors/sms/code-delivery-service.js';
import type { AccountServiceOptions } from '../factors/sms/code-service.js';
import type { TenantSendBudgetSpent } from '../factors/sms/daily-budget.js';
import { maskPhone } from '../factors/sms/mask-phone.js';
import { reportOutcome } from '../factors/codes/report-outcome.js';
import type { Stores } from '../ports/storage.js';
import { removePhone, type PhoneInUse, type PhoneNotFound } from './remove-phone.js';
import {
  startPhoneVerification,
  type StartPhoneVerificationRefused,
} from './start-phone-verification.js';
import { verifyPhone, type VerifyPhoneRefused } from './verify-phone.js';

/** Where a number stands: a code is on its way to it, or it is proven. */
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
  | SmsNotSent;
export type VerifyPhoneError = IdentityRefused | PhoneInvalid | VerifyPhoneRefused | GuessRefused;
export type RemovePhoneError = IdentityRefused | AssuranceInsufficient | PhoneNotFound | PhoneInUse;

/** Wires the service. */
export interface PhoneServiceOptions extends AccountServiceOptions {
  readonly events: EventService;
  /** Whether the identities are kept by Stepward, so that a change of one is Stepward's to tell. */
  readonly ownsDirectory: boolean;
}

/** The phone trait of one identity. Every write needs aal2 once the identity has a second factor. */
export interface PhoneService {
  /** Sends a code to a number. The trait stays as it is until the code comes back. */
  start(
    caller: AccountCaller,
    phoneNumber: unknown,
  ): Promise<Result<PhoneVerification, StartPhoneError>>;
  /** Makes the number the identity's verified one where `code` is the live code sent to it. */
  verify(
    caller: AccountCaller,
    phoneNumber: unknown,
    code: unknown,
  ): Promise<Result<PhoneVerification, VerifyPhoneError>>;
  /** Removes the trait; `phone_in_use` while SMS MFA is enrolled. */
  remove(caller: AccountCaller): Promise<Result<RemovedPhone, RemovePhoneError>>;
}

export function createPhoneService(options: PhoneServiceOptions): PhoneService {
  const { storage, clock, limits, codes, trails, events, ownsDirectory, requireAssurance } =
    options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'phone' } as const;

  const assuranceOf = ({ assurance }: AccountCaller): AccountCaller['assurance'] =>
    judgedAssurance(assurance, requireAssurance);

  /** What was sent to the number before is void, even where the person comes back to that number. */
  async function setPhone(
    stores: Stores,
    tenantId: string,
    identity: Identity,
    phone: PhoneNumber | null,
  ): Promise<void> {
    const { identityId } = identity;
    if (verifiedPhone(identity) !== phone) {
      await stores.codes.voidLive({ identityId, factor: 'sms' }, 'void', clock.now());
    }
    await stores.identities.setVerifiedPhone(identityId, phone);
    const isChanged = phone === null || verifiedPhone(identity) !== phone;
    if (ownsDirectory && isChanged) {
      await events.record(stores, userUpdated(tenantId, identityId, clock.now()));
    }
  }

  async function storeVerify(
    stores: Stores,
    caller: AccountCaller,
    phone: PhoneNumber | null,
    code: unknown,
  ): Promise<Result<CheckOutcome, IdentityRefused | VerifyPhoneRefused>> {
    const { tenantId, identityId } = caller;
    const assurance = assuranceOf(caller);
    const identity = requireActive(await stores.identities.find(identityId));
    if (identity.isErr()) return err(identity.error);
    const checked = await codes.check(stores, {
      whose: { tenantId, identityId, ...subject },
      input: code,
      decide: (record, guess, now) =>
        verifyPhone({ identity: identity.value, record, guess, phone, assurance }, now, limits),
    });
    const isProven = checked.isOk() && checked.value.outcome.type === 'accepted';
    if (isProven) await setPhone(stores, tenantId, identity.value, phone);
    return checked.map(({ outcome }) => outcome);
  }

  async function storeRemove(
    stores: Stores,
    caller: AccountCaller,
  ): Promise<Result<RemovedPhone, RemovePhoneError>> {
    const { tenantId, identityId } = caller;
    const assurance = assuranceOf(caller);
    const identity = requireActive(await stores.identities.find(identityId));
    if (identity.isErr()) return err(identity.error);
    const key = { identityId, ...subject, destinationKey: null };
    const { record, tenant } = await stores.codes.readWithTenant(key);
    const removable = removePhone({ identity: identity.value, record, assurance });
    if (removable.isErr()) return err(removable.error);
    await setPhone(stores, tenantId, identity.value, null);
    const scene = { whose: key, hipaa: tenant.hipaa, now: clock.now() };
    const { entries } = trails.of(tenantId, PHONE_REMOVED, scene);
    await stores.authenticationLog.append(entries);
    return ok({ phoneNumberMasked: null, verified: false });
  }

  return {
    async start(caller, phoneNumber) {
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const phone = parsePhoneNumber(phoneNumber).unwrapOr(null);
      const whose = { tenantId, identityId, ...subject };
      const sent = await codes.send(identityScope(whose), (stores) =>
        codes.issue(stores, {
          whose,
          phoneOf: () => phone,
          decide: (situation, now) =>
            startPhoneVerification({ ...situation, assurance }, now, limits),
        }),
      );
      return sent.map((number) => ({ status: 'pending', phoneNumberMasked: maskPhone(number) }));
    },
    async verify(caller, phoneNumber, code) {
      const phone = parsePhoneNumber(phoneNumber);
      const saved = await storage.run(identityScope(caller), (stores) =>
        storeVerify(stores, caller, phone.unwrapOr(null), code),
      );
      if (saved.isErr()) return err(saved.error);
      return reportOutcome(saved.value)
        .andThen(() => phone)
        .map((number) => ({ status: 'verified', phoneNumberMasked: maskPhone(number) }));
    },
    remove: (caller) => storage.run(identityScope(caller), (stores) => storeRemove(stores, caller)),
  };
}

const PHONE_REMOVED: readonly Happening[] = [{ type: 'phone.removed', reason: null }];
