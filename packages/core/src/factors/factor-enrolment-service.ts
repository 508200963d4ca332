import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import { tellRemoved } from '../authentication-log/tell-step.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../identity/identity.js';
import { requireActive } from '../identity/require-active.js';
import { tenantValues } from '../policy/merge-policy.js';
import type { AnswerService, AnswerServiceOptions } from './answer-service.js';
import type { GuessRefused } from './codes/check-code.js';
import { reportOutcome } from './codes/report-outcome.js';
import type { KeptFactor } from './factor-name.js';
import type { FactorRecord } from './factor-record.js';
import { mfaStatus, type MfaStatus } from './mfa-status.js';
import { removeEnrolment, type LastFactor, type NotEnrolled } from './remove-enrolment.js';
import {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from './verify-enrolment.js';

export type VerifyEnrolmentError = IdentityRefused | VerifyEnrolmentRefused | GuessRefused;
export type RemoveEnrolmentError =
  | IdentityRefused
  | NotEnrolled
  | AssuranceInsufficient
  | LastFactor;

/** How a factor checks an answer to its enrolment. */
export type ReadEnrolment = (
  asked: { readonly identity: Identity; readonly record: FactorRecord },
  now: Date,
) => Pick<VerifyEnrolment, 'guess' | 'destination' | 'verifier'>;

/** The part of enrolment that all factors share. Each factor has its own way to start. */
export interface FactorEnrolmentService {
  /** Enrols the factor if the answer is correct. */
  verify(
    caller: AccountCaller,
    factor: KeptFactor,
    read: ReadEnrolment,
  ): Promise<Result<MfaStatus, VerifyEnrolmentError>>;
  /** Removes the factor, or cancels a pending enrolment. Its live codes are withdrawn. */
  remove(
    caller: AccountCaller,
    factor: KeptFactor,
  ): Promise<Result<MfaStatus, RemoveEnrolmentError>>;
}

export interface FactorEnrolmentServiceOptions extends AnswerServiceOptions {
  readonly answers: AnswerService;
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
  /** Whether the last factor stays while the tenant's effective policy requires one. */
  readonly keepLastFactor: boolean;
}

export function createFactorEnrolmentService(
  options: FactorEnrolmentServiceOptions,
): FactorEnrolmentService {
  const { storage, clock, limits, trails, answers, requireAssurance, keepLastFactor } = options;

  return {
    async verify({ tenantId, identityId, ...session }, factor, read) {
      const assurance = judgedAssurance(session.assurance, requireAssurance);
      const checked = await answers.check({
        whose: { tenantId, identityId, factor, purpose: 'enrolment' },
        sentTo: verifiedPhone,
        decide: (asked, now) =>
          verifyEnrolment({ ...asked, ...read(asked, now), factor, assurance }, now, limits),
      });
      return checked.andThen(({ outcome, identity, record }) =>
        reportOutcome(outcome).map(() => mfaStatus(identity, record.factors)),
      );
    },

    remove({ tenantId, identityId, ...session }, factor) {
      const assurance = judgedAssurance(session.assurance, requireAssurance);
      const whose = { tenantId, identityId, factor, purpose: 'enrolment' } as const;
      return storage.decide(whose, ({ tenant, record, ...facts }) => {
        const identity = requireActive(facts.identity);
        if (identity.isErr()) return err(identity.error);
        const now = clock.now();
        const keptFor = keepLastFactor ? tenantValues(tenant) : null;
        const removal = { identity: identity.value, factor, record, assurance, keptFor };
        const removed = removeEnrolment(removal, now, limits);
        if (removed.isErr()) return err(removed.error);
        const scene = { whose, hipaa: tenant.hipaa, now };
        const isEnrolled = record.factors[factor] !== undefined;
        return ok({
          outcome: mfaStatus(identity.value, removed.value.factors),
          record: removed.value,
          trail: trails.of(tenantId, tellRemoved(factor, record), scene),
          ended: isEnrolled ? { factor, end: 'withdrawn', now } : null,
        });
      });
    },
  };
}
