import { err, ok, type Result } from 'neverthrow';
import type { FactorName } from '../factor.js';
import { verifiedPhone, type IdentitySuspended } from '../../identity/identity.js';
import type { EnrolmentService } from '../sms/enrolment-service.js';
import type { GuessRefused, NothingPending } from '../codes/check-code.js';
import type { SmsNotSent } from '../sms/code-delivery-service.js';
import type { CodeUserOptions } from '../sms/code-service.js';
import { settle } from '../codes/code-state.js';
import type { TenantSendBudgetSpent } from '../sms/daily-budget.js';
import { maskPhone } from '../sms/mask-phone.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { SignIn } from '../sign-in/decide-sign-in.js';
import type { OrganisationNotFound, PolicyService } from '../../policy/policy-service.js';
import { inUnitOfWork } from '../../shared/in-unit-of-work.js';
import {
  decideStepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './decide-step-up.js';
import { issueChallenge, type IssueChallengeRefused } from './issue-challenge.js';
import { verifyChallenge, type VerifyChallengeRefused } from './verify-challenge.js';

/** The tenant knows nobody by the id that the authentication application named. */
export interface IdentityNotFound {
  readonly code: 'identity_not_found';
}

/** One challenge: a session of an identity. */
export interface ChallengedSession {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
}

/** Which session to challenge. */
export interface ChallengeRequest extends ChallengedSession {
  /** BCP 47 tag of the message's language; by default the identity's own. */
  readonly locale?: string | null;
  /**
   * The organisation that the session or its consent is for; null by default. Where its effective policy does
   * not allow SMS, nothing is sent: `factor_not_allowed`.
   */
  readonly organisationId?: string | null;
}

/** A code is on its way. */
export interface IssuedChallenge {
  readonly phoneNumberMasked: string;
}

/** What a right code proves. The caller marks its session with it: Stepward owns no sessions. */
export interface SteppedUp {
  readonly assurance: 'aal2';
  /** Authentication method references (RFC 8176 section 2). */
  readonly amr: readonly ['sms', 'otp', 'mfa'];
  readonly identityId: string;
  readonly sessionId: string;
}

/** Whose step-up to decide on. The policy is that of the consent's organisation, else of the session's. */
export interface StepUpRequest
  extends Pick<SignIn, 'memberSince'>, Partial<Pick<SignIn, 'requiredSince' | 'risk'>> {
  readonly tenantId: string;
  readonly identityId: string;
  readonly session: StepUpSession & { readonly organisationId: string | null };
  readonly consent: (StepUpConsent & { readonly organisationId: string | null }) | null;
}

type IdentityError = IdentityNotFound | IdentitySuspended;
export type ChallengeError =
  | IdentityError
  | OrganisationNotFound
  | IssueChallengeRefused
  | TenantSendBudgetSpent
  | SmsNotSent;
export type VerifyChallengeError = IdentityError | VerifyChallengeRefused | GuessRefused;
export type DecideStepUpError = IdentityError | OrganisationNotFound;

/** Step-up by SMS during OAuth consent, for the authentication application (specification, "Internal API"). */
export interface StepUpService {
  /**
   * Sends a code for a session to the identity's verified phone. While the session's challenge is live
   * this sends a new code and restarts `stepUpLifetimeMs` (5 minutes by default); the wrong codes so far stay
   * counted.
   */
  challenge(request: ChallengeRequest): Promise<Result<IssuedChallenge, ChallengeError>>;
  /** Uses the session's challenge up where `code` is its live code; `code` is whatever the person typed. */
  verify(
    session: Pick<ChallengedSession, 'tenantId' | 'sessionId'>,
    code: unknown,
  ): Promise<Result<SteppedUp, VerifyChallengeError>>;
  /** What a session needs during consent, by the policy and the factors that hold now. */
  decide(request: StepUpRequest): Promise<Result<StepUpDecision, DecideStepUpError>>;
}

export interface StepUpServiceOptions extends CodeUserOptions {
  readonly policies: PolicyService;
  readonly enrolments: EnrolmentService;
}

export function createStepUpService(options: StepUpServiceOptions): StepUpService {
  const { storage, clock, limits, codes, policies, enrolments } = options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'step_up' } as const;

  /** The factors that an organisation allows; null for no organisation, where the tenant alone decides. */
  async function allowedFactors(
    tenantId: string,
    organisationId: string | null,
  ): Promise<Result<readonly FactorName[] | null, OrganisationNotFound>> {
    if (organisationId === null) return ok(null);
    const policy = await policies.get(tenantId, organisationId);
    return policy.map((effective) => effective.allowedFactors);
  }

  /** The identity is not known before its challenge is found, and so cannot be locked before. */
  function findIdentity(tenantId: string, sessionId: string): Promise<string | null> {
    return inUnitOfWork(storage, { tenantId }, async (stores) => {
      const challenge = await stores.codes.findChallenge(sessionId);
      const isKnown = challenge && settle(challenge.state, clock.now()).status !== 'none';
      return isKnown ? challenge.identityId : null;
    });
  }

  return {
    async challenge({ locale = null, organisationId = null, ...session }) {
      const { tenantId, identityId, sessionId } = session;
      const allowed = await allowedFactors(tenantId, organisationId);
      if (allowed.isErr()) return err(allowed.error);
      const message = { locale, organisationFactors: allowed.value };
      const sent = await codes.send({
        whose: { tenantId, identityId, sessionId, ...subject },
        phoneOf: verifiedPhone,
        decide: ({ challenge: current, ...situation }, now) =>
          issueChallenge({ ...situation, ...message, current }, now, limits),
      });
      return sent
        .map((phone) => ({ phoneNumberMasked: maskPhone(phone) }))
        .mapErr((error) => (error.code === 'identity_unknown' ? NOT_FOUND : error));
    },

    async verify({ tenantId, sessionId }, code) {
      const identityId = await findIdentity(tenantId, sessionId);
      if (identityId === null) return err(NOTHING_PENDING);
      const checked = await codes.check({
        whose: { tenantId, identityId, sessionId, ...subject },
        input: code,
        decide: ({ identity, record, guess }, now) =>
          verifyChallenge(record, guess, verifiedPhone(identity), now, limits),
      });
      return checked
        .andThen(({ outcome }) => reportOutcome(outcome))
        .map((): SteppedUp => ({ assurance: 'aal2', amr: SMS_AMR, identityId, sessionId }))
        .mapErr((error) => (error.code === 'identity_unknown' ? NOT_FOUND : error));
    },

    async decide({ tenantId, identityId, requiredSince = null, risk = 'unknown', ...stepUp }) {
      const { session, consent } = stepUp;
      const organisationId = consent?.organisationId ?? session.organisationId;
      const policy = await policies.get(tenantId, organisationId);
      if (policy.isErr()) return err(policy.error);
      const caller = { tenantId, identityId, assurance: session.assurance };
      const status = await enrolments.status(caller);
      return status
        .map(({ methods }) => {
          const facts = { policy: policy.value, enrolled: methods, requiredSince, risk };
          return decideStepUp({ ...stepUp, ...facts }, clock.now());
        })
        .mapErr((error) => (error.code === 'identity_unknown' ? NOT_FOUND : error));
    },
  };
}

const SMS_AMR = ['sms', 'otp', 'mfa'] as const;
const NOT_FOUND: IdentityNotFound = { code: 'identity_not_found' };
const NOTHING_PENDING: NothingPending = { code: 'nothing_pending' };
