import type { Actor } from '../records/actor.js';
import type {
  AuthenticationEntry,
  AuthenticationEntryType,
} from '../records/authentication-entry.js';
import type { AuditEventType, Json } from '../records/audit-event.js';
import type { StepUpFactor } from '../records/factor-name.js';
import type { LoggedEvent } from './audit-service.js';
import type { LogEntry } from './log-reader-service.js';

/** An entry of the audit log as JSON. `client` is left out where nothing is known of it. */
export interface AuditLine {
  readonly id: string;
  /** Its place in the tenant's log: 1, 2, 3 … */
  readonly sequence: number;
  readonly type: AuditEventType;
  readonly at: Date;
  readonly actor: Actor;
  readonly target: string | null;
  readonly details: { readonly [key: string]: Json };
  readonly client?: LineClient;
}

/** An entry of the authentication log as JSON. What an entry has nothing of is left out. */
export interface AuthenticationLine {
  readonly id: string;
  readonly at: Date;
  readonly type: AuthenticationEntryType;
  readonly identity_id: string | null;
  readonly factor: StepUpFactor | null;
  readonly session_id?: string;
  readonly actor: Actor;
  readonly reason?: string;
  readonly client?: LineClient;
  /** Of refused requests: the operation, the route, 401, 403 or 429, and how many there were. */
  readonly operation?: string;
  readonly route?: string;
  readonly status?: number;
  readonly count?: number;
  /** The operation that was to be approved or done, and SHA-256 over it. */
  readonly operation_id?: string;
  readonly operation_digest?: string;
}

interface LineClient {
  readonly address: string | null;
  readonly user_agent: string | null;
}

/** Returns an entry of a log as the HTTP API and the command line write it: what `JSON.stringify` makes one line of. */
export function logLine(entry: LogEntry): AuditLine | AuthenticationLine {
  return 'sequence' in entry ? auditLine(entry) : authenticationLine(entry);
}

/** Returns an entry of the audit log as the HTTP API lists it. */
export function auditLine(event: LoggedEvent): AuditLine {
  const { id, sequence, type, at, actor, target, details } = event;
  return { id, sequence, type, at, actor, target, details, ...clientOf(event) };
}

/** Returns an entry of the authentication log as the HTTP API lists it. */
export function authenticationLine(entry: AuthenticationEntry): AuthenticationLine {
  const { id, at, type, identityId, factor, sessionId, actor, reason } = entry;
  const { operation = null, ...refused } = entry.refused ?? {};
  return {
    id,
    at,
    type,
    identity_id: identityId,
    factor,
    ...(sessionId !== null && { session_id: sessionId }),
    actor,
    ...(reason !== null && { reason }),
    ...clientOf(entry),
    ...(operation !== null && { operation }),
    ...refused,
    ...(entry.operation !== null && {
      operation_id: entry.operation.id,
      operation_digest: entry.operation.digest,
    }),
  };
}

function clientOf({ client }: Pick<LogEntry, 'client'>): { readonly client?: LineClient } {
  return client === null
    ? {}
    : { client: { address: client.address, user_agent: client.userAgent } };
}
