import type { Challenge } from '@stepward/core';
import type { Host } from '../../account-api/harness/host.js';
import type { Person } from '../../account-api/harness/person.js';
import { assertWellFormed, type Answer } from '../../harness/answer.js';
import { SERVICE_SECRET } from '../../harness/world.js';

/** One request to the Internal API. */
export interface Call {
  readonly operation: 'challenge' | 'verify';
  /** `sms` by default. */
  readonly factor?: string;
  /** Sent as JSON; a text is sent as it is. */
  readonly body: unknown;
  /** Where not the application's own; null for none. */
  readonly secret?: string | null;
  /** Null for no `X-Tenant-ID`. */
  readonly tenantId: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** The path that the API is mounted below. */
  readonly mount?: string;
}

/** The authentication application, and one session of a person's. Every answer is checked for its form. */
export interface Application {
  readonly sessionId: string;
  call(call: Call): Promise<Answer>;
  challenge(more?: object): Promise<Answer>;
  verify(code: unknown): Promise<Answer>;
  /** The same person in another session. */
  inSession(sessionId: string): Application;
  /** What storage holds about the session's challenge. */
  stored(): Promise<Challenge | null>;
}

let sessions = 0;

/** A session of a person's at aal1, during consent. */
export function applicationFor(host: Host, person: Person, sessionId?: string): Application {
  sessions += 1;
  const session = sessionId ?? `session-${String(sessions)}`;
  const { tenantId, identityId } = person;

  async function call({ operation, body, mount = '', ...call }: Call): Promise<Answer> {
    const { secret = SERVICE_SECRET, factor = 'sms' } = call;
    const response = await fetch(`${host.origin}${mount}/v1/internal/mfa/${factor}/${operation}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== null && { 'x-internal-service-secret': secret }),
        ...(call.tenantId !== null && { 'x-tenant-id': call.tenantId }),
        ...call.headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const { status, headers } = response;
    const answer = { status, headers, text: await response.text() };
    assertWellFormed(answer);
    return answer;
  }

  return {
    sessionId: session,
    call,
    challenge: (more = {}) =>
      call({
        operation: 'challenge',
        body: { identity_id: identityId, session_id: session, ...more },
        tenantId,
      }),
    verify: (code) => call({ operation: 'verify', body: { session_id: session, code }, tenantId }),
    inSession: (other) => applicationFor(host, person, other),
    stored: () => host.storage.lookUp('challenge', { tenantId, sessionId: session }),
  };
}

/** A person who has SMS enrolled and no cool-down running, and a session of theirs. */
export async function enrolledIn(
  host: Host,
  options: Parameters<Host['person']>[0] = {},
): Promise<{ readonly ada: Person; readonly session: Application }> {
  const ada = await host.person(options);
  await ada.enrol();
  host.pass(1);
  return { ada, session: applicationFor(host, ada) };
}

/** The same, with a challenge that is live and a cool-down that is over. */
export async function challengedIn(
  host: Host,
): Promise<{ readonly ada: Person; readonly session: Application }> {
  const enrolled = await enrolledIn(host);
  const challenged = await enrolled.session.challenge();
  if (challenged.status !== 200) throw new Error(challenged.text);
  host.pass(1);
  return enrolled;
}
