import type { PageRequest, Stepward, Tenant } from '@stepward/core';
import {
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  shownSchedule,
  type ScheduledOverrides,
  type StoredValues,
  type TenantField,
} from '@stepward/core/policy';
import { FILE_VERSION } from './read-policy-file.js';

/** What is stored of a tenant's policies now. */
export interface TenantState {
  readonly tenant: Tenant;
  /** Every organisation that storage knows, by id. */
  readonly organisations: ReadonlyMap<string, ScheduledOverrides>;
}

export async function readState(stepward: Stepward, tenantId: string): Promise<TenantState> {
  const tenant = await stepward.tenants.find(tenantId);
  const organisations = new Map<string, ScheduledOverrides>();
  let page: PageRequest | null = { limit: 100, position: null };
  while (page !== null) {
    const { items, nextPosition: position } = await stepward.policies.list(tenantId, page);
    for (const { organisationId, ...stored } of items) organisations.set(organisationId, stored);
    page = position === null ? null : { limit: 100, position };
  }
  return { tenant, organisations };
}

/**
 * The state as a policy file, the same bytes whatever the order in which it was stored: fields in the order of the
 * specification, organisations by id. Those that override nothing are left out.
 */
export function exportedText({ tenant, organisations }: TenantState): string {
  const entries = [...organisations]
    .filter(([, stored]) => hasPolicy(stored))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([id, { overrides, scheduled }]) => [
      id,
      {
        ...exportedValues(overrides),
        ...(scheduled && {
          scheduled: { ...shownSchedule(scheduled), changes: exportedValues(scheduled.values) },
        }),
      },
    ]);
  const document = {
    version: FILE_VERSION,
    defaults: {
      mfa: exportedRecord(MFA_POLICY_FIELDS, tenant.mfa),
      password: exportedRecord(PASSWORD_POLICY_FIELDS, tenant.password),
    },
    organisations: Object.fromEntries(entries) as object,
  };
  return JSON.stringify(document, null, 2);
}

/** Whether anything is stored of an organisation's policy. */
export function hasPolicy({ overrides, scheduled }: ScheduledOverrides): boolean {
  return Object.keys(overrides).length > 0 || scheduled !== null;
}

function exportedRecord<R extends object>(
  fields: Readonly<Record<keyof R & string, TenantField>>,
  record: R,
): object {
  const entries = Object.entries<TenantField>(fields);
  return Object.fromEntries(
    entries.map(([name, { wireName }]) => [wireName, record[name as keyof R]]),
  );
}

/** What this version does not know comes last, under the name that it is stored by. */
function exportedValues(values: StoredValues): object {
  const known = POLICY_FIELD_NAMES.filter((name) => name in values).map((name) => [
    POLICY_FIELDS[name].wireName,
    values[name],
  ]);
  const unknown = Object.entries(values)
    .filter(([name]) => !Object.hasOwn(POLICY_FIELDS, name))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries([...known, ...unknown]) as object;
}
