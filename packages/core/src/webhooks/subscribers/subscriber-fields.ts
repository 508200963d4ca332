import { err, ok, type Result } from 'neverthrow';
import type { EventRegistry } from '../../events/catalogue/event-registry.js';
import type { FieldViolation } from '../../shared/checks/field-violation.js';
import { parseUrl } from '../../shared/parse-url.js';
import { printable } from '../../shared/printable.js';
import {
  booleanField,
  nullable,
  readRecord,
  textField,
  wordField,
  type RecordField,
} from '../../shared/checks/record-field.js';
import { headersField, type CustomHeaders } from './custom-headers.js';
import {
  BODY_KINDS,
  EVENT_NAMINGS,
  ORDERINGS,
  SIGNATURE_KINDS,
  type BodyKind,
  type EventNaming,
  type Ordering,
  type SignatureKind,
  type Subscriber,
} from './subscriber.js';

/** The fields of a new subscriber, by the names on the wire; what is wrong is reported as a violation. */
export interface SubscriberInput {
  /**
   * At most 2,048 characters; the targets' rules decide whether it is allowed. With a `systemCaller` also `destination:<name>`, for
   * a destination of the delivery worker.
   */
  readonly url: string;
  /** At most 255 characters; empty by default. */
  readonly description?: string;
  /** 1 to 100 names of events or patterns, such as `user.*`; `['*']` by default. */
  readonly event_types?: readonly string[];
  /** `canonical` by default. */
  readonly naming?: EventNaming;
  /** `v1` by default; `v1a` and `both` need the option `signing` of `webhooks`. */
  readonly signature?: SignatureKind;
  /** `full` by default; `thin` sends `{ id }` for the data, with the event's id. */
  readonly body?: BodyKind;
  /**
   * `none` by default. With `key`, of the events of one ordering key the next is sent when the one before is over: delivered, exhausted,
   * skipped or expired.
   */
  readonly ordering?: Ordering;
  /**
   * One of `versions` of the event registry, a date: it gets of each event the newest version that is not later, or the first. Null for
   * the first of each. The newest date by default, so that later versions change nothing for it.
   */
  readonly version?: string | null;
  /**
   * Headers to add to each request: at most 10, with names of at most 64 and values of at most 1,024 characters, 4,096 in all;
   * none of those that are sent in any case. They are encrypted, and never shown again. A change replaces all of them; null or
   * an empty object removes them. A change to a URL of another origin must have them, or null, where some are set.
   */
  readonly headers?: CustomHeaders | null;
  /**
   * The name of a certificate of `clientCertificates` of the sender, 1 to 128 characters; null, the default, for none. Whether
   * there is such a certificate is known at each attempt.
   */
  readonly client_certificate?: string | null;
  /** True by default. */
  readonly enabled?: boolean;
}

/** A field of the subscriber is not valid, or its URL is not an allowed target. */
export interface SubscriberInvalid {
  readonly code: 'subscriber_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The fields of a subscriber that a caller sets. */
export type SubscriberFields = Pick<
  Subscriber,
  | 'url'
  | 'description'
  | 'eventTypes'
  | 'naming'
  | 'signature'
  | 'body'
  | 'ordering'
  | 'version'
  | 'clientCertificate'
  | 'enabled'
> &
  // Left out where they are kept.
  Partial<Pick<Subscriber, 'headers'>>;

/** The fields as they were read: headers are not encrypted yet, and undefined where they are kept. */
export type EnteredFields = Omit<SubscriberFields, 'headers'> & {
  readonly headers?: CustomHeaders | null | undefined;
};

/** What a new subscriber has of the fields that are left out; the URL is required. */
export const NEW_SUBSCRIBER: Omit<SubscriberFields, 'url'> = {
  description: '',
  eventTypes: ['*'],
  naming: 'canonical',
  signature: 'v1',
  body: 'full',
  ordering: 'none',
  version: null,
  clientCertificate: null,
  enabled: true,
};

/**
 * A subscriber with its first secret, and no failures. One that is created disabled counts as disabled by an
 * administrator.
 *
 * @param made its id, and its secret from `sealSecret`
 */
export function newSubscriber(
  made: { readonly id: string; readonly sealed: string },
  fields: SubscriberFields,
  now: Date,
): Subscriber {
  return {
    id: made.id,
    headers: null,
    ...fields,
    disabledReason: fields.enabled ? null : 'manual',
    secrets: [{ sealed: made.sealed, expiresAt: null }],
    failingSince: null,
    failingNoticedAt: null,
    paused: null,
    createdAt: now,
    updatedAt: now,
  };
}

type Events = Pick<EventRegistry, 'isPattern' | 'versions'>;

/**
 * The fields of a subscriber that callers write, by the names on the wire, where there are these events.
 *
 * @param version what is stored, which can stay though no event has that version any more
 */
export function subscriberFields(events: Events, version: string | null = null) {
  return {
    url: urlField(2_048),
    description: textField(0, 255),
    event_types: patternsField(100, events),
    naming: wordField(EVENT_NAMINGS),
    signature: wordField(SIGNATURE_KINDS),
    body: wordField(BODY_KINDS),
    ordering: wordField(ORDERINGS),
    version: nullable(versionField(events, version)),
    headers: headersField,
    client_certificate: nullable(textField(1, 128)),
    enabled: booleanField,
  };
}

/** Reads each field by its rule; omitted fields keep the value of `base`. */
export function readSubscriberFields(
  events: Events,
  input: object,
  {
    eventTypes,
    clientCertificate,
    ...base
  }: Omit<SubscriberFields, 'url'> & { readonly url?: string },
): Result<EnteredFields, SubscriberInvalid> {
  return readRecord(subscriberFields(events, base.version), input, {
    ...base,
    event_types: eventTypes,
    client_certificate: clientCertificate,
    headers: undefined,
  })
    .map(({ event_types: patterns, client_certificate: certificate, ...fields }) => ({
      ...fields,
      eventTypes: patterns,
      clientCertificate: certificate,
    }))
    .mapErr((violations) => ({ code: 'subscriber_invalid', violations }));
}

function urlField(maxLength: number): RecordField<string> {
  const isUrlText = printable(1, maxLength);
  const limit = `a URL of at most ${String(maxLength)} characters, no control characters`;
  return {
    schema: { type: 'string', format: 'uri', minLength: 1, maxLength },
    read: (input) =>
      isUrlText(input) && parseUrl(input) !== null ? ok(input) : err({ rule: 'url', limit }),
  };
}

function patternsField(
  maxItems: number,
  { isPattern }: Pick<Events, 'isPattern'>,
): RecordField<readonly string[]> {
  const limit = `1 to ${String(maxItems)} names of events, or patterns such as user.* or *`;
  return {
    schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems },
    read: (input) =>
      isTextList(input) && input.length >= 1 && input.length <= maxItems && input.every(isPattern)
        ? ok([...new Set(input)])
        : err({ rule: 'event_types', limit }),
  };
}

/** The schema does not list the versions, because they are the host's own, and the document is that of all hosts. */
function versionField({ versions }: Events, stored: string | null): RecordField<string> {
  return {
    schema: { type: 'string', format: 'date' },
    read: (input) =>
      typeof input === 'string' && (input === stored || versions.includes(input))
        ? ok(input)
        : err({ rule: 'one_of', limit: versions }),
  };
}

function isTextList(input: unknown): input is readonly string[] {
  return Array.isArray(input) && input.every((item) => typeof item === 'string');
}
