import { err, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import { authoriseWrite } from '../factors/enrolment/authorise-write.js';
import { readFacts } from '../identity/facts-service.js';
import { requireActive } from '../identity/require-active.js';
import type { IdentityRefused } from '../records/identity.js';
import {
  checkAccountCaller,
  checkArgument,
  checkArguments,
  isStringOrNull,
} from '../shared/checks/check-arguments.js';
import {
  askSessions,
  endAllBut,
  recordEnded,
  subjectOf,
  type EndedSessions,
  type SessionsUnavailable,
  type SessionWiring,
} from './end-sessions-service.js';
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
  const { identity } = await readFacts(wiring.storage, subjectOf(caller));
  const active = requireActive(identity);
  if (active.isErr()) return err(active.error);
  return askSessions(wiring, caller, 'list', async (scope) =>
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
  const ended = await askSessions(wiring, caller, 'end', (scope) => sessions.end(scope, sessionId));
  if (ended.isErr()) return err(ended.error);
  if (!ended.value) return err({ code: 'session_not_found' });
  return recordEnded(wiring, endedBy(caller, sessionId), null);
}

async function endOtherSessions(
  wiring: SessionWiring,
  caller: SessionCaller,
): Promise<Result<void, EndSessionsError>> {
  const { sessions } = wiring;
  if (sessions === null) return err({ code: 'sessions_not_configured' });
  const authorised = await authorise(wiring, caller);
  if (authorised.isErr()) return err(authorised.error);
  return endAllBut(wiring, sessions, endedBy(caller, caller.sessionId));
}

async function authorise(
  { storage, requireAssurance }: SessionWiring,
  caller: SessionCaller,
): Promise<Result<void, IdentityRefused | AssuranceInsufficient>> {
  const { record, ...facts } = await readFacts(storage, subjectOf(caller));
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const assurance = judgedAssurance(caller.assurance, requireAssurance);
  return authoriseWrite({ identity: identity.value, record, assurance });
}

function endedBy(caller: SessionCaller, sessionId: string | null): EndedSessions {
  const { tenantId, identityId } = caller;
  const actor = { type: 'identity', id: identityId } as const;
  return { tenantId, identityId, sessionId, actor, client: caller };
}
