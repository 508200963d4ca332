import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { tellRemoved } from '../../authentication-log/tell-step.js';
import { verifiedPhone, type IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import type { GuessRefused } from '../codes/check-code.js';
import type { SmsNotSent } from './code-delivery-service.js';
import type { AccountServiceOptions } from './code-service.js';
import type { TenantSendBudgetSpent } from './daily-budget.js';
import { maskPhone } from './mask-phone.js';
import { reportOutcome } from '../codes/report-outcome.js';
import { tenantValues } from '../../policy/merge-policy.js';
import type { Stores } from '../../ports/stores.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import { removeEnrolment, type LastFactor, type NotEnrolled } from './remove-enrolment.js';
import { startEnrolment, type StartEnrolmentRefused } from './start-enrolment.js';
import { verifyEnrolment, type VerifyEnrolmentRefused } from './verify-enrolment.js';

/** A code is on its way. */
export interface PendingEnrolment {
  readonly status: 'pending';
  readonly phoneNumberMasked: string;
}

export type StartEnrolmentError =
  | IdentityRefused
  | StartEnrolmentRefused
  | TenantSendBudgetSpent
  | SmsNotSent;
export type VerifyEnrolmentError = IdentityRefused | VerifyEnrolmentRefused | GuessRefused;
export type RemoveEnrolmentError =
  | IdentityRefused
  | NotEnrolled
  | AssuranceInsufficient
  | LastFactor;

/**
 * SMS as a second factor, for one identity at a time (specification, "SMS MFA enrolment"). Every write needs
 * aal2 once the identity has a second factor.
 */
export interface EnrolmentService {
  /**
   * Sends a code to the identity's verified phone. While an enrolment is pending this sends a new code
   * and restarts `lifetimeMs` (15 minutes by default); the wrong codes so far stay counted.
   */
  start(caller: AccountCaller): Promise<Result<PendingEnrolment, StartEnrolmentError>>;
  /** Enrols SMS where `code` is the live code; `code` is whatever the caller typed. */
  verify(caller: AccountCaller, code: unknown): Promise<Result<MfaStatus, VerifyEnrolmentError>>;
  /**
   * Removes the factor, or cancels a pending enrolment. Step-up codes that are out are withdrawn; the verified
   * phone stays.
   */
  remove(caller: AccountCaller): Promise<Result<MfaStatus, RemoveEnrolmentError>>;
  /** The factors the identity has. */
  status(caller: AccountCaller): Promise<Result<MfaStatus, IdentityRefused>>;
}

export interface EnrolmentServiceOptions extends AccountServiceOptions {
  /** Whether the last factor stays while the tenant's effective policy requires one. */
  readonly keepLastFactor: boolean;
}

export function createEnrolmentService(options: EnrolmentServiceOptions): EnrolmentService {
  const { storage, clock, limits, codes, trails, requireAssurance, keepLastFactor } = options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'enrolment' } as const;

  const assuranceOf = ({ assurance }: AccountCaller): AccountCaller['assurance'] =>
    judgedAssurance(assurance, requireAssurance);

  async function readStatus(
    stores: Stores,
    { identityId }: AccountCaller,
  ): Promise<Result<MfaStatus, IdentityRefused>> {
    const identity = requireActive(await stores.identities.find(identityId));
    if (identity.isErr()) return err(identity.error);
    const record = await stores.codes.read({ identityId, ...subject, destinationKey: null });
    return ok(mfaStatus(identity.value, record.factors));
  }

  return {
    async start(caller) {
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const sent = await codes.send({
        whose: { tenantId, identityId, ...subject },
        phoneOf: verifiedPhone,
        decide: (situation, now) => startEnrolment({ ...situation, assurance }, now, limits),
      });
      return sent.map((phone) => ({ status: 'pending', phoneNumberMasked: maskPhone(phone) }));
    },
    async verify(caller, code) {
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const checked = await codes.check({
        whose: { tenantId, identityId, ...subject },
        input: code,
        decide: (answered, now) => verifyEnrolment({ ...answered, assurance }, now, limits),
      });
      return checked.andThen(({ outcome, identity, record }) =>
        reportOutcome(outcome).map(() => mfaStatus(identity, record.factors)),
      );
    },
    remove(caller) {
      const { tenantId, identityId } = caller;
      const assurance = assuranceOf(caller);
      const whose = { tenantId, identityId, ...subject };
      return storage.decide(whose, ({ tenant, record, ...facts }) => {
        const identity = requireActive(facts.identity);
        if (identity.isErr()) return err(identity.error);
        const now = clock.now();
        const keptFor = keepLastFactor ? tenantValues(tenant) : null;
        const removal = { identity: identity.value, record, assurance, keptFor };
        const removed = removeEnrolment(removal, now);
        if (removed.isErr()) return err(removed.error);
        const scene = { whose, hipaa: tenant.hipaa, now };
        const isEnrolled = record.factors.sms !== undefined;
        return ok({
          outcome: mfaStatus(identity.value, removed.value.factors),
          record: removed.value,
          trail: trails.of(tenantId, tellRemoved('sms', record), scene),
          ended: isEnrolled ? { factor: 'sms', end: 'withdrawn', now } : null,
        });
      });
    },
    status: (caller) =>
      storage.run({ tenantId: caller.tenantId }, (stores) => readStatus(stores, caller)),
  };
}
