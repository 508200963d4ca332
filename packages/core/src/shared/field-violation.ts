/** One rule that one field of a record breaks. */
export interface FieldViolation {
  /** The field as the caller spelled it, with a path into it where it has parts: `templates.pt-BR`. */
  readonly field: string;
  /** The broken rule, for example `minimum` or `weaker_than_tenant`. */
  readonly rule: string;
  /** What the rule allows: a bound, the known values, or words for a person to read; null where that says nothing. */
  readonly limit: unknown;
  /** The value that was sent. */
  readonly value: unknown;
}
