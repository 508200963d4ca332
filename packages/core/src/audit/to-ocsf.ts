import type { Actor } from '../records/actor.js';
import type { AuthenticationEntry } from '../records/authentication-entry.js';
import type { LoggedClient } from '../records/client.js';
import type { Json } from '../records/audit-event.js';
import type { StepUpFactor } from '../records/factor-name.js';
import type { LoggedEvent } from './audit-service.js';
import type { LogEntry } from './log-reader-service.js';
import { AUTHENTICATION, ocsfKindOf, type OcsfKind } from './ocsf-kinds.js';

/** The release of the schema that events follow. */
export const OCSF_VERSION = '1.8.0';

/**
 * An event of the Open Cybersecurity Schema Framework (https://schema.ocsf.io/1.8.0/): Account Change (3001),
 * Authentication (3002) or Entity Management (3004).
 */
export interface OcsfEvent {
  readonly category_uid: 3;
  readonly class_uid: 3001 | 3002 | 3004;
  readonly activity_id: number;
  /** `class_uid` × 100 + `activity_id` */
  readonly type_uid: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly severity_id: number;
  readonly status_id: 1 | 2;
  readonly metadata: {
    readonly version: typeof OCSF_VERSION;
    /** The entry's id, which `after` takes. */
    readonly uid: string;
    /** The entry's type, for example `factor.verified`. */
    readonly event_code: string;
    readonly tenant_uid: string;
    readonly log_name: 'audit' | 'authentication';
    readonly [more: string]: Json;
  };
  readonly [more: string]: Json;
}

/** Returns an entry of a log of a tenant as an event of OCSF 1.8.0. It has nothing that the entry has not, but the tenant. */
export function toOcsf(entry: LogEntry, tenantId: string): OcsfEvent {
  const log = 'sequence' in entry ? 'audit' : 'authentication';
  const kind = ocsfKindOf(entry.type, log);
  const { classUid, activity, status, severity } = kind;
  return {
    category_uid: 3,
    class_uid: classUid,
    activity_id: activity,
    // A source that has no activity of the class names its own.
    ...(activity === 99 && { activity_name: entry.type }),
    type_uid: classUid * 100 + activity,
    time: entry.at.getTime(),
    severity_id: severity,
    status_id: status === 'Success' ? 1 : 2,
    status,
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Stepward', vendor_name: 'Stepward' },
      uid: entry.id,
      event_code: entry.type,
      tenant_uid: tenantId,
      log_name: log,
      ...('sequence' in entry && { sequence: entry.sequence }),
    },
    actor: { user: userOf(entry.actor) },
    ...clientOf(entry.client),
    ...('sequence' in entry ? auditParts(entry, kind) : authenticationParts(entry, kind)),
  };
}

function auditParts({ type, target, details, actor }: LoggedEvent, { entity }: OcsfKind) {
  const subject =
    entity === undefined
      ? { user: target === null ? userOf(actor) : person(target) }
      : { entity: entityOf(type, target, entity) };
  return { ...subject, ...(Object.keys(details).length > 0 && { unmapped: details }) };
}

/** What was changed: `security_policy` of an organisation, `api_key` by its id. Without a target it is the tenant's. */
function entityOf(type: string, target: string | null, typeId: number) {
  const name = type.slice(0, type.indexOf('.'));
  const id = target === null ? {} : { uid: target };
  if (typeId === 2)
    return {
      type_id: 2,
      type: 'User',
      ...(target !== null && { user: person(target) }),
      ...id,
      name,
    };
  if (typeId === 5) return { type_id: 5, type: 'Policy', policy: { name, ...id }, name, ...id };
  return { type_id: 99, type: name, name, ...id };
}

function authenticationParts(entry: AuthenticationEntry, { classUid }: OcsfKind) {
  const { identityId, factor, sessionId, reason, refused, operation, actor } = entry;
  const isAuthentication = classUid === AUTHENTICATION;
  const unmapped = {
    ...(sessionId !== null && !isAuthentication && { session_id: sessionId }),
    ...(refused !== null && { operation: refused.operation, route: refused.route }),
    ...(operation !== null && { operation_id: operation.id, operation_digest: operation.digest }),
  };
  return {
    user: identityId === null ? userOf(actor) : person(identityId),
    ...(factor !== null && { auth_factors: [factorOf(factor)] }),
    ...(isAuthentication && {
      service: { name: 'Stepward' },
      ...(sessionId !== null && { session: { uid: sessionId } }),
      ...(entry.type === 'factor.verified' && { is_mfa: true }),
    }),
    ...(refused !== null && { status_code: String(refused.status), count: refused.count }),
    ...(reason !== null && { status_detail: reason }),
    ...(Object.keys(unmapped).length > 0 && { unmapped }),
  };
}

function person(id: string) {
  return { uid: id, type_id: 1 };
}

/** Keys act as service accounts, and the host's own code as the system. */
function userOf({ type, id }: Actor) {
  return { uid: id, type_id: { identity: 1, api_key: 4, system: 3 }[type] };
}

function clientOf(client: LoggedClient | null) {
  const { address = null, userAgent = null } = client ?? {};
  return {
    // A network is no address.
    ...(address !== null && {
      src_endpoint: address.includes('/') ? { name: address } : { ip: address },
    }),
    ...(userAgent !== null && { http_request: { user_agent: userAgent } }),
  };
}

function factorOf(factor: StepUpFactor) {
  switch (factor) {
    case 'sms':
      return { factor_type_id: 1, factor_type: 'SMS' };
    case 'totp':
      return { factor_type_id: 7, factor_type: 'OTP', is_totp: true };
    case 'webauthn':
      return { factor_type_id: 10, factor_type: 'WebAuthn' };
    case 'recovery_code':
    case 'temporary_pass':
    // One that a newer release wrote.
    default:
      return { factor_type_id: 99, factor_type: factor };
  }
}
