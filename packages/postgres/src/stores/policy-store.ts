import type { Logger, Tenant } from '@stepward/core';
import {
  pageOf,
  readStoredTenant,
  type PolicyStore,
  type RawTenant,
  type StoredOverrides,
} from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { findable, storedJson } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

/**
 * The tenants' records, one row each, with their parts as JSON; and overrides and marks as one JSON object for each
 * organisation: they are read and written together.
 */
export function policyStores(schema: string): (session: TenantSession) => PolicyStore {
  const read = statement(
    'policy_read',
    `select ${overridesOf(schema, '$1', '$2')} as policy, ${tenantOf(schema, '$1')} as tenant`,
  );
  const list = statement(
    'policy_list',
    `select organisation_id, json_build_object('known', true, 'policy',
         case when overrides is not null
         then json_build_object('overrides', overrides, 'scheduled', scheduled) end) as policy
     from ${schema}.organisations left join ${schema}.organisation_policies using (tenant_id, organisation_id)
     where tenant_id = $1 and ($2::text is null or organisation_id > $2)
     order by organisation_id limit $3`,
  );
  const writeTenant = statement(
    'tenant_write',
    `insert into ${schema}.tenants (tenant_id, ${TENANT_COLUMNS}) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update
     set sms_settings = excluded.sms_settings, mfa_policy = excluded.mfa_policy,
       password_policy = excluded.password_policy, hipaa = excluded.hipaa`,
  );
  const writeOverrides = statement(
    'policy_write',
    `with registered as (
       insert into ${schema}.organisations (tenant_id, organisation_id) values ($1, $2) on conflict do nothing
     )
     insert into ${schema}.organisation_policies (tenant_id, organisation_id, overrides, scheduled)
     values ($1, $2, $3, $4)
     on conflict (tenant_id, organisation_id) do update
     set overrides = excluded.overrides, scheduled = excluded.scheduled`,
  );

  return ({ tenantId, logger, query }) => ({
    async read(organisationId) {
      const id = organisationId === null ? null : findable(organisationId);
      const [row] = (await query(read, [tenantId, id])) as [Record<'policy' | 'tenant', unknown>];
      const tenant = storedJson(row.tenant) as TenantRow | null;
      return {
        ...storedOverrides(storedJson(row.policy) as OverridesRow),
        tenant: tenant && storedTenant(tenant, logger),
      };
    },
    async list(page) {
      const { limit, position } = page;
      const rows = await query(list, [tenantId, position && findable(position), limit + 1]);
      const listed = (rows as readonly OrganisationRow[]).map((row) => {
        const { overrides, scheduled } = storedOverrides(storedJson(row.policy) as OverridesRow);
        return { organisationId: row.organisation_id, overrides, scheduled };
      });
      return pageOf(listed, page, ({ organisationId }) => organisationId);
    },
    async writeTenant({ sms, mfa, password, hipaa }) {
      const parts = [sms, mfa, password].map((part) => JSON.stringify(part));
      await query(writeTenant, [tenantId, ...parts, hipaa]);
    },
    async writeOverrides(organisationId, overrides, scheduled) {
      const stored = [JSON.stringify(overrides), scheduled && JSON.stringify(scheduled)];
      await query(writeOverrides, [tenantId, organisationId, ...stored]);
    },
  });
}

interface OrganisationRow {
  readonly organisation_id: string;
  readonly policy: unknown;
}

/** What is stored of an organisation. */
export interface OverridesRow {
  readonly known: boolean;
  /** Null where nothing was ever stored. */
  readonly policy: {
    readonly overrides: StoredOverrides['overrides'];
    readonly scheduled: ScheduledRow | null;
  } | null;
}

/** A scheduled change as JSON. */
interface ScheduledRow {
  readonly effectiveFrom: string;
  readonly values: StoredOverrides['overrides'];
}

/** The same as one value of JSON, whatever is stored. Tenant and organisation are expressions. */
export function overridesOf(schema: string, tenantId: string, organisationId: string): string {
  const isIt = `tenant_id = ${tenantId} and organisation_id = ${organisationId}`;
  return `json_build_object(
      'known', (select true from ${schema}.organisations where ${isIt}) is not null,
      'policy', (select json_build_object('overrides', overrides, 'scheduled', scheduled)
        from ${schema}.organisation_policies where ${isIt}))`;
}

export function storedOverrides({ known, policy }: OverridesRow): StoredOverrides {
  if (policy === null) return { known, overrides: {}, scheduled: null };
  const { overrides, scheduled } = policy;
  const effectiveFrom = scheduled && new Date(scheduled.effectiveFrom);
  return { known, overrides, scheduled: effectiveFrom && { ...scheduled, effectiveFrom } };
}

/** A tenant's row. */
export interface TenantRow {
  readonly sms_settings: unknown;
  readonly mfa_policy: unknown;
  readonly password_policy: unknown;
  readonly hipaa: boolean;
}

/** Its columns, beside the tenant's id. */
const TENANT_COLUMNS = 'sms_settings, mfa_policy, password_policy, hipaa';

/** The tenant's row as one value of JSON; null where it was never stored. The tenant is an expression. */
export function tenantOf(schema: string, tenantId: string): string {
  return `(select row_to_json(one) from ${schema}.tenants as one where one.tenant_id = ${tenantId})`;
}

/** Reads a tenant's row, and reports the values that this version does not know. */
export function storedTenant(row: TenantRow, logger: Logger): Tenant {
  const { tenant, unknownFields } = readStoredTenant({
    sms: storedJson(row.sms_settings) as RawTenant['sms'],
    mfa: storedJson(row.mfa_policy) as RawTenant['mfa'],
    password: storedJson(row.password_policy) as RawTenant['password'],
    hipaa: row.hipaa,
  });
  if (unknownFields.length > 0) {
    logger.error({ fields: unknownFields }, 'stored values of a tenant are unknown');
  }
  return tenant;
}
