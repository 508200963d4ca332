/** Stepward over the application's own tables: a company is a tenant, a team is an organisation, a user is an identity. */
import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemClock,
  type Clock,
  type IdentityDirectoryFactory,
  type OrganisationDirectory,
  type Sessions,
  type SmsSender,
  type Stepward,
} from '@stepward/core';
import { createPostgresStorage } from '@stepward/postgres';
import type { Pool } from 'pg';

export interface IdentityOptions {
  readonly pool: Pool;
  readonly smsSender: SmsSender;
  /** 32 random bytes in base64. */
  readonly codeKey: string;
  readonly clock?: Clock;
}

export function createIdentity(options: IdentityOptions): Stepward {
  const { pool, smsSender, codeKey, clock = systemClock } = options;
  return createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender,
    codeKeys: createKeyRing({ active: { id: 'key-1', secret: codeKey } }),
    directory: users,
    organisations: teams(pool),
    sessions: sessions(pool),
    clock,
  });
}

/** Reads and writes in the transaction of Stepward's own statements: both commit together. */
const users: IdentityDirectoryFactory = ({ tenantId, transaction }) => ({
  async find(identityId) {
    // The column is an integer and the id a text: compared as text, an id that is not an integer finds no user.
    const { rows } = await transaction.query(
      `select suspended, phone, phone_verified from users
          where company_id = $1 and id::text = $2`,
      [tenantId, identityId],
    );
    const [user] = rows as readonly UserRow[];
    if (user === undefined) return null;
    const number = parsePhoneNumber(user.phone).unwrapOr(null);
    return {
      identityId,
      state: user.suspended ? 'suspended' : 'active',
      phone: number && { number, verified: user.phone_verified },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    };
  },
  async setVerifiedPhone(identityId, phone) {
    await transaction.query(
      `update users set phone = $3, phone_verified = $4
          where company_id = $1 and id::text = $2`,
      [tenantId, identityId, phone, phone !== null],
    );
  },
});

interface UserRow {
  readonly suspended: boolean;
  readonly phone: string | null;
  readonly phone_verified: boolean;
}

function teams(pool: Pool): OrganisationDirectory {
  return {
    async exists(tenantId, organisationId) {
      const { rowCount } = await pool.query(
        'select 1 from teams where company_id = $1 and id::text = $2',
        [tenantId, organisationId],
      );
      return rowCount === 1;
    },
  };
}

/** Compared as text, an id that is not an integer or a UUID finds no session. */
const OWN = `from sessions where user_id in
  (select id from users where company_id = $1 and id::text = $2)`;

/** A session that is over by its team's policy is listed until it is deleted. */
function sessions(pool: Pool): Sessions {
  return {
    async list({ tenantId, identityId }) {
      const { rows } = await pool.query<SessionRow>(
        `select id, created_at, last_seen_at ${OWN} and stage = 'signed_in'
          order by last_seen_at desc limit 100`,
        [tenantId, identityId],
      );
      return rows.map(({ id, created_at: createdAt, last_seen_at: lastUsedAt }) => ({
        ...{ id, createdAt, lastUsedAt },
        ...{ clientAddress: null, userAgent: null },
      }));
    },
    async end({ tenantId, identityId }, sessionId) {
      const own = [tenantId, identityId, sessionId];
      const { rowCount } = await pool.query(`delete ${OWN} and id::text = $3`, own);
      return rowCount === 1;
    },
    async endOthers({ tenantId, identityId }, keptSessionId) {
      const own = [tenantId, identityId, keptSessionId];
      await pool.query(`delete ${OWN} and id::text is distinct from $3`, own);
    },
  };
}

interface SessionRow {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
}
