import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { Guess } from './check-code.js';
import { destinationDigest, matchesDigest, type CodeOwner } from './code-digest.js';
import type { CodeState } from './code-state.js';
import { parseOneTimeCode } from '../../shared/one-time-code.js';

/** What the caller typed, compared with the live code. */
export interface ReadGuess {
  readonly guess: Guess;
  /** The digest of where codes go now, which equals that of the live code if it went there; null for nowhere. */
  readonly destination: string | null;
}

/**
 * Compares what the caller typed with the live code, if there is one: the decision needs no keys.
 *
 * @param sentTo where codes go now; null for nowhere
 * @param operation the digest of the operation that it is typed for; null for none. The code of another does not match
 */
export function readGuess(
  keys: KeyRing,
  whose: CodeOwner,
  state: CodeState,
  code: unknown,
  sentTo: string | null,
  operation: string | null = null,
): ReadGuess {
  const stored = state.status === 'pending' ? state.destination : null;
  const destination = sentTo && destinationDigest(keys, whose.tenantId, sentTo, stored);
  const parsed = parseOneTimeCode(code);
  if (parsed.isErr()) return { guess: { type: 'malformed' }, destination };
  if (state.status !== 'pending' || sentTo === null) {
    return { guess: { type: 'code', matches: false }, destination };
  }
  const context = { ...whose, codeId: state.codeId, destination: sentTo, operation };
  const matches = matchesDigest(keys, context, parsed.value, state.verifier);
  return { guess: { type: 'code', matches }, destination };
}
