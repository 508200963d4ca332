import { describe, expect, it } from 'vitest';
import {
  CONTEXT,
  KEYS,
  NOW,
  OTHER_PHONE,
  PHONE,
  SENT_TO,
  key,
  pendingWith,
} from '../../../test/fixtures.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import type { Guess } from './check-code.js';
import type { CodeState } from './code-state.js';
import { readGuess } from './read-guess.js';

describe('a guess', () => {
  it.each<[string, CodeState, unknown, Guess]>([
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
    expect(readGuess(KEYS, CONTEXT, state, input, PHONE).guess).toEqual(guess);
  });

  it('is compared for where codes go now, under any key of the ring', () => {
    const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });
    const read = (sentTo: string | null, keys = KEYS) =>
      readGuess(keys, CONTEXT, pendingWith(), '000042', sentTo);
    const right = { guess: { type: 'code', matches: true }, destination: SENT_TO };
    expect(read(PHONE)).toEqual(right);
    expect(read(PHONE, rotated)).toEqual(right);
    const dropped = createKeyRing({ active: key('k2', 8) });
    const wrong = { guess: { type: 'code', matches: false }, destination: SENT_TO };
    expect(read(PHONE, dropped)).toEqual(wrong);
    const other = read(OTHER_PHONE);
    expect(other.guess).toEqual({ type: 'code', matches: false });
    expect(other.destination).not.toBe(SENT_TO);
    expect(read(null)).toEqual({ guess: { type: 'code', matches: false }, destination: null });
  });
});
