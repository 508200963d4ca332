import type { Actor } from '../access/actor.js';
import type { KeptFactor } from '../factors/factor-name.js';

/** What the authentication log knows of. */
export const AUTHENTICATION_ENTRY_TYPES = [
  'factor.enrolment_started',
  'factor.enrolled',
  'factor.removed',
  'factor.challenged',
  'factor.verified',
  'factor.refused',
  'factor.locked',
  'phone.verified',
  'phone.removed',
  'recovery_codes.generated',
  'recovery_code.used',
] as const;

export type AuthenticationEntryType = (typeof AUTHENTICATION_ENTRY_TYPES)[number];

/** Something that happened to a person's factors or phone number. It holds no code and no number. */
export interface AuthenticationEntry {
  /** A time-ordered UUID of `at`. Entries that were written together are in the order of their ids. */
  readonly id: string;
  readonly type: AuthenticationEntryType;
  readonly at: Date;
  /** Whose factor or phone number it is. */
  readonly identityId: string;
  /** Null where it is about a phone number. */
  readonly factor: KeptFactor | null;
  /** The session that was challenged; null where it is not about a step-up. */
  readonly sessionId: string | null;
  /** Who did it: the person, or the system on the person's behalf. */
  readonly actor: Actor;
  /** Why, as a code: of the error of a wrong guess, or of what is spent. Null where there is nothing to say. */
  readonly reason: string | null;
  /** From then on it may be purged: 90 days after it happened, 6 years where the tenant was in HIPAA mode. */
  readonly retainUntil: Date;
}
