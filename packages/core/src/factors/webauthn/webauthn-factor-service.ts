import { err, ok, type Result } from 'neverthrow';
import { readFacts } from '../../identity/facts-service.js';
import { requireActive } from '../../identity/require-active.js';
import type { IdentityRefused } from '../../records/identity.js';
import { challengedIdentity, checkAnswer, proofOf } from '../answer-service.js';
import type { GuessRefused } from '../codes/check-code.js';
import type { FactorSession, Prepared, PreparedSession, Proof, SentFactor } from '../factor.js';
import { tellIssued } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { amrOf, credentialsOf, type StoredCredential } from './credential.js';
import { issueRequest, type IssueRequestRefused } from './issue-request.js';
import { verifyRequest, type VerifyRequestRefused } from './verify-request.js';
import {
  CHALLENGE_BYTES,
  isAsked,
  newChallenge,
  type ChallengeContext,
} from './webauthn-challenge.js';
import { tenantOf, type WebAuthnWiring } from './webauthn-service.js';

export type PrepareWebAuthnError = IdentityRefused | IssueRequestRefused;
export type VerifyRequestError = IdentityRefused | VerifyRequestRefused | GuessRefused;

/** Any of a person's passkeys and security keys as the step-up of a session. */
export function createWebAuthnFactor(
  wiring: WebAuthnWiring,
): SentFactor<PrepareWebAuthnError, VerifyRequestError> {
  return {
    name: 'webauthn',
    prepare: (session) => prepareWebAuthn(wiring, session),
    verify: (session, response) => verifyWebAuthn(wiring, session, response),
  };
}

function contextOf(
  tenantId: string,
  identityId: string,
  { sessionId, operation }: Pick<FactorSession, 'sessionId' | 'operation'>,
): ChallengeContext & { readonly purpose: 'step_up' } {
  const subject = { factor: 'webauthn', purpose: 'step_up', sessionId } as const;
  return {
    tenantId,
    identityId,
    ...subject,
    startedIn: null,
    operation: operation?.digest ?? null,
  };
}

async function prepareWebAuthn(
  wiring: WebAuthnWiring,
  session: PreparedSession,
): Promise<Result<Prepared, PrepareWebAuthnError>> {
  const { storage, clock, limits, random, codeKeys, webauthn } = wiring;
  const { tenantId, identityId, allowedFactors, operation } = session;
  const context = contextOf(tenantId, identityId, session);
  const { challenge, stored: fresh } = newChallenge(
    codeKeys,
    context,
    random.uuid(),
    random.bytes(CHALLENGE_BYTES),
  );
  // A scope with a destination reads the session's challenge as well.
  const scope = { ...context, destination: () => null };
  const decided = await storage.decide<readonly StoredCredential[], PrepareWebAuthnError>(
    scope,
    (facts) => {
      const identity = requireActive(facts.identity);
      if (identity.isErr()) return err(identity.error);
      const now = clock.now();
      const tenant = tenantOf(wiring, facts.tenant);
      const { record, challenge: current } = facts;
      const asked = { identityId, tenant, record, current, allowedFactors, fresh };
      const issued = issueRequest(asked, now, limits);
      if (issued.isErr()) return err(issued.error);
      const scene = { whose: context, hipaa: tenant.hipaa, now, client: session, operation };
      return ok({
        outcome: credentialsOf(record.authenticators),
        record: issued.value,
        trail: trailOf(wiring, tenantId, tellIssued('step_up'), scene),
      });
    },
  );
  if (decided.isErr()) return err(decided.error);
  if (webauthn === null) return err({ code: 'factor_not_allowed' });
  const timeoutMs = limits.stepUpLifetimeMs;
  const question = { challenge, timeoutMs, existing: decided.value };
  return ok({ sentTo: null, options: await webauthn.requestOptions(question) });
}

async function verifyWebAuthn(
  wiring: WebAuthnWiring,
  session: FactorSession,
  response: unknown,
): Promise<Result<Proof, VerifyRequestError>> {
  const { storage, limits, codeKeys, webauthn } = wiring;
  const identityId = await challengedIdentity(wiring, session);
  if (identityId === null) return err({ code: 'nothing_pending' });
  const context = contextOf(session.tenantId, identityId, session);
  const { state, authenticators } = (await readFacts(storage, context)).record;
  const asked =
    state.status === 'pending' ? { codeId: state.codeId, digest: state.verifier } : null;
  const verdict = (await webauthn?.verifyRequest({
    response,
    isAsked: (challenge) => asked !== null && isAsked(codeKeys, context, asked, challenge),
    credentials: credentialsOf(authenticators),
  })) ?? { type: 'malformed' };
  const codeId = asked?.codeId ?? null;
  const checked = await checkAnswer(wiring, {
    whose: context,
    client: session,
    operation: session.operation,
    decide: ({ record }, now) => verifyRequest({ record, verdict, codeId }, now, limits),
  });
  const amr = verdict.type === 'verified' ? amrOf(verdict.data) : [];
  return checked.andThen((answer) => proofOf(answer, amr));
}
