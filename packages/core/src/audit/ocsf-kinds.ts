/** The class, activity and outcome in OCSF 1.8.0 of each type of entry. */
import type { AuditEventType } from '../records/audit-event.js';
import type { AuthenticationEntryType } from '../records/authentication-entry.js';

/** Classes of the category Identity & Access Management, by their `class_uid`. */
const ACCOUNT_CHANGE = 3001;
export const AUTHENTICATION = 3002;
const ENTITY_MANAGEMENT = 3004;

/** How a type of entry is said in OCSF. */
export interface OcsfKind {
  readonly classUid: typeof ACCOUNT_CHANGE | typeof AUTHENTICATION | typeof ENTITY_MANAGEMENT;
  /** The `activity_id` of the class; 99 for what the class has no activity for, which is then named by the entry's type. */
  readonly activity: number;
  readonly status: 'Success' | 'Failure';
  /** `severity_id`: 1 informational, 2 low (a refusal), 3 medium (worth a look). */
  readonly severity: 1 | 2 | 3;
  /** The `type_id` of what was changed, for Entity Management: 2 a user, 5 a policy, 99 another. */
  readonly entity?: 2 | 5 | 99;
}

const OTHER = 99;

function accountChange(activity: number, severity: 1 | 3 = 1): OcsfKind {
  return { classUid: ACCOUNT_CHANGE, activity, status: 'Success', severity };
}

function authenticated(activity: number): OcsfKind {
  return { classUid: AUTHENTICATION, activity, status: 'Success', severity: 1 };
}

function refused(activity: number, severity: 2 | 3 = 2): OcsfKind {
  return { classUid: AUTHENTICATION, activity, status: 'Failure', severity };
}

function managed(entity: 2 | 5 | 99, activity: number, severity: 1 | 3 = 1): OcsfKind {
  return { classUid: ENTITY_MANAGEMENT, activity, status: 'Success', severity, entity };
}

/** Activities of Authentication. */
const LOGON = 1;
const LOGOFF = 2;
const PREAUTH = 6;

/** Activities of Account Change. */
const ACCOUNT_DELETE = 6;
const LOCK = 9;
const FACTOR_ENABLE = 10;
const FACTOR_DISABLE = 11;

/** Activities of Entity Management, and its kinds of entities. */
const CREATE = 1;
const READ = 2;
const UPDATE = 3;
const DELETE = 4;
const DISABLE = 9;
const USER = 2;
const POLICY = 5;

/** How an entry is said in OCSF. A type that this release does not know, which a newer one wrote, is another activity. */
export function ocsfKindOf(type: EntryType, log: 'audit' | 'authentication'): OcsfKind {
  if (Object.hasOwn(OCSF_KINDS, type)) return OCSF_KINDS[type];
  return log === 'audit' ? managed(OTHER, OTHER) : authenticated(OTHER);
}

type EntryType = AuthenticationEntryType | AuditEventType;

const OCSF_KINDS: Readonly<Record<EntryType, OcsfKind>> = {
  'factor.enrolment_started': accountChange(OTHER),
  'factor.enrolled': accountChange(FACTOR_ENABLE),
  'factor.removed': accountChange(FACTOR_DISABLE),
  'factor.challenged': authenticated(PREAUTH),
  'factor.verified': authenticated(LOGON),
  'factor.refused': refused(LOGON),
  'factor.locked': accountChange(LOCK, 3),
  'factor.suspended': accountChange(FACTOR_DISABLE, 3),
  'factor.delivery_failed': refused(PREAUTH),
  'authenticator.renamed': accountChange(OTHER),
  'authenticator.removed': accountChange(FACTOR_DISABLE),
  'phone.verified': accountChange(OTHER),
  'phone.removed': accountChange(OTHER),
  'recovery_codes.generated': accountChange(FACTOR_ENABLE),
  'recovery_code.used': authenticated(LOGON),
  'sms.blocked': refused(PREAUTH, 3),
  'session.ended': authenticated(LOGOFF),
  'temporary_pass.created': accountChange(FACTOR_ENABLE),
  'temporary_pass.withdrawn': accountChange(FACTOR_DISABLE),
  'temporary_pass.used': authenticated(LOGON),
  'trusted_device.created': accountChange(OTHER),
  'trusted_device.used': authenticated(LOGON),
  'trusted_device.ended': accountChange(OTHER),
  'access.refused': refused(OTHER),
  'grant.used': authenticated(OTHER),
  'grant.refused': refused(OTHER),

  'security_policy.updated': managed(POLICY, UPDATE),
  'security_policy.reset': managed(POLICY, DELETE),
  'security_policy.scheduled': managed(POLICY, UPDATE),
  'security_policy.unknown_value': managed(POLICY, READ, 3),
  'password_policy.updated': managed(POLICY, UPDATE),
  'mfa_policy.updated': managed(POLICY, UPDATE),
  'sms_settings.updated': managed(OTHER, UPDATE),
  'hipaa.enabled': managed(OTHER, UPDATE),
  'hipaa.disabled': managed(OTHER, UPDATE, 3),
  'api_key.created': managed(OTHER, CREATE),
  'api_key.rotated': managed(OTHER, UPDATE),
  'api_key.revoked': managed(OTHER, DELETE),
  'webhook.created': managed(OTHER, CREATE),
  'webhook.updated': managed(OTHER, UPDATE),
  'webhook.deleted': managed(OTHER, DELETE),
  'webhook.secret_rotated': managed(OTHER, UPDATE),
  'webhook.disabled': managed(OTHER, DISABLE),
  'webhook.replayed': managed(OTHER, READ),
  'phi.accessed': managed(USER, READ),
  'identity.mfa_reset': accountChange(FACTOR_DISABLE),
  'identity.temporary_pass_created': accountChange(FACTOR_ENABLE),
  'identity.temporary_pass_withdrawn': accountChange(FACTOR_DISABLE),
  'identity.trusted_device_ended': accountChange(OTHER),
  'identity.erased': accountChange(ACCOUNT_DELETE),
  'tenant.erased': managed(OTHER, DELETE),
};
