import type { Identity } from '@stepward/core';
import { isFactorName } from '@stepward/core/factors';
import type { IdentityStore } from '@stepward/core/adapter';
import { endedCode, isEnded, raiseVersion } from './code-row.js';
import { statement } from '../connection/statement.js';
import { storedPhone } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

export interface IdentityRow {
  readonly identity_id: string;
  readonly state: string;
  readonly phone: string | null;
  readonly phone_verified: boolean | null;
  readonly other_factors: readonly string[];
  readonly backup_codes_remaining: number;
  readonly locale: string | null;
}

const COLUMNS = `identity_id, state, phone, phone_verified, other_factors, backup_codes_remaining, locale`;

/** The directory for hosts without their own. */
export function identityStores(schema: string): (session: TenantSession) => IdentityStore {
  const find = statement(
    'identity_find',
    `select ${COLUMNS} from ${schema}.identities where tenant_id = $1 and identity_id = $2`,
  );
  const put = statement(
    'identity_put',
    `with raised as (${raiseVersion(schema, '$1', `'identity:' || $2`)}),
     ended as (
       update ${schema}.codes as one set ${endedCode('$10::text', '$11::timestamptz')}
       where tenant_id = $1 and identity_id = $2 and ${isEnded('one', '$9::text', '$11::timestamptz')}
     ),
     untrusted as (
       delete from ${schema}.trusted_devices
       where tenant_id = $1 and identity_id = $2 and $11::timestamptz is not null
     )
     insert into ${schema}.identities (tenant_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (tenant_id, identity_id) do update
     set state = excluded.state, phone = excluded.phone, phone_verified = excluded.phone_verified,
       other_factors = excluded.other_factors, locale = excluded.locale,
       backup_codes_remaining = excluded.backup_codes_remaining`,
  );

  return ({ tenantId, query }) => ({
    async find(identityId) {
      const [row] = (await query(find, [tenantId, identityId])) as readonly IdentityRow[];
      return row === undefined ? null : storedIdentity(row);
    },
    async put({ identityId, state, phone, otherFactors, backupCodesRemaining, locale }, ended) {
      const trait = phone === null ? [null, null] : [phone.number, phone.verified];
      const rest = [otherFactors, backupCodesRemaining, locale];
      const end = [ended?.factor, ended?.end, ended?.now];
      await query(put, [tenantId, identityId, state, ...trait, ...rest, ...end]);
    },
  });
}

/** @throws TypeError where the row holds a state or a factor that this version does not know. */
export function storedIdentity(row: IdentityRow): Identity {
  if (row.state !== 'active' && row.state !== 'suspended') {
    throw new TypeError('a stored identity has an unknown state');
  }
  return {
    identityId: row.identity_id,
    state: row.state,
    phone:
      row.phone === null
        ? null
        : { number: storedPhone(row.phone), verified: row.phone_verified === true },
    otherFactors: storedOtherFactors(row.other_factors),
    backupCodesRemaining: row.backup_codes_remaining,
    locale: row.locale,
  };
}

/** An unknown factor is not dropped, because its owner would count as having fewer factors and be asked for less. */
export function storedOtherFactors(stored: readonly string[]): Identity['otherFactors'] {
  if (!stored.every(isFactorName)) throw new TypeError('a stored identity has an unknown factor');
  return stored.filter((name) => name !== 'sms');
}
