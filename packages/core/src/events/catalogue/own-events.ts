import { REMINDER_STAGES } from '../../records/reminder-stage.js';
import type { OutputOf } from './data-schema.js';
import { actor, count, flag, moment, oneOf, optional, text } from './event-field.js';
import { event } from './event-fields.js';
import type { EventData, EventType } from './catalogue.js';

const AT = '2026-01-01T00:00:00.000Z';
const ONE = {
  identity_id: 'usr_7f3a',
  factor: 'totp',
  authenticator_id: '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11',
};
const SUBSCRIBER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const ADMINISTRATOR = { type: 'identity', id: 'usr_0001' } as const;

/**
 * The events that Stepward emits beside the catalogue, about its own records. A host cannot emit them. They
 * reach subscribers that name them in their filter (`mfa.locked`, `mfa.*`), and not those of `*`, which stands for
 * the catalogue and the host's events.
 */
export const OWN_EVENT_CATALOGUE = {
  'mfa.factor_enrolled': event(
    'an identity proves a second factor, which is enrolled from then on; once for each authenticator of it',
    { identity_id: text, factor: text, enrolled_at: moment },
    { identity_id: 'usr_7f3a', factor: 'sms', enrolled_at: AT },
  ),
  'mfa.factor_removed': event(
    'an enrolled second factor is removed with all of its authenticators; not when a pending enrolment is cancelled. `actor` and `reason` are of the administrator who reset it, left out where the person removed it',
    {
      identity_id: text,
      factor: text,
      actor: optional(actor),
      reason: optional(text),
      removed_at: moment,
    },
    { identity_id: 'usr_7f3a', factor: 'sms', removed_at: AT },
  ),
  'mfa.authenticator_removed': event(
    'one authenticator of a second factor is removed while others of that factor stay; the removal of the last one is `mfa.factor_removed`',
    { identity_id: text, factor: text, authenticator_id: text, removed_at: moment },
    { ...ONE, removed_at: AT },
  ),
  'mfa.authenticator_renamed': event(
    'an authenticator of a second factor is given another name',
    { identity_id: text, factor: text, authenticator_id: text, renamed_at: moment },
    { ...ONE, renamed_at: AT },
  ),
  'mfa.locked': event(
    'a wrong code was the last that a code, or the identity within the hour, had to give; once for each lock. `factor` is left out where the code was to prove a phone number',
    {
      identity_id: text,
      factor: optional(text),
      reason: oneOf('attempts_exhausted', 'guess_budget_spent'),
      locked_at: moment,
    },
    { identity_id: 'usr_7f3a', factor: 'sms', reason: 'attempts_exhausted', locked_at: AT },
  ),
  'mfa.factor_suspended': event(
    'a wrong code was the 100th in a row for an enrolled factor, which is suspended until it is removed and enrolled again; once for each suspension',
    { identity_id: text, factor: text, suspended_at: moment },
    { identity_id: 'usr_7f3a', factor: 'totp', suspended_at: AT },
  ),
  'mfa.recovery_codes_generated': event(
    'a person makes a new set of recovery codes, which replaces the one before, if any',
    { identity_id: text, generated_at: moment },
    { identity_id: 'usr_7f3a', generated_at: AT },
  ),
  'mfa.recovery_code_used': event(
    'a person proves a second factor with a recovery code, which is used up',
    { identity_id: text, session_id: text, used_at: moment },
    { identity_id: 'usr_7f3a', session_id: 'ses_91b2', used_at: AT },
  ),
  'mfa.phone_changed': event(
    "a person's verified phone number becomes another one, or is removed (`verified` is false); not when the same number is verified again",
    { identity_id: text, verified: flag, changed_at: moment },
    { identity_id: 'usr_7f3a', verified: true, changed_at: AT },
  ),
  'mfa.temporary_pass_created': event(
    'an administrator gives a person a temporary pass; it replaces the one before, if any',
    { identity_id: text, actor, reason: text, expires_at: moment, created_at: moment },
    {
      identity_id: 'usr_7f3a',
      actor: ADMINISTRATOR,
      reason: 'lost her phone',
      expires_at: '2026-01-01T01:00:00.000Z',
      created_at: AT,
    },
  ),
  'mfa.temporary_pass_withdrawn': event(
    'an administrator withdraws a temporary pass; not when it expires, is replaced or ends with a reset',
    { identity_id: text, actor, withdrawn_at: moment },
    { identity_id: 'usr_7f3a', actor: ADMINISTRATOR, withdrawn_at: AT },
  ),
  'mfa.temporary_pass_used': event(
    'a person signs in with a temporary pass, which is used up',
    { identity_id: text, session_id: text, used_at: moment },
    { identity_id: 'usr_7f3a', session_id: 'ses_91b2', used_at: AT },
  ),
  'mfa.enrolment_due': event(
    "a person who has to enrol a second factor is reminded: 7 days (`seven_days`) and 1 day (`one_day`) before the deadline, and at it (`due`); each stage once at most, within about an hour. `organisation_id` is left out where the tenant's own policy demands the factor",
    {
      identity_id: text,
      organisation_id: optional(text),
      stage: oneOf(...REMINDER_STAGES),
      deadline: moment,
    },
    {
      identity_id: 'usr_7f3a',
      organisation_id: 'org_main',
      stage: 'seven_days',
      deadline: '2026-01-08T00:00:00.000Z',
    },
  ),
  'mfa.sms_blocked': event(
    "messages to a country, a prefix or a type of numbers, or from an address, are beyond the fraud guard's limits; once for each block. `identity_id` is the person whose message began it, `country` that of the number, left out where it is not known. With `monitor` they are still sent",
    {
      identity_id: text,
      rule: oneOf('country', 'prefix', 'address', 'network'),
      mode: oneOf('monitor', 'enforce'),
      country: optional(text),
      blocked_until: moment,
      blocked_at: moment,
    },
    {
      identity_id: 'usr_7f3a',
      rule: 'prefix',
      mode: 'enforce',
      country: 'GB',
      blocked_until: '2026-01-01T12:00:00.000Z',
      blocked_at: AT,
    },
  ),
  'webhook.failing': event(
    'nothing has got through to a subscriber for 50 %, and again for 80 %, of the 5 days after which it is disabled',
    {
      subscriber_id: text,
      elapsed: oneOf('50%', '80%'),
      failing_since: moment,
      disables_at: moment,
      noticed_at: moment,
    },
    {
      subscriber_id: SUBSCRIBER,
      elapsed: '50%',
      failing_since: AT,
      disables_at: '2026-01-06T00:00:00.000Z',
      noticed_at: '2026-01-03T12:00:00.000Z',
    },
  ),
  'webhook.disabled': event(
    'Stepward disables a subscriber, because its URL answered 410 or `webhook-delivery: disable` (`gone`) or nothing got through for 5 days (`failing`); not when a caller disables it',
    { subscriber_id: text, reason: oneOf('gone', 'failing'), disabled_at: moment },
    { subscriber_id: SUBSCRIBER, reason: 'failing', disabled_at: AT },
  ),
  'webhook.exhausted': event(
    'the last attempt of a delivery failed, or its subscriber wants no other one, by 410 or `webhook-delivery`; not for deliveries of `webhook.*` events themselves',
    {
      subscriber_id: text,
      delivery_id: text,
      event_type: text,
      attempts: count,
      exhausted_at: moment,
    },
    {
      subscriber_id: SUBSCRIBER,
      delivery_id: '019b76da-a800-7000-8000-000000000001',
      event_type: 'user.deleted',
      attempts: 10,
      exhausted_at: AT,
    },
  ),
} as const;

