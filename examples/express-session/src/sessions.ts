/** The session port over the table of connect-pg-simple. */
import type { AssuranceLevel, Sessions } from '@stepward/core';
import type { Pool } from 'pg';

export interface Person {
  readonly tenantId: string;
  readonly identityId: string;
}

/** Whose session it is. The column `sess` has it beside the cookie's settings. */
export interface SignedIn extends Person {
  /** The id that pages show. The session id of express-session is the secret in the cookie. */
  readonly id: string;
  readonly assurance: AssuranceLevel;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly clientAddress: string | null;
  readonly userAgent: string | null;
}

declare module 'express-session' {
  interface SessionData {
    signedIn: SignedIn;
  }
}

/** The table of connect-pg-simple, with an index for the person. */
export async function createSessionTable(pool: Pool): Promise<void> {
  await pool.query(`
    create table if not exists session (
      sid varchar primary key,
      sess json not null,
      expire timestamp(6) not null
    );
    create index if not exists session_expire on session (expire);
    create index if not exists session_person
      on session ((sess #>> '{signedIn,tenantId}'), (sess #>> '{signedIn,identityId}'));
  `);
}

/** The live sessions of one person of one tenant. */
const OWN = `from session where expire > now()
  and sess #>> '{signedIn,tenantId}' = $1 and sess #>> '{signedIn,identityId}' = $2`;

/** Each use of a session moves its end to one lifetime later. */
const LAST_USED = `expire::timestamptz - (sess #>> '{cookie,originalMaxAge}')::float8 * interval '1 ms'`;

export function createSessions(pool: Pool): Sessions {
  return {
    async list({ tenantId, identityId }) {
      const { rows } = await pool.query<{ signedIn: SignedIn; lastUsedAt: Date }>(
        `select sess -> 'signedIn' as "signedIn", ${LAST_USED} as "lastUsedAt"
           ${OWN} order by expire desc limit 100`,
        [tenantId, identityId],
      );
      return rows.map(({ signedIn: { id, createdAt, clientAddress, userAgent }, lastUsedAt }) => ({
        ...{ id, createdAt: new Date(createdAt), lastUsedAt, clientAddress, userAgent },
      }));
    },
    async end({ tenantId, identityId }, sessionId) {
      const own = [tenantId, identityId, sessionId];
      const { rowCount } = await pool.query(`delete ${OWN} and sess #>> '{signedIn,id}' = $3`, own);
      return rowCount === 1;
    },
    async endOthers({ tenantId, identityId }, keptSessionId) {
      const own = [tenantId, identityId, keptSessionId];
      await pool.query(`delete ${OWN} and sess #>> '{signedIn,id}' is distinct from $3`, own);
    },
  };
}
