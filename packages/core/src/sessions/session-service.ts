import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import type { FactorWiring } from '../factors/answer-service.js';
import { authoriseWrite } from '../factors/enrolment/authorise-write.js';
import type { Happening } from '../factors/trail/tell-step.js';
import { trailOf } from '../factors/trail/trail-service.js';
import { decideAlways, readFacts } from '../identity/facts-service.js';
import { requireActive } from '../identity/require-active.js';
import type { Logger } from '../ports/platform.js';
import type { SessionScope, Sessions } from '../ports/sessions.js';
import type { IdentityRefused } from '../records/identity.js';
import {
  checkAccountCaller,
  checkArgument,
  checkArguments,
  isStringOrNull,
} from '../shared/checks/check-arguments.js';
import { inTime, nameOf } from '../shared/host-calls.js';
import { shownSessions, type ShownSession } from './shown-sessions.js';

/** A person, and the session that asks. */
export interface SessionCaller extends AccountCaller {
  /** The host's id of the session; null where the access token names none. */
  readonly sessionId: string | null;
}

/** `createStepward` was given no `sessions`. */
export interface SessionsNotConfigured {
  readonly code: 'sessions_not_configured';
}

/** The host's `sessions` failed or missed the deadline. Where sessions were to be ended, some may have ended. */
export interface SessionsUnavailable {
  readonly code: 'sessions_unavailable';
}

/** The person has no live session with that id. */
export interface SessionNotFound {
  readonly code: 'session_not_found';
}

export type ListSessionsError = IdentityRefused | SessionsNotConfigured | SessionsUnavailable;
export type EndSessionsError = ListSessionsError | AssuranceInsufficient;

/**
 * A person's sessions, over the host's port `sessions`. A person with a second factor ends sessions only from one at aal2, as
 * for writes to factors. What was ended is in the authentication log, as `session.ended`.
 */
export interface SessionService {
  /** The current session, then the others, those used last first; at most 100. */
  list(caller: SessionCaller): Promise<Result<readonly ShownSession[], ListSessionsError>>;
  /** Ends one of the person's sessions, which may be the current one. */
  end(
    caller: SessionCaller,
    sessionId: string,
  ): Promise<Result<void, EndSessionsError | SessionNotFound>>;
  /** Ends all sessions but the current one; all of them where `sessionId` of the caller is null. */
  endOthers(caller: SessionCaller): Promise<Result<void, EndSessionsError>>;
}

export interface SessionWiring extends FactorWiring {
  /** Null for a host that shows no sessions. */
  readonly sessions: Sessions | null;
  readonly logger: Logger;
}

export function createSessionService(wiring: SessionWiring): SessionService {
  return {
    async list(caller) {
      checkCaller('sessions.list', caller);
      return listSessions(wiring, caller);
    },

    async end(caller, sessionId) {
      checkCaller('sessions.end', caller);
      checkArguments('sessions.end', { sessionId });
      return endSession(wiring, caller, sessionId);
    },

    async endOthers(caller) {
      checkCaller('sessions.endOthers', caller);
      return endOtherSessions(wiring, caller);
    },
  };
}

function checkCaller(method: string, caller: SessionCaller): void {
  checkAccountCaller(method, caller);
  checkArgument(method, 'caller.sessionId', isStringOrNull(caller.sessionId), 'a string or null');
}

async function listSessions(
  wiring: SessionWiring,
  caller: SessionCaller,
): Promise<Result<readonly ShownSession[], ListSessionsError>> {
  const { sessions } = wiring;
  if (sessions === null) return err({ code: 'sessions_not_configured' });
  const { identity } = await readFacts(wiring.storage, scopeOf(caller));
  const active = requireActive(identity);
  if (active.isErr()) return err(active.error);
  return askHost(wiring, caller, 'list', async (scope) =>
    shownSessions(await sessions.list(scope), caller.sessionId),
  );
}

async function endSession(
  wiring: SessionWiring,
  caller: SessionCaller,
  sessionId: string,
): Promise<Result<void, EndSessionsError | SessionNotFound>> {
  const { sessions } = wiring;
  if (sessions === null) return err({ code: 'sessions_not_configured' });
  const authorised = await authorise(wiring, caller);
  if (authorised.isErr()) return err(authorised.error);
  const ended = await askHost(wiring, caller, 'end', (scope) => sessions.end(scope, sessionId));
  if (ended.isErr()) return err(ended.error);
  if (!ended.value) return err({ code: 'session_not_found' });
  return record(wiring, caller, { type: 'session.ended', reason: null, sessionId });
}

async function endOtherSessions(
  wiring: SessionWiring,
  caller: SessionCaller,
): Promise<Result<void, EndSessionsError>> {
  const { sessions } = wiring;
  if (sessions === null) return err({ code: 'sessions_not_configured' });
  const authorised = await authorise(wiring, caller);
  if (authorised.isErr()) return err(authorised.error);
  const { sessionId } = caller;
  const ended = await askHost(wiring, caller, 'endOthers', (scope) =>
    sessions.endOthers(scope, sessionId),
  );
  if (ended.isErr()) return err(ended.error);
  return record(wiring, caller, { type: 'session.ended', reason: 'others', sessionId });
}

/** An entry that is about no factor: it names none. */
const SUBJECT = { factor: 'sms', purpose: 'phone' } as const;

function scopeOf({ tenantId, identityId }: SessionCaller) {
  return { tenantId, identityId, ...SUBJECT };
}

async function authorise(
  { storage, requireAssurance }: SessionWiring,
  caller: SessionCaller,
): Promise<Result<void, IdentityRefused | AssuranceInsufficient>> {
  const { record, ...facts } = await readFacts(storage, scopeOf(caller));
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const assurance = judgedAssurance(caller.assurance, requireAssurance);
  return authoriseWrite({ identity: identity.value, record, assurance });
}

/** How long the host may take, in milliseconds. */
const DEADLINE_MS = 5_000;

async function askHost<T>(
  { clock, logger }: SessionWiring,
  { tenantId, identityId }: SessionCaller,
  method: keyof Sessions,
  ask: (scope: SessionScope) => Promise<T>,
): Promise<Result<T, SessionsUnavailable>> {
  const signal = clock.timeout(DEADLINE_MS);
  try {
    return ok(await inTime(ask({ tenantId, identityId, signal }), signal));
  } catch (error) {
    const reason = signal.aborted ? 'timeout' : nameOf(error);
    logger.warn({ tenantId, identityId, method, reason }, "the host's sessions failed");
    return err({ code: 'sessions_unavailable' });
  }
}

/** After the sessions have ended: the host does not take part in a unit of work. */
async function record(
  wiring: SessionWiring,
  caller: SessionCaller,
  happening: Happening,
): Promise<Result<void, never>> {
  const whose = scopeOf(caller);
  await decideAlways(wiring.storage, { ...whose, whenBusy: 'wait' }, ({ tenant, ...facts }) => {
    const scene = { whose, hipaa: tenant.hipaa, now: wiring.clock.now() };
    const trail = trailOf(wiring, caller.tenantId, [happening], scene);
    return { outcome: null, record: facts.record, trail };
  });
  return ok(undefined);
}
