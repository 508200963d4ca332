import { err, ok, type Result } from 'neverthrow';
import type { IdentitySuspended, IdentityUnknown } from '../../identity/identity.js';
import type { OrganisationNotFound } from '../../policy/host-knowledge.js';
import type { PolicyService } from '../../policy/policy-service.js';
import type { Clock } from '../../ports/clock.js';
import { checkArgument, isOfIdentity, isOfTenant } from '../../shared/check-arguments.js';
import { isObject } from '../../shared/check-options.js';
import type { FactorName, KeptFactor } from '../factor-name.js';
import type { AnswerRefused, Factor, FactorSession, Prepared } from '../factor.js';
import type { SignIn } from '../sign-in/decide-sign-in.js';
import type { EnrolmentService } from '../sms/enrolment-service.js';
import type { PrepareSmsError, VerifySmsError } from '../sms/sms-factor-service.js';
import {
  decideStepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './decide-step-up.js';

/** The tenant has no identity with the id that the authentication application named. */
export interface IdentityNotFound {
  readonly code: 'identity_not_found';
}

/** Stepward keeps no factor of that name. */
export interface FactorUnknown {
  readonly code: 'factor_unknown';
}

/** The factor has no challenge that identifies the person, and the request names no identity. */
export interface IdentityMissing {
  readonly code: 'identity_missing';
}

/** The factor has no challenge to send. */
export interface NothingToSend {
  readonly code: 'nothing_to_send';
}

/** The session to challenge. */
export interface ChallengeRequest {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
  /** One of `KEPT_FACTORS`; `sms` by default. */
  readonly factor?: string;
  /** BCP 47 tag of the message's language; by default the identity's own. */
  readonly locale?: string | null;
  /**
   * The organisation that the session or its consent is for; null by default. Where its effective policy does
   * not allow the factor, nothing is sent: `factor_not_allowed`.
   */
  readonly organisationId?: string | null;
  /** The address of the person's client, for the fraud guard of SMS; null, the default, where it is not known. */
  readonly clientAddress?: string | null;
}

/** The session that answers. */
export interface AnswerRequest {
  readonly tenantId: string;
  readonly sessionId: string;
  /** One of `KEPT_FACTORS`; `sms` by default. */
  readonly factor?: string;
  /**
   * The session's identity. With a challenge it is optional, and another person's challenge is `nothing_pending`;
   * without one it is required.
   */
  readonly identityId?: string | null;
  /** As in {@link ChallengeRequest}; ignored if a challenge was sent, which already checked it. */
  readonly organisationId?: string | null;
}

/** What a correct answer proves. The caller marks its session with it, because Stepward does not own sessions. */
export interface SteppedUp {
  readonly assurance: 'aal2';
  /** Authentication method references (RFC 8176 section 2). */
  readonly amr: readonly string[];
  readonly identityId: string;
  readonly sessionId: string;
}

/** The step-up to decide. The policy is that of the consent's organisation, otherwise of the session's. */
export interface StepUpRequest
  extends Pick<SignIn, 'memberSince'>, Partial<Pick<SignIn, 'requiredSince' | 'risk'>> {
  readonly tenantId: string;
  readonly identityId: string;
  readonly session: StepUpSession & { readonly organisationId: string | null };
  readonly consent: (StepUpConsent & { readonly organisationId: string | null }) | null;
}

type IdentityError = IdentityNotFound | IdentitySuspended;
/** On the Account API an unknown identity is a refused caller; here another application names it. */
type Known<E> = Exclude<E, IdentityUnknown> | IdentityNotFound;
export type ChallengeError =
  | FactorUnknown
  | NothingToSend
  | OrganisationNotFound
  | Known<PrepareError>;
export type VerifyChallengeError =
  | FactorUnknown
  | IdentityMissing
  | OrganisationNotFound
  | Known<VerifyError>;
export type DecideStepUpError = IdentityError | OrganisationNotFound;

/** Step-up during OAuth consent, for the authentication application (specification, "Internal API"). */
export interface StepUpService {
  /**
   * Sends a challenge to the person of a session: for `sms` a code to the verified phone. While the session's challenge
   * is live this sends a new code and restarts `stepUpLifetimeMs` (5 minutes by default); the wrong codes so far stay
   * counted.
   */
  challenge(request: ChallengeRequest): Promise<Result<Prepared, ChallengeError>>;
  /** Verifies what the person typed. A right answer is valid once. */
  verify(request: AnswerRequest, answer: unknown): Promise<Result<SteppedUp, VerifyChallengeError>>;
  /** Decides what a session needs during consent, by the current policy and factors. */
  decide(request: StepUpRequest): Promise<Result<StepUpDecision, DecideStepUpError>>;
}

/** The refusals of the factors. */
type PrepareError = PrepareSmsError;
type VerifyError = AnswerRefused | VerifySmsError;

export interface StepUpServiceOptions {
  readonly clock: Clock;
  readonly factors: { readonly [Name in KeptFactor]: Factor<PrepareError, VerifyError> };
  readonly policies: PolicyService;
  readonly enrolments: EnrolmentService;
}

export function createStepUpService(options: StepUpServiceOptions): StepUpService {
  const { clock, policies, enrolments } = options;
  const factors = new Map<string, Factor<PrepareError, VerifyError>>(
    Object.entries(options.factors),
  );

  /** The factors that an organisation allows; null without an organisation, when only the tenant decides. */
  async function allowedBy(
    tenantId: string,
    organisationId: string | null,
  ): Promise<Result<readonly FactorName[] | null, OrganisationNotFound>> {
    if (organisationId === null) return ok(null);
    const policy = await policies.get(tenantId, organisationId);
    return policy.map(({ allowedFactors }) => allowedFactors);
  }

  return {
    async challenge(challenge) {
      checkChallenge(challenge);
      const { factor: name = 'sms', organisationId = null, ...request } = challenge;
      const factor = factors.get(name);
      if (factor === undefined) return err(FACTOR_UNKNOWN);
      if (factor.prepare === null) return err({ code: 'nothing_to_send' });
      const allowed = await allowedBy(request.tenantId, organisationId);
      if (allowed.isErr()) return err(allowed.error);
      const { locale = null, clientAddress = null } = request;
      const session = { ...request, locale, clientAddress };
      const prepared = await factor.prepare({ ...session, allowedFactors: allowed.value });
      return prepared.mapErr(orNotFound);
    },

    async verify(request, answer) {
      checkSession(request);
      const {
        factor: name = 'sms',
        identityId = null,
        organisationId = null,
        ...session
      } = request;
      const factor = factors.get(name);
      if (factor === undefined) return err(FACTOR_UNKNOWN);
      const prove = proofBy(factor, identityId, answer);
      if (prove === null) return err({ code: 'identity_missing' });
      const { tenantId, sessionId } = session;
      const allowed = await allowedBy(tenantId, organisationId);
      if (allowed.isErr()) return err(allowed.error);
      const proven = await prove({ tenantId, sessionId, allowedFactors: allowed.value });
      const { amr } = factor;
      return proven
        .map((provenId): SteppedUp => ({ assurance: 'aal2', amr, identityId: provenId, sessionId }))
        .mapErr(orNotFound);
    },

    async decide(request) {
      checkStepUp(request);
      const { tenantId, identityId, requiredSince = null, risk = 'unknown', ...stepUp } = request;
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
        .mapErr(orNotFound);
    },
  };
}

function checkChallenge(request: unknown): void {
  const isChallenge = isOfIdentity(request) && typeof request['sessionId'] === 'string';
  const form = '{ tenantId, identityId, sessionId }, with strings';
  checkArgument('stepUp.challenge', 'request', isChallenge, form);
}

function checkSession(session: unknown): void {
  const isSession = isOfTenant(session) && typeof session['sessionId'] === 'string';
  const form = '{ tenantId, sessionId }, with strings';
  checkArgument('stepUp.verify', 'session', isSession, form);
}

function checkStepUp(request: unknown): void {
  const isStepUp = isOfIdentity(request) && isObject(request['session']);
  const form = '{ tenantId, identityId, session, consent, memberSince }';
  checkArgument('stepUp.decide', 'request', isStepUp, form);
}

/** Returns how a factor checks an answer; null if the session's identity is unknown. */
function proofBy(
  factor: Factor<PrepareError, VerifyError>,
  identityId: string | null,
  answer: unknown,
): ((session: Omit<FactorSession, 'identityId'>) => Promise<Result<string, VerifyError>>) | null {
  if (factor.prepare !== null) {
    return (session) => factor.verify({ ...session, identityId }, answer);
  }
  return identityId === null
    ? null
    : (session) => factor.verify({ ...session, identityId }, answer);
}

const FACTOR_UNKNOWN: FactorUnknown = { code: 'factor_unknown' };

function orNotFound<E extends { readonly code: string }>(
  error: E | IdentityUnknown,
): Exclude<E, IdentityUnknown> | IdentityNotFound {
  return error.code === 'identity_unknown'
    ? { code: 'identity_not_found' }
    : (error as Exclude<E, IdentityUnknown>);
}
