import type { Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { verifiedPhone, type IdentityRefused } from '../../records/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { readGuess } from '../codes/read-guess.js';
import {
  removeFactorEnrolment,
  verifyFactorEnrolment,
  type RemoveEnrolmentError,
  type VerifyEnrolmentError,
} from '../enrolment/factor-enrolment-service.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import type { SmsNotSent } from './code-delivery-service.js';
import { sendCode, type SmsWiring } from './code-service.js';
import type { TenantSendBudgetSpent } from './fraud/daily-budget.js';
import type { FraudGuarded } from './fraud/decide-send.js';
import { maskPhone } from './mask-phone.js';
import { startEnrolment, type StartEnrolmentRefused } from './start-enrolment.js';
import { checkAccountCaller } from '../../shared/checks/check-arguments.js';

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

export function createEnrolmentService(wiring: SmsWiring): EnrolmentService {
  return {
    async start(caller) {
      checkAccountCaller('enrolments.start', caller);
      return startSmsEnrolment(wiring, caller);
    },

    async verify(caller, code) {
      checkAccountCaller('enrolments.verify', caller);
      return verifySmsEnrolment(wiring, caller, code);
    },

    async remove(caller) {
      checkAccountCaller('enrolments.remove', caller);
      return removeFactorEnrolment(wiring, caller, 'sms');
    },

    async status(caller) {
      checkAccountCaller('enrolments.status', caller);
      return readMfaStatus(wiring, caller);
    },
  };
}

/** Which code of the identity's. */
const SUBJECT = { factor: 'sms', purpose: 'enrolment' } as const;

async function startSmsEnrolment(
  wiring: SmsWiring,
  { tenantId, identityId, ...session }: AccountCaller,
): Promise<Result<PendingEnrolment, StartEnrolmentError>> {
  const assurance = judgedAssurance(session.assurance, wiring.requireAssurance);
  const sent = await sendCode(wiring, {
    whose: { tenantId, identityId, ...SUBJECT },
    client: session,
    phoneOf: verifiedPhone,
    decide: (situation, now) => startEnrolment({ ...situation, assurance }, now, wiring.limits),
  });
  return sent.map((phone) => ({ status: 'pending', phoneNumberMasked: maskPhone(phone) }));
}

function verifySmsEnrolment(
  wiring: SmsWiring,
  caller: AccountCaller,
  code: unknown,
): Promise<Result<MfaStatus, VerifyEnrolmentError>> {
  const whose = { ...caller, ...SUBJECT };
  return verifyFactorEnrolment(wiring, caller, 'sms', ({ identity, record }) => {
    const phone = verifiedPhone(identity);
    return {
      ...readGuess(wiring.codeKeys, whose, record.state, code, phone),
      verifier: null,
      name: null,
    };
  });
}

/** The factors that an identity has. */
export function readMfaStatus(
  { storage }: Pick<SmsWiring, 'storage'>,
  { tenantId, identityId }: Pick<AccountCaller, 'tenantId' | 'identityId'>,
): Promise<Result<MfaStatus, IdentityRefused>> {
  return storage.decide(
    { tenantId, identityId, ...SUBJECT, isRead: true },
    ({ record, ...facts }) =>
      requireActive(facts.identity).map((identity) => ({
        outcome: mfaStatus(identity, record.authenticators),
        record,
      })),
  );
}
