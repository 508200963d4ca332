import type { FieldViolation } from '@stepward/core';

/** Characters of a field's name, and of a value's JSON, that an answer repeats. */
const MAX_ECHO = 256;

/** A record has a few dozen fields; who sends hundreds of wrong ones learns enough from the first. */
const MAX_LISTED = 100;

/**
 * The violations as they may go out. They repeat the caller's own names and values, so they are cut:
 * nobody gets a large body sent back. A cut value is a text, the beginning of its JSON with an ellipsis
 * behind it.
 */
export function boundViolations(violations: readonly FieldViolation[]): readonly FieldViolation[] {
  return violations.slice(0, MAX_LISTED).map(({ field, rule, limit, value }) => ({
    field: cut(field),
    rule,
    limit,
    value: boundValue(value),
  }));
}

function boundValue(value: unknown): unknown {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  return json.length > MAX_ECHO ? cut(json) : value;
}

function cut(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…` : text;
}
