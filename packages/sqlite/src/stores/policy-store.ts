import type { Tenant } from '@stepward/core';
import {
  pageOf,
  type PolicyStore,
  type RawTenant,
  readStoredTenant,
  type ScheduledChange,
  type StoredPolicy,
} from '@stepward/core/adapter';
import type { StoredValues } from '@stepward/core/policy';
import { fromJson, type Session, toJson } from '../rows/index.js';

const READ = `select
    (select record from stepward_tenants where tenant_id = @tenantId) as tenant,
    (select overrides from stepward_organisations
      where tenant_id = @tenantId and organisation_id = @organisationId) as overrides,
    (select scheduled from stepward_organisations
      where tenant_id = @tenantId and organisation_id = @organisationId) as scheduled`;

const LIST = `select organisation_id as organisationId, overrides, scheduled from stepward_organisations
  where tenant_id = @tenantId and (@position is null or organisation_id > @position)
  order by organisation_id limit @limit + 1`;

export function policyStore(session: Session): PolicyStore {
  const { sql } = session;
  return {
    read: async (organisationId) => readPolicy(session, organisationId),
    async list(page) {
      const rows = sql.all(LIST, { ...page }) as readonly OrganisationRow[];
      const listed = rows.map(({ organisationId, ...row }) => ({
        organisationId,
        ...storedOverrides(row),
      }));
      return pageOf(listed, page, ({ organisationId }) => organisationId);
    },
    async writeTenant(tenant) {
      sql.run(
        `insert into stepward_tenants (tenant_id, record) values (@tenantId, @record)
          on conflict do update set record = excluded.record`,
        { record: toJson(tenant) },
      );
    },
    async writeOverrides(organisationId, overrides, scheduled) {
      sql.run(
        `insert into stepward_organisations (tenant_id, organisation_id, overrides, scheduled)
          values (@tenantId, @organisationId, @overrides, @scheduled)
          on conflict do update set overrides = excluded.overrides, scheduled = excluded.scheduled`,
        { organisationId, overrides: toJson(overrides), scheduled: scheduled && toJson(scheduled) },
      );
    },
  };
}

/** Reads what a policy is made from: see `PolicyStore.read`. */
export function readPolicy(session: Session, organisationId: string | null): StoredPolicy {
  const { tenant, ...row } = session.sql.first(READ, { organisationId }) as Row;
  return {
    tenant: tenant === null ? null : storedTenant(session, tenant),
    known: row.overrides !== null,
    ...storedOverrides(row),
  };
}

/** Null where there is nothing. */
interface OverridesRow {
  readonly overrides: string | null;
  readonly scheduled: string | null;
}

interface OrganisationRow extends OverridesRow {
  readonly organisationId: string;
}

interface Row extends OverridesRow {
  readonly tenant: string | null;
}

function storedOverrides({ overrides, scheduled }: OverridesRow) {
  return {
    overrides: overrides === null ? {} : (fromJson(overrides) as StoredValues),
    scheduled: scheduled === null ? null : (fromJson(scheduled) as ScheduledChange),
  };
}

function storedTenant({ logger }: Session, record: string): Tenant {
  const { tenant, unknownFields } = readStoredTenant(fromJson(record) as RawTenant);
  if (unknownFields.length > 0) {
    logger.error({ fields: unknownFields }, 'stored values of a tenant are unknown');
  }
  return tenant;
}
