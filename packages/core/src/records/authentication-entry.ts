import type { Actor } from './actor.js';
import type { StepUpFactor } from './factor-name.js';
import type { LoggedClient } from './client.js';

/** The types of entries in the authentication log. */
export const AUTHENTICATION_ENTRY_TYPES = [
  'factor.enrolment_started',
  'factor.enrolled',
  'factor.removed',
  'factor.challenged',
  'factor.verified',
  'factor.refused',
  'factor.locked',
  'factor.suspended',
  'factor.delivery_failed',
  'authenticator.renamed',
  'authenticator.removed',
  'phone.verified',
  'phone.removed',
  'recovery_codes.generated',
  'recovery_code.used',
  'sms.blocked',
  'session.ended',
  'temporary_pass.created',
  'temporary_pass.withdrawn',
  'temporary_pass.used',
  'trusted_device.created',
  'trusted_device.used',
  'trusted_device.ended',
  'access.refused',
  'grant.used',
  'grant.refused',
] as const;

export type AuthenticationEntryType = (typeof AUTHENTICATION_ENTRY_TYPES)[number];

/** The refused requests behind an entry `access.refused`: of one credential, route and reason, within a minute. */
export interface RefusedRequests {
  /** The operation's id in the OpenAPI document, for example `startSmsEnrolment`; null where there is none. */
  readonly operation: string | null;
  /** The path below the mount point, parameters by name: `/v1/customer/api-keys/:keyId`. */
  readonly route: string;
  /** 401, 403 or 429. */
  readonly status: number;
  /** How many there were; 1 or more. */
  readonly count: number;
}

/**
 * A change to a person's factors, phone number or sessions, a use of them, or refused requests. It holds no code and no
 * number.
 */
export interface AuthenticationEntry {
  /** A time-ordered UUID of `at`. Entries that were written together are in the order of their ids. */
  readonly id: string;
  readonly type: AuthenticationEntryType;
  readonly at: Date;
  /**
   * The identity that the factor or phone number belongs to; for refused requests the one that the credential belongs to,
   * null for a management key and the authentication application.
   */
  readonly identityId: string | null;
  /** Null where it is about a phone number, a session, a trusted device or refused requests. */
  readonly factor: StepUpFactor | null;
  /**
   * The session that was challenged or ended; null for other entries. Where all others were ended, it is the one that
   * was kept, or null.
   */
  readonly sessionId: string | null;
  /** Who did it: the person, or a system, such as the provider of a message. */
  readonly actor: Actor;
  /**
   * The reason, as the code of the error, of the exhausted budget or of the failure; for what an administrator does, the
   * administrator's own words. Null if there is none.
   */
  readonly reason: string | null;
  /** The client that it was done with; null where nothing is known of it. For refused requests that of the last. */
  readonly client: LoggedClient | null;
  /** Null for every type but `access.refused`. */
  readonly refused: RefusedRequests | null;
  /** The operation that was to be approved or done; null for none. Its data is not kept. */
  readonly operation: LoggedOperation | null;
  /** When it may be purged: 90 days after it happened, 6 years where the tenant was in HIPAA mode. */
  readonly retainUntil: Date;
}

/** What the log has of an operation. */
export interface LoggedOperation {
  /** The host's own id of it. */
  readonly id: string;
  /** SHA-256 over the operation, see `readOperation`; 64 hexadecimal digits. */
  readonly digest: string;
}
