/** Stepward over the application's own tables: a company is a tenant, a team is an organisation, a user is an identity. */
import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemClock,
  type Clock,
  type IdentityDirectoryFactory,
  type OrganisationDirectory,
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
