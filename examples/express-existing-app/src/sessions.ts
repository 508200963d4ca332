import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { AssuranceLevel } from '@stepward/core';
import type { Pool } from 'pg';

/** How far a sign-in has come: see `sign-in.ts`. */
export type Stage = 'password' | 'enrolling' | 'signed_in';

/** A session of the application. The cookie holds a random token; the table holds its hash. */
export interface Session {
  readonly id: string;
  readonly userId: number;
  readonly stage: Stage;
  readonly assurance: AssuranceLevel;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface Sessions {
  /** Opens a session after a right password, and returns its token. */
  open(userId: number, now: Date): Promise<string>;
  find(token: string): Promise<Session | null>;
  touch(id: string, now: Date): Promise<void>;
  /** Raises a session and returns a new token: the old one may have been seen by an attacker before the sign-in. */
  raise(
    id: string,
    to: { readonly stage: Stage; readonly assurance: AssuranceLevel },
  ): Promise<string>;
  close(token: string): Promise<void>;
}

export function createSessions(pool: Pool): Sessions {
  return {
    async open(userId, now) {
      const token = newToken();
      await pool.query(
        `insert into sessions (id, token_hash, user_id, stage, assurance, created_at, last_seen_at)
         values ($1, $2, $3, 'password', 'aal1', $4, $4)`,
        [randomUUID(), hashOf(token), userId, now],
      );
      return token;
    },

    async find(token) {
      const { rows } = await pool.query<SessionRow>(
        'select * from sessions where token_hash = $1',
        [hashOf(token)],
      );
      const [row] = rows;
      if (row === undefined) return null;
      return {
        id: row.id,
        userId: row.user_id,
        stage: row.stage,
        assurance: row.assurance,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      };
    },

    async touch(id, now) {
      await pool.query('update sessions set last_seen_at = $2 where id = $1', [id, now]);
    },

    async raise(id, { stage, assurance }) {
      const token = newToken();
      await pool.query(
        'update sessions set stage = $2, assurance = $3, token_hash = $4 where id = $1',
        [id, stage, assurance, hashOf(token)],
      );
      return token;
    },

    async close(token) {
      await pool.query('delete from sessions where token_hash = $1', [hashOf(token)]);
    },
  };
}

interface SessionRow {
  readonly id: string;
  readonly user_id: number;
  readonly stage: Stage;
  readonly assurance: AssuranceLevel;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
