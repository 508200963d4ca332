import { describe, expect, it } from 'vitest';
import { CONTEXT, KEYS, NOW, pendingWith } from '../../../test/fixtures.js';
import type { CodeState } from './code-state.js';
import { readGuess } from './read-guess.js';

describe('a guess', () => {
  it.each<[string, CodeState, unknown, ReturnType<typeof readGuess>]>([
    ['matches the live code', pendingWith(), '000042', { type: 'code', matches: true }],
    ['does not match another', pendingWith(), '000043', { type: 'code', matches: false }],
    [
      'matches nothing where none is live',
      { status: 'none' },
      '000042',
      { type: 'code', matches: false },
    ],
    [
      'matches nothing after the end of the code',
      { status: 'exhausted', endedAt: NOW },
      '000042',
      { type: 'code', matches: false },
    ],
    [
      'does not match the code of an earlier sending',
      pendingWith({ codeId: 'c0ffee00-0000-4000-8000-000000000002' }),
      '000042',
      { type: 'code', matches: false },
    ],
    ['is malformed where it is a number', pendingWith(), 42, { type: 'malformed' }],
    ['is malformed where nothing is live, too', { status: 'none' }, '42', { type: 'malformed' }],
  ])('%s', (_, state, input, guess) => {
    expect(readGuess(KEYS, CONTEXT, state, input)).toEqual(guess);
  });
});