/**
 * Stepward's own events about a person: of these types, with this text in their data. JSON escapes the quotation marks
 * of a text, so no value of another field looks like it.
 */
export function ownEventsOf(identityId: string): {
  readonly types: readonly string[];
  readonly text: string;
} {
  return { types: TYPES_OF_PEOPLE, text: `"identity_id":${JSON.stringify(identityId)}` };
}

type OwnCatalogue = typeof OWN_EVENT_CATALOGUE;

/** The name of one of Stepward's own events. */
export type OwnEventType = keyof OwnCatalogue;

/** All names of Stepward's own events. */
export const OWN_EVENT_TYPES = Object.keys(OWN_EVENT_CATALOGUE) as readonly OwnEventType[];

const TYPES_OF_PEOPLE = OWN_EVENT_TYPES.filter((type) =>
  Object.hasOwn(OWN_EVENT_CATALOGUE[type].data.fields, 'identity_id'),
);

/** The data of an event of the catalogue, or of one of Stepward's own. */
export type DataOfEvent<Type extends EventType | OwnEventType> = Type extends EventType
  ? EventData<Type>
  : Type extends OwnEventType
    ? OutputOf<OwnCatalogue[Type]['data']>
    : never;

/** Whether a name is that of one of Stepward's own events. */
export function isOwnEventType(name: string): name is OwnEventType {
  return Object.hasOwn(OWN_EVENT_CATALOGUE, name);
}
