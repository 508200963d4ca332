import type { Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { verifiedPhone, type IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { readGuess } from '../codes/read-guess.js';
import type {
  FactorEnrolmentService,
  RemoveEnrolmentError,
  VerifyEnrolmentError,
} from '../factor-enrolment-service.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import type { SmsNotSent } from './code-delivery-service.js';
import type { CodeUserOptions } from './code-service.js';
import type { TenantSendBudgetSpent } from './daily-budget.js';
import type { FraudGuarded } from './decide-send.js';
import { maskPhone } from './mask-phone.js';
import { startEnrolment, type StartEnrolmentRefused } from './start-enrolment.js';
import { checkAccountCaller } from '../../shared/check-arguments.js';

/** A code is on its way. */
export interface PendingEnrolment {
  readonly status: 'pending';
  readonly phoneNumberMasked: string;
}

export type StartEnrolmentError =
  | IdentityRefused
  | StartEnrolmentRefused
  | TenantSendBudgetSpent
  | FraudGuarded
  | SmsNotSent;

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

export interface EnrolmentServiceOptions extends CodeUserOptions {
  readonly factorEnrolments: FactorEnrolmentService;
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
}

export function createEnrolmentService(options: EnrolmentServiceOptions): EnrolmentService {
  const { storage, limits, codes, codeKeys, factorEnrolments, requireAssurance } = options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'enrolment' } as const;

  return {
    async start(caller) {
      checkAccountCaller('enrolments.start', caller);
      const { tenantId, identityId, ...session } = caller;
      const assurance = judgedAssurance(session.assurance, requireAssurance);
      const sent = await codes.send({
        whose: { tenantId, identityId, ...subject },
        clientAddress: session.clientAddress ?? null,
        phoneOf: verifiedPhone,
        decide: (situation, now) => startEnrolment({ ...situation, assurance }, now, limits),
      });
      return sent.map((phone) => ({ status: 'pending', phoneNumberMasked: maskPhone(phone) }));
    },

    async verify(caller, code) {
      checkAccountCaller('enrolments.verify', caller);
      return factorEnrolments.verify(caller, 'sms', ({ identity, record }) => ({
        ...readGuess(
          codeKeys,
          { ...caller, ...subject },
          record.state,
          code,
          verifiedPhone(identity),
        ),
        verifier: null,
      }));
    },

    async remove(caller) {
      checkAccountCaller('enrolments.remove', caller);
      return factorEnrolments.remove(caller, 'sms');
    },

    async status(caller) {
      checkAccountCaller('enrolments.status', caller);
      const { tenantId, identityId } = caller;
      return storage.decide({ tenantId, identityId, ...subject }, ({ record, ...facts }) =>
        requireActive(facts.identity).map((identity) => ({
          outcome: mfaStatus(identity, record.factors),
          record,
        })),
      );
    },
  };
}
