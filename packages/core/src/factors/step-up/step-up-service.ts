import { err, ok, type Result } from 'neverthrow';
import type { CallerClient } from '../../records/client.js';
import type {
  IdentityNotFound,
  IdentitySuspended,
  IdentityUnknown,
} from '../../records/identity.js';
import { readPolicy, type OrganisationNotFound } from '../../organisations/policy-service.js';
import { checkArgument, isOfIdentity, isOfTenant } from '../../shared/checks/check-arguments.js';
import { isObject } from '../../shared/checks/check-options.js';
import { hasMoment } from '../../shared/duration.js';
import type { FactorName, StepUpFactor } from '../../records/factor-name.js';
import type {
  AnswerRefused,
  Factor,
  FactorSession,
  Prepared,
  Proof,
  SessionPurpose,
} from '../factor.js';
import {
  operationInvalid,
  readOperation,
  type DigestedOperation,
  type OperationInput,
  type OperationInvalid,
} from '../grants/operation.js';
import type { Redacted } from '../../shared/keys/redacted.js';
import type { SignIn } from '../sign-in/decide-sign-in.js';
import { decideForPerson, type DueWiring } from '../sign-in/due-service.js';
import type { PrepareSmsError, VerifySmsError } from '../sms/sms-factor-service.js';
import type {
  PrepareWebAuthnError,
  VerifyRequestError,
} from '../webauthn/webauthn-factor-service.js';
import {
  decideStepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './decide-step-up.js';

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

/** The session to challenge. The client is the person's, for the logs and the fraud guard of SMS. */
export interface ChallengeRequest extends CallerClient {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
  /** One of `STEP_UP_FACTORS`; `sms` by default. */
  readonly factor?: string;
  /** BCP 47 tag of the message's language; by default the identity's own. */
  readonly locale?: string | null;
  /**
   * The organisation that the session or its consent is for; null by default. Where its effective policy does
   * not allow the factor, nothing is sent: `factor_not_allowed`.
   */
  readonly organisationId?: string | null;
  /** The operation that the person approves with the answer; null, the default, for none. */
  readonly operation?: OperationInput | null;
}

/** The session that answers. The client is the person's, for the logs. */
export interface AnswerRequest extends CallerClient {
  readonly tenantId: string;
  readonly sessionId: string;
  /** One of `STEP_UP_FACTORS`; `sms` by default. */
  readonly factor?: string;
  /**
   * The session's identity. With a challenge it is optional, and another person's challenge is `nothing_pending`;
   * without one it is required.
   */
  readonly identityId?: string | null;
  /** As in {@link ChallengeRequest}; ignored if a challenge was sent, which already checked it. */
  readonly organisationId?: string | null;
  /**
   * The operation that the answer approves; null, the default, for none. An answer to a challenge is wrong unless it is the
   * one of the challenge. A temporary pass approves none.
   */
  readonly operation?: OperationInput | null;
}

/** What a correct answer proves. The caller marks its session with it, because Stepward does not own sessions. */
export interface SteppedUp {
  readonly assurance: 'aal2';
  /** Authentication method references (RFC 8176 section 2). */
  readonly amr: readonly string[];
  /** What alone the session is for from then on; left out where it is for anything. */
  readonly purpose?: SessionPurpose;
  readonly identityId: string;
  readonly sessionId: string;
  /** Lets the approved operation be done once within 5 minutes, by `grants.use`; left out where none was approved. */
  readonly grant?: Redacted<string>;
}

/** The step-up to decide. The policy is that of the consent's organisation, otherwise of the session's. */
export interface StepUpRequest extends Partial<Pick<SignIn, 'risk'>> {
  readonly tenantId: string;
  readonly identityId: string;
  /** When the person joined the organisation, for the last time: see `findEnrolmentDue`. */
  readonly memberSince: Date;
  readonly session: StepUpSession & { readonly organisationId: string | null };
  readonly consent: (StepUpConsent & { readonly organisationId: string | null }) | null;
}

type IdentityError = IdentityNotFound | IdentitySuspended;
/** On the Account API an unknown identity is a refused caller; here another application names it. */
type Known<E> = Exclude<E, IdentityUnknown> | IdentityNotFound;
export type ChallengeError =
  | OperationInvalid
  | FactorUnknown
  | NothingToSend
  | OrganisationNotFound
  | Known<PrepareError>;
export type VerifyChallengeError =
  | OperationInvalid
  | FactorUnknown
  | IdentityMissing
  | OrganisationNotFound
  | Known<VerifyError>;
export type DecideStepUpError = IdentityError | OrganisationNotFound;

/** Step-up during OAuth consent, for the authentication application (specification, "Internal API"). */
export interface StepUpService {
  /**
   * Challenges the person of a session: for `sms` a code goes to the verified phone, for `webauthn` the answer has the
   * options for the person's browser. While the session's challenge is live this makes a new one and restarts
   * `stepUpLifetimeMs` (5 minutes by default); the wrong codes so far stay counted.
   */
  challenge(request: ChallengeRequest): Promise<Result<Prepared, ChallengeError>>;
  /** Verifies what the person typed. A right answer is valid once. */
  verify(request: AnswerRequest, answer: unknown): Promise<Result<SteppedUp, VerifyChallengeError>>;
  /**
   * Decides what a session needs during consent, by the current policy and factors. The first decision that finds that a factor
   * is due stores it: the grace period runs from there.
   */
  decide(request: StepUpRequest): Promise<Result<StepUpDecision, DecideStepUpError>>;
}

/** The refusals of the factors. */
type PrepareError = PrepareSmsError | PrepareWebAuthnError;
type VerifyError = AnswerRefused | VerifySmsError | VerifyRequestError;

export interface StepUpWiring extends DueWiring {
  readonly factors: { readonly [Name in StepUpFactor]: KnownFactor };
}

type KnownFactor = Factor<PrepareError, VerifyError>;

export function createStepUpService(wiring: StepUpWiring): StepUpService {
  return {
    async challenge(request) {
      checkChallenge(request);
      return challengeSession(wiring, request);
    },

    async verify(request, answer) {
      checkSession(request);
      return verifySession(wiring, request, answer);
    },

    async decide(request) {
      checkStepUp(request);
      return decideSession(wiring, request);
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
  const isStepUp =
    isOfIdentity(request) && isObject(request['session']) && hasMoment(request['memberSince']);
  const form = '{ tenantId, identityId, session, consent, memberSince }, the last one a Date';
  checkArgument('stepUp.decide', 'request', isStepUp, form);
}

async function challengeSession(
  wiring: StepUpWiring,
  { factor: name = 'sms', organisationId = null, ...request }: ChallengeRequest,
): Promise<Result<Prepared, ChallengeError>> {
  const factor = factorNamed(wiring, name);
  if (factor === null) return err(FACTOR_UNKNOWN);
  if (factor.prepare === null) return err({ code: 'nothing_to_send' });
  const operation = operationOf(request);
  if (operation.isErr()) return err(operation.error);
  const allowed = await factorsAllowedBy(wiring, request.tenantId, organisationId);
  if (allowed.isErr()) return err(allowed.error);
  const { locale = null } = request;
  const asked = { ...request, locale, operation: operation.value };
  const prepared = await factor.prepare({ ...asked, allowedFactors: allowed.value });
  return prepared.mapErr(orNotFound);
}

async function verifySession(
  wiring: StepUpWiring,
  { factor: name = 'sms', identityId = null, organisationId = null, ...session }: AnswerRequest,
  answer: unknown,
): Promise<Result<SteppedUp, VerifyChallengeError>> {
  const factor = factorNamed(wiring, name);
  if (factor === null) return err(FACTOR_UNKNOWN);
  const prove = proofBy(factor, identityId, answer);
  if (prove === null) return err({ code: 'identity_missing' });
  const approved = operationOf(session);
  if (approved.isErr()) return err(approved.error);
  const operation = approved.value;
  const { purpose } = factor;
  if (purpose !== undefined && operation !== null) return err(APPROVES_NONE);
  const { tenantId, sessionId, ...client } = session;
  const allowed = await factorsAllowedBy(wiring, tenantId, organisationId);
  if (allowed.isErr()) return err(allowed.error);
  const asked = { tenantId, sessionId, ...client, operation };
  const proven = await prove({ ...asked, allowedFactors: allowed.value });
  const raised = { assurance: 'aal2', ...(purpose !== undefined && { purpose }) } as const;
  return proven.map((proof): SteppedUp => ({ ...raised, ...proof, sessionId })).mapErr(orNotFound);
}

function decideSession(
  wiring: StepUpWiring,
  { risk = 'unknown', session, consent, ...person }: StepUpRequest,
): Promise<Result<StepUpDecision, DecideStepUpError>> {
  const organisationId = consent?.organisationId ?? session.organisationId;
  return decideForPerson(wiring, { ...person, organisationId }, (found, now) =>
    decideStepUp({ ...found, risk, session, consent }, now),
  );
}

function operationOf({
  operation = null,
}: Pick<AnswerRequest, 'operation'>): Result<DigestedOperation | null, OperationInvalid> {
  return operation === null ? ok(null) : readOperation(operation);
}

const APPROVES_NONE = operationInvalid([
  { field: 'operation', rule: 'unknown_field', limit: null, value: null },
]);

/** The names come from requests: `toString` is no factor. */
function factorNamed({ factors }: StepUpWiring, name: string): KnownFactor | null {
  return Object.hasOwn(factors, name) ? factors[name as StepUpFactor] : null;
}

/** The factors that an organisation allows; null without an organisation, when only the tenant decides. */
async function factorsAllowedBy(
  wiring: StepUpWiring,
  tenantId: string,
  organisationId: string | null,
): Promise<Result<readonly FactorName[] | null, OrganisationNotFound>> {
  if (organisationId === null) return ok(null);
  const policy = await readPolicy(wiring, tenantId, organisationId);
  return policy.map(({ allowedFactors }) => allowedFactors);
}

/** Returns how a factor checks an answer; null if the session's identity is unknown. */
function proofBy(
  factor: KnownFactor,
  identityId: string | null,
  answer: unknown,
): ((session: Omit<FactorSession, 'identityId'>) => Promise<Result<Proof, VerifyError>>) | null {
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
