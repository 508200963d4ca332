import type { Actor } from './actor.js';
import type { StepUpFactor } from './factor-name.js';

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
] as const;

export type AuthenticationEntryType = (typeof AUTHENTICATION_ENTRY_TYPES)[number];

/** A change to a person's factors, phone number or sessions, or a use of them. It holds no code and no number. */
export interface AuthenticationEntry {
  /** A time-ordered UUID of `at`. Entries that were written together are in the order of their ids. */
  readonly id: string;
  readonly type: AuthenticationEntryType;
  readonly at: Date;
  /** The identity that the factor or phone number belongs to. */
  readonly identityId: string;
  /** Null where it is about a phone number or a session. */
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
  /** When it may be purged: 90 days after it happened, 6 years where the tenant was in HIPAA mode. */
  readonly retainUntil: Date;
}
