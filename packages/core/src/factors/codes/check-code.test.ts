import { describe, expect, it } from 'vitest';
import {
  NOW,
  OTHER_PHONE,
  SENT_TO,
  ago,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
} from '../../../test/fixtures.js';
import { hours, minutes } from '../../shared/duration.js';
import { checkCode, type Guess } from './check-code.js';
import type { FactorRecord } from '../factor-record.js';
import { NO_CODE, type CodeState } from './code-state.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from './limits.js';

const RIGHT: Guess = { type: 'code', matches: true };
const WRONG: Guess = { type: 'code', matches: false };
const MALFORMED: Guess = { type: 'malformed' };

interface Input {
  readonly record: FactorRecord;
  readonly guess: Guess;
  readonly phone: string | null;
}

const pending: Input = {
  record: recordWith({ state: pendingWith() }),
  guess: RIGHT,
  phone: SENT_TO,
};

const check = ({ record, guess, phone }: Input) => checkCode(record, guess, phone, NOW, LIMITS);

/** The code of the error, whether nothing happened or a refusal is to be saved; `accepted` where neither. */
function answer(input: Input): string {
  return check(input).match(
    ({ outcome }) => (outcome.type === 'accepted' ? 'accepted' : outcome.error.code),
    ({ code }) => code,
  );
}

const withState =
  (state: CodeState) =>
  (input: Input): Input => ({ ...input, record: { ...input.record, state } });

describe('the right code', () => {
  it('is accepted, used up, and takes away the wrong guesses at it and no others', () => {
    const record = recordWith({
      state: pendingWith({ attemptsSpent: 4, wrongGuesses: [ago(2), ago(1)] }),
      wrongGuesses: [ago(3), ago(2), ago(2), ago(1)],
    });
    expect(check({ ...pending, record })._unsafeUnwrap()).toEqual({
      record: recordWith({ wrongGuesses: [ago(3), ago(2)] }),
      outcome: { type: 'accepted' },
    });
  });

  it('is accepted in the last millisecond', () => {
    const state = pendingWith({ expiresAt: new Date(NOW.getTime() + 1) });
    expect(answer(withState(state)(pending))).toBe('accepted');
  });

  it('ends the cool-down of its own message, which stays counted', () => {
    const state = pendingWith();
    const sends = { sentAt: [state.issuedAt], cooldownStartedAt: state.issuedAt };
    const record = recordWith({ state, sends });
    expect(check({ ...pending, record })._unsafeUnwrap().record).toMatchObject({
      sends: { ...sends, cooldownStartedAt: null },
    });
  });

  it('leaves the cool-down of a later message as it is', () => {
    const sends = { sentAt: [ago(1)], cooldownStartedAt: ago(1) };
    const record = recordWith({ state: pendingWith(), sends });
    expect(check({ ...pending, record })._unsafeUnwrap().record).toMatchObject({ sends });
  });
});

describe('a wrong code', () => {
  const wrong = { ...pending, guess: WRONG };

  it('is saved as a spent attempt, of the code and of the hour', () => {
    expect(check(wrong)._unsafeUnwrap()).toEqual({
      record: recordWith({
        state: pendingWith({ attemptsSpent: 1, wrongGuesses: [NOW] }),
        wrongGuesses: [NOW],
      }),
      outcome: { type: 'refused', error: { code: 'code_mismatch' } },
    });
  });

  it('that is the fifth destroys the code and leaves a tombstone', () => {
    const fifth = withState(pendingWith({ attemptsSpent: 4 }))(wrong);
    expect(check(fifth)._unsafeUnwrap()).toEqual({
      record: recordWith({ state: { status: 'exhausted', endedAt: NOW }, wrongGuesses: [NOW] }),
      outcome: { type: 'refused', error: { code: 'attempts_exhausted' } },
    });
  });

  // standard: nist/3.1.3.2-throttling, asvs/6.3.1
  it('is compared with the tenth guess of the hour still free, and the eleventh is not', () => {
    const after = (count: number) => ({
      ...wrong,
      record: { ...wrong.record, wrongGuesses: new Array<Date>(count).fill(NOW) },
    });
    expect([answer(after(9)), answer(after(10))]).toEqual(['code_mismatch', 'attempts_exhausted']);
  });
});

