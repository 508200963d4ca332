import type { FieldViolation } from '@stepward/core';

/** A field's name or a value's JSON of which an answer repeats only the first 256 characters. */
const TOO_LONG = /^(.{256}).+$/su;

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
  const echo = cut(json);
  return echo === json ? value : echo;
}

function cut(text: string): string {
  return text.replace(TOO_LONG, '$1…');
}
