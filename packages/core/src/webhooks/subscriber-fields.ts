import { err, ok, type Result } from 'neverthrow';
import { isEventPattern } from '../events/event-filter.js';
import type { FieldViolation, ViolationRule } from '../shared/field-violation.js';
import { parseUrl } from '../shared/parse-url.js';
import { printable } from '../shared/printable.js';
import { EVENT_NAMINGS, type EventNaming, type Subscriber } from './subscriber.js';

const MAX_URL_LENGTH = 2_048;
const MAX_DESCRIPTION_LENGTH = 255;
const MAX_PATTERNS = 100;

const isUrlText = printable(1, MAX_URL_LENGTH);

/** What a caller may say about a subscriber; each is judged here. */
export interface SubscriberInput {
  readonly url?: unknown;
  readonly description?: unknown;
  readonly event_types?: unknown;
  readonly naming?: unknown;
  readonly enabled?: unknown;
}

/** A field is not what a subscriber can have, or its URL is no target for webhooks. */
export interface SubscriberInvalid {
  readonly code: 'subscriber_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The fields of a subscriber that a caller has a say in. */
export type SubscriberFields = Pick<
  Subscriber,
  'url' | 'description' | 'eventTypes' | 'naming' | 'enabled'
>;

/** Holds each field against its rule; what the caller leaves out is as in `base`. */
export function readSubscriberFields(
  input: SubscriberInput,
  base: Omit<SubscriberFields, 'url'> & { readonly url: string | undefined },
): Result<SubscriberFields, SubscriberInvalid> {
  const violations: FieldViolation[] = [];
  const read = <Value>(name: keyof SubscriberInput, rule: Rule<Value>, current: unknown): Value => {
    const value = input[name] === undefined ? current : input[name];
    if (!rule.accepts(value))
      violations.push({ field: name, rule: rule.name, limit: rule.limit, value });
    return value as Value;
  };
  const url = read('url', URL_TEXT, base.url);
  const description = read('description', DESCRIPTION, base.description);
  const eventTypes = read('event_types', PATTERNS, base.eventTypes);
  const naming = read('naming', NAMING, base.naming);
  const enabled = read('enabled', SWITCH, base.enabled);
  return violations.length === 0
    ? ok({ url, description, eventTypes: [...new Set(eventTypes)], naming, enabled })
    : err({ code: 'subscriber_invalid', violations });
}

/** What a field may hold. */
interface Rule<Value> {
  readonly name: ViolationRule;
  readonly limit: unknown;
  readonly accepts: (value: unknown) => value is Value;
}

const URL_TEXT: Rule<string> = {
  name: 'url',
  limit: `a URL of at most ${String(MAX_URL_LENGTH)} characters, no control characters`,
  accepts: (value): value is string => isUrlText(value) && parseUrl(value) !== null,
};

const DESCRIPTION: Rule<string> = {
  name: 'text',
  limit: `at most ${String(MAX_DESCRIPTION_LENGTH)} characters, no control characters`,
  accepts: printable(0, MAX_DESCRIPTION_LENGTH),
};

const PATTERNS: Rule<readonly string[]> = {
  name: 'event_types',
  limit: `1 to ${String(MAX_PATTERNS)} names of events, or patterns such as user.* or *`,
  accepts: (value): value is readonly string[] =>
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= MAX_PATTERNS &&
    value.every((item) => typeof item === 'string' && isEventPattern(item)),
};

const NAMING: Rule<EventNaming> = {
  name: 'one_of',
  limit: EVENT_NAMINGS,
  accepts: (value): value is EventNaming => EVENT_NAMINGS.some((naming) => naming === value),
};

const SWITCH: Rule<boolean> = {
  name: 'type',
  limit: 'boolean',
  accepts: (value) => typeof value === 'boolean',
};
