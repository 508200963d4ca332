import { err, ok, type Result } from 'neverthrow';
import type { CheckOutcome, GuessRefused } from './check-code.js';

/** Turns the outcome of a guess into a Result, once it is committed and can no longer be rolled back. */
export function reportOutcome(outcome: CheckOutcome): Result<void, GuessRefused> {
  return outcome.type === 'accepted' ? ok(undefined) : err(outcome.error);
}
