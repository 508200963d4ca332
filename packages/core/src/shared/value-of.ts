import type { Result } from 'neverthrow';

/** The value of a Result that cannot be refused. */
export function valueOf<T>(result: Result<T, never>): T {
  return result.match(
    (value) => value,
    (impossible) => impossible,
  );
}
