import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** A host's table of sessions, which holds no token. */
export const SESSIONS = `create table host_sessions (
  token_hash bytea primary key,
  tenant_id text not null,
  identity_id text not null,
  expires_at timestamptz not null
)`;

/** Who a token speaks for. */
export interface Session {
  readonly tenantId: string;
  readonly identityId: string;
}

/** Reads the session of a token; null where there is none. */
export type FindSession = (token: string) => Promise<Session | null>;

/** One statement by the primary key, as each request of a host begins with. */
export function sessionsIn(pool: Pool): FindSession {
  return async (token) => {
    const { rows } = await pool.query<Session>({
      name: 'host_session',
      text: `select tenant_id as "tenantId", identity_id as "identityId" from host_sessions
        where token_hash = $1 and expires_at > now()`,
      values: [createHash('sha256').update(token).digest()],
    });
    return rows[0] ?? null;
  };
}
