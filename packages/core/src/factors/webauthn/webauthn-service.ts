import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { readFacts } from '../../identity/facts-service.js';
import { requireActive } from '../../identity/require-active.js';
import type { CreationQuestion, WebAuthn } from '../../ports/webauthn.js';
import type { IdentityRefused } from '../../records/identity.js';
import type { WebAuthnOptions } from '../../records/webauthn.js';
import {
  checkAccountCaller,
  checkArgument,
  checkArguments,
} from '../../shared/checks/check-arguments.js';
import { isObject } from '../../shared/checks/check-options.js';
import type { Tenant } from '../../tenants/tenant.js';
import { checkAnswer, type FactorWiring } from '../answer-service.js';
import { settle } from '../codes/code-state.js';
import { reportOutcome } from '../codes/report-outcome.js';
import {
  removeFactorEnrolment,
  type RemoveEnrolmentError,
  type VerifyEnrolmentError,
} from '../enrolment/factor-enrolment-service.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import { tellIssued } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { credentialsOf } from './credential.js';
import { newUserHandle, parsePending } from './pending-creation.js';
import { startWebAuthn, type StartWebAuthnRefused } from './start-webauthn.js';
import { verifyCreation, type VerifyCreationRefused } from './verify-creation.js';
import {
  CHALLENGE_BYTES,
  isAsked,
  newChallenge,
  type ChallengeContext,
} from './webauthn-challenge.js';

/** The person who enrols a credential, and the session: only a response in the session that asked is accepted. */
export interface EnrollingCaller extends AccountCaller {
  /** The host's id of the session; null, the default, where it is not known. */
  readonly sessionId?: string | null;
}

/** A question for a browser. */
export interface PendingWebAuthn {
  readonly status: 'pending';
  /** What `navigator.credentials.create` takes as `publicKey`, as JSON. */
  readonly options: WebAuthnOptions;
}

/** What the browser answers. */
export interface WebAuthnEnrolment {
  /** A `RegistrationResponseJSON`, as unchecked input. */
  readonly response: unknown;
  /** What the person calls the authenticator, as unchecked input of 1 to 64 visible characters; null for no name. */
  readonly name?: unknown;
}

export type StartWebAuthnError = IdentityRefused | StartWebAuthnRefused;
export type VerifyWebAuthnError = VerifyEnrolmentError | VerifyCreationRefused;

/**
 * Passkeys and security keys as a second factor (W3C Web Authentication Level 3), over the port `webauthn`. Without it, the
 * factor is not allowed. States, order of checks and guesses are those of SMS. Every write needs aal2 once the identity has
 * a second factor.
 */
export interface WebAuthnService {
  /**
   * Makes a question for the person's browser, which is answered within `stepUpLifetimeMs` (5 minutes by default); a later
   * start replaces it. A person has `startsPerHour` of them (10 by default), and at most 10 credentials.
   */
  start(caller: EnrollingCaller): Promise<Result<PendingWebAuthn, StartWebAuthnError>>;
  /** Whether a challenge that `start` has given waits for its response: not enrolled, replaced, cancelled or expired. */
  isPending(caller: EnrollingCaller, challenge: string): Promise<boolean>;
  /**
   * Enrols the credential of a response. One that is known already, of this person or another of the tenant, is
   * `already_enrolled`.
   */
  verify(
    caller: EnrollingCaller,
    answer: WebAuthnEnrolment,
  ): Promise<Result<MfaStatus, VerifyWebAuthnError>>;
  /** Removes all of the person's credentials, or cancels a pending enrolment. */
  remove(caller: AccountCaller): Promise<Result<MfaStatus, RemoveEnrolmentError>>;
}

export interface WebAuthnWiring extends FactorWiring {
  /** Null for a host without WebAuthn. */
  readonly webauthn: WebAuthn | null;
}

export function createWebAuthnService(wiring: WebAuthnWiring): WebAuthnService {
  return {
    async start(caller) {
      checkAccountCaller('webauthn.start', caller);
      return startEnrolment(wiring, caller);
    },

    async isPending(caller, challenge) {
      checkAccountCaller('webauthn.isPending', caller);
      checkArguments('webauthn.isPending', { challenge });
      return isPendingChallenge(wiring, caller, challenge);
    },

    async verify(caller, answer) {
      checkAccountCaller('webauthn.verify', caller);
      checkArgument('webauthn.verify', 'answer', isObject(answer), '{ response, name }');
      return verifyEnrolment(wiring, caller, answer);
    },

    async remove(caller) {
      checkAccountCaller('webauthn.remove', caller);
      return removeFactorEnrolment(wiring, caller, 'webauthn');
    },
  };
}

