/**
 * Every rule that a field can break, with the meaning of its `limit`. The list is closed: clients may rely on the
 * names, and each is a row of `docs/errors.md`.
 */
export const VIOLATION_RULES = {
  required: 'the field is missing; the type that it must have',
  type: 'the value has a wrong type; the type that it must have',
  text: 'the text is too long, empty, or has characters that it cannot have; what it may be',
  one_of: 'the value is not one of the known ones, or a list holds another; the known ones',
  minimum: 'the number is too small; the smallest one',
  maximum: 'the number is too large, or there are too many entries; the largest one',
  duplicate: 'an entry occurs more than once; null',
  date_time: 'not a date or a date and time in ISO 8601; what it may be',
  expires_at: 'not a time until which an event may be delivered; what it may be',
  past: 'the time is not in the future; the time now',
  not_current: 'not what is planned now; what it may be',
  no_change: 'a date for a change that changes nothing; null',
  json: 'not JSON; `JSON`',
  depth: 'values in values, too deep; how deep they may go',
  unknown_field: 'there is no such field; null',
  unknown_parameter: 'there is no such parameter of the query; the known ones',
  sent_once: 'sent more than once; 1',
  contradiction: 'one field in two spellings with two values; null',
  cursor: 'the cursor is not one of this list; what it may be',
  weaker_than_tenant: "weaker than the tenant's value; that value",
  hipaa: 'weaker than HIPAA mode allows; the weakest value that it allows',
  not_allowed: 'the preferred factor is not among the allowed ones; those',
  empty: 'no factor is allowed, yet one is required; null',
  gsm7_length: 'the text does not fit, or is not in the GSM-7 alphabet; how much fits',
  code_placeholder: 'the template does not hold `{code}` exactly once; what it must hold',
  placeholder: 'the template has an unknown placeholder; the known placeholders',
  locale: 'not a BCP 47 language tag; what it must be',
  app_hash: 'not the hash of an Android app, or set beside `origin_host`; what it may be',
  host_name: 'not a host name; what it may be',
  iso_3166_alpha_2: 'not codes of countries; what they must be',
  phone_country_missing: 'this service cannot tell the country of a number; null',
  phone: 'not a phone with a number in E.164 form; what it may be',
  e164_prefix: 'not prefixes of phone numbers; what they must be',
  non_negative_integer: 'not an integer of 0 or more; what it may be',
  url: 'not a URL, or too long; what it may be',
  target: 'the host of the URL may not be called; what may',
  signing_keys_missing: 'this service has no keys for such signatures; what may be set',
  headers: 'not headers that can be added to requests; what they may be',
  headers_origin: "the stored headers are for another origin than the new URL's; what to send",
  event_types: 'not names or patterns of events; what they may be',
  overlap: 'the overlap is out of its bounds; those',
  password_too_short: 'the password is too short; the fewest characters',
  password_too_long: 'the password is too long; the most characters',
  password_needs_uppercase: 'the password has no upper-case letter; null',
  password_needs_lowercase: 'the password has no lower-case letter; null',
  password_needs_number: 'the password has no digit; null',
  password_needs_symbol: 'the password has no symbol; null',
  password_context: 'the password contains a word of its context; null',
  password_breached: 'the password is known from a breach; null',
  password_breach_check_failed:
    'whether the password is known from a breach could not be checked; null',
  password_reused: 'the password was used before; null',
} as const;

/** The name of a rule. */
export type ViolationRule = keyof typeof VIOLATION_RULES;

/** One rule that one field of a record breaks. */
export interface FieldViolation {
  /** The field as the caller spelled it, with a path into it where it has parts: `templates.pt-BR`. */
  readonly field: string;
  /** The broken rule, for example `minimum` or `weaker_than_tenant`. */
  readonly rule: ViolationRule;
  /** What the rule allows: a bound, the known values, or a text for people; null if there is nothing to state. */
  readonly limit: string | number | boolean | readonly string[] | null;
  /** The value that was sent; null if it must not be repeated. */
  readonly value: unknown;
}
