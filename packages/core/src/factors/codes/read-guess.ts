import type { KeyRing } from '../../shared/key-ring.js';
import type { Guess } from './check-code.js';
import { matchesDigest, type CodeOwner } from './code-digest.js';
import type { CodeState } from './code-state.js';
import { parseOneTimeCode } from './one-time-code.js';

/**
 * Compares what the caller typed with the live code, if there is one, so that the decision needs no keys.
 */
export function readGuess(keys: KeyRing, whose: CodeOwner, state: CodeState, code: unknown): Guess {
  const parsed = parseOneTimeCode(code);
  if (parsed.isErr()) return { type: 'malformed' };
  if (state.status !== 'pending' || state.destination === null) {
    return { type: 'code', matches: false };
  }
  const { codeId, destination, verifier } = state;
  const context = { ...whose, codeId, destination };
  return { type: 'code', matches: matchesDigest(keys, context, parsed.value, verifier) };
}
