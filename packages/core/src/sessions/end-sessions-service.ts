import { err, ok, type Result } from 'neverthrow';
import type { CallerClient } from '../records/client.js';
import type { FactorWiring } from '../factors/answer-service.js';
import { trailOf } from '../factors/trail/trail-service.js';
import { decideAlways } from '../identity/facts-service.js';
import { NO_FACTOR } from '../identity/identity-scope.js';
import type { Logger } from '../ports/platform.js';
import type { SessionScope, Sessions } from '../ports/sessions.js';
import type { Actor } from '../records/actor.js';
import { inTime, nameOf } from '../shared/host-calls.js';

/** The host's `sessions` failed or missed the deadline. Where sessions were to be ended, some may have ended. */
export interface SessionsUnavailable {
  readonly code: 'sessions_unavailable';
}

export interface SessionWiring extends FactorWiring {
  /** Null for a host that shows no sessions. */
  readonly sessions: Sessions | null;
  readonly logger: Logger;
}

/** The person that a call to the host's sessions is about. */
interface Person {
  readonly tenantId: string;
  readonly identityId: string;
}

/** Which sessions are ended, and by whom. */
export interface EndedSessions extends Person {
  /** The one session that is ended, or the one that stays where all others are ended. */
  readonly sessionId: string | null;
  readonly actor: Actor;
  /** What is known of that one's client. */
  readonly client: CallerClient;
}

/** Ends all sessions of a person but the one with `sessionId`; all of them where it is null. */
export async function endAllBut(
  wiring: SessionWiring,
  sessions: Sessions,
  ended: EndedSessions,
): Promise<Result<void, SessionsUnavailable>> {
  const answer = await askSessions(wiring, ended, 'endOthers', (scope) =>
    sessions.endOthers(scope, ended.sessionId),
  );
  if (answer.isErr()) return err(answer.error);
  return recordEnded(wiring, ended, 'others');
}

/** How long the host may take, in milliseconds. */
const DEADLINE_MS = 5_000;

/** Calls one method of the host's sessions, which fails at the deadline. */
export async function askSessions<T>(
  { clock, logger }: SessionWiring,
  { tenantId, identityId }: Person,
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

/** Logs sessions that have ended. The host does not take part in a unit of work, so this comes after. */
export async function recordEnded(
  wiring: SessionWiring,
  { sessionId, actor, client, ...person }: EndedSessions,
  reason: 'others' | null,
): Promise<Result<void, never>> {
  const whose = subjectOf(person);
  const happening = { type: 'session.ended', reason, sessionId } as const;
  await decideAlways(wiring.storage, { ...whose, whenBusy: 'wait' }, ({ tenant, ...facts }) => {
    const scene = { whose, hipaa: tenant.hipaa, now: wiring.clock.now(), actor, client };
    const trail = trailOf(wiring, person.tenantId, [happening], scene);
    return { outcome: null, record: facts.record, trail };
  });
  return ok(undefined);
}

/** The subject of a log entry about sessions, which names no factor. */
export function subjectOf({ tenantId, identityId }: Person) {
  return { tenantId, identityId, ...NO_FACTOR };
}
