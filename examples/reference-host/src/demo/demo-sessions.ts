import type { AssuranceLevel } from '@stepward/core';
import { demoTenants, identityIdOf, sessionIdOf } from './demo-fixture.js';

/** What a session proves. */
export interface DemoSession {
  readonly assurance: AssuranceLevel;
  /** Authentication method references (RFC 8176). */
  readonly amr: readonly string[];
}

/** The person of a session. */
export interface DemoSessionOwner {
  readonly tenantId: string;
  readonly identityId: string;
}

/** The sessions of all users: what an authentication application keeps. Each user is signed in with a password. */
export interface DemoSessions {
  /** Null where there is no such session. */
  find(sessionId: string): DemoSession | null;
  /** Whose it is; null where there is no such session. */
  ownerOf(sessionId: string): DemoSessionOwner | null;
  /** Marks a session that exists. */
  mark(sessionId: string, session: DemoSession): void;
}

/** A session after the password was typed. */
export const SIGNED_IN: DemoSession = { assurance: 'aal1', amr: ['pwd'] };

export function createDemoSessions(): DemoSessions {
  const owners = new Map(
    demoTenants.flatMap(({ tenantId, users }) =>
      users.map((user) => [sessionIdOf(user), { tenantId, identityId: identityIdOf(user) }]),
    ),
  );
  const sessions = new Map([...owners.keys()].map((sessionId) => [sessionId, SIGNED_IN]));
  return {
    find: (sessionId) => sessions.get(sessionId) ?? null,
    ownerOf: (sessionId) => owners.get(sessionId) ?? null,
    mark(sessionId, session) {
      if (sessions.has(sessionId)) sessions.set(sessionId, session);
    },
  };
}