describe('a code that had already ended is reported, and stored as a tombstone', () => {
  it.each<[string, CodeState, CodeState, string]>([
    [
      'an expired code',
      pendingWith({ expiresAt: NOW }),
      { status: 'expired', endedAt: NOW },
      'code_expired',
    ],
    [
      'a code that was found expired before',
      { status: 'expired', endedAt: ago(hours(1)) },
      { status: 'expired', endedAt: ago(hours(1)) },
      'code_expired',
    ],
    [
      'an exhausted code',
      { status: 'exhausted', endedAt: ago(hours(24) - 1) },
      { status: 'exhausted', endedAt: ago(hours(24) - 1) },
      'attempts_exhausted',
    ],
    [
      'a code that a change of phone ended',
      { status: 'void', endedAt: ago(1) },
      { status: 'void', endedAt: ago(1) },
      'phone_changed',
    ],
    [
      'a code sent to another number',
      pendingWith({ destination: OTHER_PHONE }),
      { status: 'void', endedAt: NOW },
      'phone_changed',
    ],
    [
      'a code that was withdrawn',
      { status: 'withdrawn', endedAt: ago(1) },
      { status: 'withdrawn', endedAt: ago(1) },
      'code_withdrawn',
    ],
  ])('%s', (_, state, saved, code) => {
    expect(check(withState(state)(pending))._unsafeUnwrap()).toEqual({
      record: recordWith({ state: saved }),
      outcome: { type: 'refused', error: { code } },
    });
  });
});

describe('nothing happens, and nothing is counted', () => {
  it.each<[string, Input, string]>([
    ['where there is no code', withState(NO_CODE)(pending), 'nothing_pending'],
    [
      'where a tombstone is 24 hours old',
      withState({ status: 'exhausted', endedAt: ago(hours(24)) })(pending),
      'nothing_pending',
    ],
    ['where the code is malformed', { ...pending, guess: MALFORMED }, 'code_malformed'],
    [
      'where the guesses of the hour are spent',
      {
        ...pending,
        record: { ...pending.record, wrongGuesses: new Array<Date>(10).fill(ago(minutes(59))) },
      },
      'attempts_exhausted',
    ],
  ])('%s', (_, input, code) => {
    expect(check(input)._unsafeUnwrapErr()).toEqual({ code });
  });
});

describe('of two causes the earlier is reported:', () => {
  const expired: Cause<Input> = ['code_expired', withState(pendingWith({ expiresAt: NOW }))];
  const malformed: Cause<Input> = ['code_malformed', (input) => ({ ...input, guess: MALFORMED })];
  const changed: Cause<Input> = ['phone_changed', (input) => ({ ...input, phone: null })];
  const budget: Cause<Input> = [
    'attempts_exhausted',
    (input) => ({
      ...input,
      record: { ...input.record, wrongGuesses: new Array<Date>(10).fill(NOW) },
    }),
  ];
  const mismatch: Cause<Input> = [
    'code_mismatch',
    (input) => ({ ...input, guess: input.guess.type === 'malformed' ? input.guess : WRONG }),
  ];

  it.each(pairsInOrder([malformed, expired, changed, budget, mismatch]))(
    '$first before $later',
    ({ first, both }) => {
      expect(answer(both(pending))).toBe(first);
    },
  );

  it.each([malformed, changed, budget, mismatch])('nothing_pending before %s', (_, present) => {
    expect(answer(present(withState(NO_CODE)(pending)))).toBe('nothing_pending');
  });
});