/** The tenant as the host allows it: without WebAuthn no tenant has the factor, whatever its policy says. */
export function tenantOf({ webauthn }: Pick<WebAuthnWiring, 'webauthn'>, tenant: Tenant): Tenant {
  if (webauthn !== null) return tenant;
  const allowedFactors = tenant.mfa.allowedFactors.filter((name) => name !== 'webauthn');
  return { ...tenant, mfa: { ...tenant.mfa, allowedFactors } };
}

function contextOf({ tenantId, identityId, sessionId = null }: EnrollingCaller): ChallengeContext {
  const subject = { factor: 'webauthn', purpose: 'enrolment' } as const;
  return { tenantId, identityId, ...subject, startedIn: sessionId };
}

async function startEnrolment(
  wiring: WebAuthnWiring,
  caller: EnrollingCaller,
): Promise<Result<PendingWebAuthn, StartWebAuthnError>> {
  const { storage, clock, limits, random, codeKeys, webauthn } = wiring;
  const assurance = judgedAssurance(caller.assurance, wiring.requireAssurance);
  const context = contextOf(caller);
  const { challenge, stored } = newChallenge(
    codeKeys,
    context,
    random.uuid(),
    random.bytes(CHALLENGE_BYTES),
  );
  const decided = await storage.decide<PendingQuestion, StartWebAuthnError>(context, (facts) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const now = clock.now();
    const tenant = tenantOf(wiring, facts.tenant);
    const { record } = facts;
    const existing = credentialsOf(record.authenticators);
    const userHandle = existing[0]?.userHandle ?? newUserHandle(codeKeys, context);
    const fresh = { ...stored, userHandle };
    const asked = { identity: identity.value, record, tenant, assurance, fresh };
    const started = startWebAuthn(asked, now, limits);
    if (started.isErr()) return err(started.error);
    const scene = { whose: context, hipaa: tenant.hipaa, now, client: caller };
    return ok({
      outcome: { identity: identity.value, existing, userHandle },
      record: started.value,
      trail: trailOf(wiring, caller.tenantId, tellIssued('enrolment'), scene),
    });
  });
  if (decided.isErr()) return err(decided.error);
  if (webauthn === null) return err({ code: 'factor_not_allowed' });
  const question = { challenge, timeoutMs: limits.stepUpLifetimeMs, ...decided.value };
  const options = await webauthn.creationOptions(question);
  return ok({ status: 'pending', options });
}

type PendingQuestion = Pick<CreationQuestion, 'identity' | 'existing' | 'userHandle'>;

async function isPendingChallenge(
  { storage, clock, codeKeys }: WebAuthnWiring,
  caller: EnrollingCaller,
  challenge: string,
): Promise<boolean> {
  const context = contextOf(caller);
  const { record } = await readFacts(storage, context);
  const pending = parsePending(settle(record.state, clock.now()));
  return pending !== null && isAsked(codeKeys, context, pending, challenge);
}

async function verifyEnrolment(
  wiring: WebAuthnWiring,
  caller: EnrollingCaller,
  { response, name = null }: WebAuthnEnrolment,
): Promise<Result<MfaStatus, VerifyWebAuthnError>> {
  const { storage, limits, codeKeys, webauthn } = wiring;
  const assurance = judgedAssurance(caller.assurance, wiring.requireAssurance);
  const context = contextOf(caller);
  const pending = parsePending((await readFacts(storage, context)).record.state);
  const verdict = (await webauthn?.verifyCreation({
    response,
    isAsked: (challenge) => pending !== null && isAsked(codeKeys, context, pending, challenge),
  })) ?? { type: 'wrong' };
  const codeId = pending?.codeId ?? null;
  const checked = await checkAnswer<VerifyCreationRefused>(wiring, {
    whose: context,
    client: caller,
    decide: (asked, now) =>
      verifyCreation({ ...asked, verdict, codeId, name, assurance }, now, limits),
    ifTaken: { code: 'already_enrolled' },
  });
  return checked.andThen(({ outcome, identity, record }) =>
    reportOutcome(outcome).map(() => mfaStatus(identity, record.authenticators)),
  );
}
