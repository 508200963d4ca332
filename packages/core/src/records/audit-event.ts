import type { Actor } from './actor.js';
import type { LoggedClient } from './client.js';

/** The types of entries in the audit log. */
export const AUDIT_EVENT_TYPES = [
  'security_policy.updated',
  'security_policy.reset',
  'security_policy.scheduled',
  'security_policy.unknown_value',
  'password_policy.updated',
  'mfa_policy.updated',
  'sms_settings.updated',
  'hipaa.enabled',
  'hipaa.disabled',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.replayed',
  'phi.accessed',
  'identity.mfa_reset',
  'identity.temporary_pass_created',
  'identity.temporary_pass_withdrawn',
  'identity.trusted_device_ended',
  'identity.erased',
  'tenant.erased',
] as const;

export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];

/** A JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** Types a record as plain JSON. It must not hold other values, such as dates. */
export function asJson(record: object): Json {
  return record as Json;
}

/** An entry before it is appended to the log. It holds no secret and no full phone number. */
export interface AuditEvent {
  readonly id: string;
  readonly type: AuditEventType;
  readonly at: Date;
  readonly actor: Actor;
  /** The id of the changed object: an organisation's, a key's or an identity's id; null for the tenant. */
  readonly target: string | null;
  /** For changes `before` and `after`, for HIPAA mode the `reason`, and so on. */
  readonly details: { readonly [key: string]: Json };
  /** The client that it was done with; null where nothing is known of it. */
  readonly client: LoggedClient | null;
  /** Until when it may not be purged: 6 years after it happened (45 CFR 164.316(b)(2)). */
  readonly retainUntil: Date;
}

/** An event in its place: its hash covers its text, its place, and the hash of the previous entry. */
export interface AuditEntry {
  /** 1, 2, 3 … within the tenant, without gaps. */
  readonly sequence: number;
  /** The event as `canonicalJson` wrote it; what the hash is over. */
  readonly text: string;
  /** 64 hexadecimal digits; `GENESIS_HASH` for the first entry. */
  readonly previousHash: string;
  readonly hash: string;
}

/** The place and hash of a tenant's newest entry, at some time. */
export type AuditHead = Pick<AuditEntry, 'sequence' | 'hash'>;
