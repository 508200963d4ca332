import { describe, expect, it } from 'vitest';
import { NOW, pendingWith } from '../../../test/fixtures.js';
import { addMs, hours, minutes } from '../../shared/duration.js';
import { NO_CODE, pendingCode, settle } from './code-state.js';

const pending = pendingWith({ expiresAt: NOW });
const expired = { status: 'expired', endedAt: NOW } as const;
const exhausted = { status: 'exhausted', endedAt: NOW } as const;
const changed = { status: 'void', endedAt: NOW } as const;

describe('time', () => {
  it.each([
    ['leaves a code live 1 ms before it expires', pending, -1, pending],
    ['expires a code at exactly its last moment', pending, 0, expired],
    [
      'keeps an expired code as a tombstone until 24 hours have passed',
      pending,
      hours(24) - 1,
      expired,
    ],
    ['forgets an expired code at exactly 24 hours', pending, hours(24), NO_CODE],
    ['keeps a tombstone until 24 hours have passed', exhausted, hours(24) - 1, exhausted],
    ['forgets a tombstone at exactly 24 hours', exhausted, hours(24), NO_CODE],
    ['forgets the tombstone of a changed phone alike', changed, hours(24), NO_CODE],
    ['does nothing where there is no code', NO_CODE, hours(1_000), NO_CODE],
  ])('%s', (_, state, afterMs, settled) => {
    expect(settle(state, addMs(NOW, afterMs))).toEqual(settled);
  });
});

describe('a new code', () => {
  const counter = (name: string) => ({ name, part: '', bucket: NOW });
  const fresh = {
    codeId: 'c0ffee00-0000-4000-8000-000000000002',
    destination: 'to-1',
    verifier: 'v-2',
    counted: [counter('second')],
  };
  const before = pendingWith({
    destination: 'to-1',
    expiresAt: addMs(NOW, 1),
    attemptsSpent: 2,
    counted: [counter('first')],
  });

  it('replaces a live one to the same number, whose attempts and messages stay counted', () => {
    expect(pendingCode(before, fresh, NOW, minutes(5))).toEqual({
      ...fresh,
      status: 'pending',
      issuedAt: NOW,
      expiresAt: addMs(NOW, minutes(5)),
      wrongGuesses: [],
      attemptsSpent: 2,
      counted: [counter('first'), counter('second')],
    });
  });

  it('counts only its own message where the live one went to another number, and all attempts', () => {
    const moved = pendingCode({ ...before, destination: 'to-2' }, fresh, NOW, minutes(5));
    expect(moved).toMatchObject({ attemptsSpent: 2, counted: [counter('second')] });
  });

  it.each([
    ['none', NO_CODE],
    ['one that is over', exhausted],
    ['one that has just expired', { ...before, expiresAt: NOW }],
  ])('counts from its own message on after %s', (_, state) => {
    const begun = pendingCode(state, fresh, NOW, minutes(5));
    expect(begun).toMatchObject({ attemptsSpent: 0, counted: [counter('second')] });
  });
});
