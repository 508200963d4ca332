import type { KeyRing } from '../../shared/key-ring.js';
import type { Guess } from './check-code.js';
import { matchesDigest, type CodeOwner } from './code-digest.js';
import type { CodeState } from './code-state.js';
import { parseOneTimeCode } from './one-time-code.js';

/** Judges what a caller typed against the code that was sent, if one is live, so that the decision needs no keys. */
export function readGuess(
  keys: KeyRing,
  whose: CodeOwner,
  state: CodeState,
  input: unknown,
): Guess {
  const code = parseOneTimeCode(input);
  if (code.isErr()) return { type: 'malformed' };
  if (state.status !== 'pending' || state.destination === null) {
    return { type: 'code', matches: false };
  }
  const { codeId, destination, verifier } = state;
  const context = { ...whose, codeId, destination };
  return { type: 'code', matches: matchesDigest(keys, context, code.value, verifier) };
}
