import type { DataOfEvent, OwnEventType } from '../events/catalogue/own-events.js';
import type { Actor } from '../records/actor.js';
import type { ReminderStage } from '../records/reminder-stage.js';
import type { HandledEvent } from '../webhooks/handlers/handler.js';

/**
 * What a person is told about the own account: something was changed or used that only the person should change or use, or a
 * second factor has to be enrolled.
 */
export interface Notice {
  /** The same each time that the notice is sent: the id of its event. */
  readonly noticeId: string;
  readonly type: NoticeType;
  readonly tenantId: string;
  readonly identityId: string;
  /** Null where it is about a phone number, recovery codes, a temporary pass, an enrolment that is due, or the lock of a phone verification. */
  readonly factor: string | null;
  readonly at: Date;
  /**
   * Who did it; null for `factor_locked` and `factor_suspended`, because the wrong codes may be another person's, and for
   * `enrolment_due`.
   */
  readonly actor: Actor | null;
  /** What the person is reminded of by `enrolment_due`; null for each other type. */
  readonly enrolment: NoticeEnrolment | null;
  /** The person's locale in the directory when the notice is sent; null where the directory has none. */
  readonly locale: string | null;
}

/** An enrolment that is due. */
export interface NoticeEnrolment {
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
  /** 7 days before the deadline, 1 day before it, or at it. */
  readonly stage: ReminderStage;
  readonly deadline: Date;
}

/** The type of the notice for each event. A removal with a reason is an administrator's, and becomes `factor_reset`. */
const NOTICE_TYPES = {
  'mfa.factor_enrolled': 'factor_enrolled',
  'mfa.factor_removed': 'factor_removed',
  'mfa.authenticator_removed': 'authenticator_removed',
  'mfa.factor_suspended': 'factor_suspended',
  'mfa.locked': 'factor_locked',
  'mfa.recovery_codes_generated': 'recovery_codes_made',
  'mfa.recovery_code_used': 'recovery_code_used',
  'mfa.phone_changed': 'phone_changed',
  'mfa.temporary_pass_created': 'temporary_pass_made',
  'mfa.temporary_pass_used': 'temporary_pass_used',
  'mfa.enrolment_due': 'enrolment_due',
} as const satisfies Partial<Record<OwnEventType, string>>;

/** What a notice is about. */
export type NoticeType = (typeof NOTICE_TYPES)[keyof typeof NOTICE_TYPES] | 'factor_reset';

/** The events that become notices. */
export const NOTICE_EVENTS: readonly string[] = Object.keys(NOTICE_TYPES);

/** The wrong codes may be another person's, and a deadline comes by itself. */
const WITHOUT_ACTOR: readonly NoticeType[] = ['factor_locked', 'factor_suspended', 'enrolment_due'];

/** Returns the notice of an event, without the locale; null for an event that people are not told about. */
export function noticeOf({
  id,
  type,
  tenantId,
  data,
  emittedAt,
}: Omit<HandledEvent, 'attempt'>): Omit<Notice, 'locale'> | null {
  if (!isNoticeEvent(type)) return null;
  const { identity_id: identityId, factor = null, actor } = data as NoticeData;
  const plain = NOTICE_TYPES[type];
  const noticeType = plain === 'factor_removed' && actor !== undefined ? 'factor_reset' : plain;
  const person: Actor = { type: 'identity', id: identityId };
  return {
    ...{ noticeId: id, type: noticeType, tenantId, identityId, factor, at: emittedAt },
    actor: WITHOUT_ACTOR.includes(noticeType) ? null : (actor ?? person),
    enrolment: type === 'mfa.enrolment_due' ? enrolmentOf(data as EnrolmentDueData) : null,
  };
}

type EnrolmentDueData = DataOfEvent<'mfa.enrolment_due'>;

function enrolmentOf({ organisation_id, stage, deadline }: EnrolmentDueData): NoticeEnrolment {
  return { organisationId: organisation_id ?? null, stage, deadline: new Date(deadline) };
}

/** What the events have in common that become notices. */
interface NoticeData {
  readonly identity_id: string;
  readonly factor?: string;
  /** Left out where the person did it. */
  readonly actor?: Actor;
}

function isNoticeEvent(type: string): type is keyof typeof NOTICE_TYPES {
  return Object.hasOwn(NOTICE_TYPES, type);
}
