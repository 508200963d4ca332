/**
 * All tables with rows of tenants, in the order in which a tenant is erased, and moved: first what lets people and keys in; the outbox
 * before the events that are made of it; subscribers before their sequences, which a trigger makes; the logs last, for what was under
 * way may still append. `subscriber_filters` is not among them: triggers keep it.
 */
export const TENANT_TABLES = [
  'identities',
  'api_keys',
  'authenticators',
  'trusted_devices',
  'enrolments_due',
  'codes',
  'sms_messages',
  'ledgers',
  'daily_sends',
  'send_counters',
  'send_blocks',
  'grants',
  'idempotency_records',
  'outbox',
  'events',
  'subscribers',
  'subscriber_sequences',
  'pending_deliveries',
  'attempts',
  'deliveries',
  'organisation_policies',
  'organisations',
  'tenants',
  'authentication_entries',
  'audit_entries',
  'audit_heads',
] as const;

export type TenantTable = (typeof TENANT_TABLES)[number];
