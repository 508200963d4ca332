import { describe, expect, it } from 'vitest';
import {
  NOW,
  OTHER_PHONE,
  SENT_TO,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
  bound,
} from '../../../test/fixtures.js';
import type { Guess } from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import { NO_CODE } from '../codes/code-state.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { verifyChallenge } from './verify-challenge.js';

interface Input {
  readonly record: FactorRecord;
  readonly guess: Guess;
  readonly phone: string | null;
}

const live: Input = {
  record: recordWith({
    authenticators: [bound()],
    state: pendingWith(),
  }),
  guess: { type: 'code', matches: true },
  phone: SENT_TO,
};

/** The same after this number of wrong codes in a row; nothing where SMS is not enrolled. */
function withRow(input: Input, wrongInARow: number): Input {
  const authenticators = input.record.authenticators.map((one) => ({ ...one, wrongInARow }));
  return { ...input, record: { ...input.record, authenticators } };
}

const verify = ({ record, guess, phone }: Input) =>
  verifyChallenge(record, guess, phone, NOW, LIMITS);

const withState =
  (state: FactorRecord['state']): Cause<Input>[1] =>
  (input) => ({ ...input, record: { ...input.record, state } });

/** In the order of the checks: 404, 409, 422 malformed, 422 ended, 422 phone, 422 guesses, 422 wrong. */
const CAUSES: readonly Cause<Input>[] = [
  ['nothing_pending', withState(NO_CODE)],
  ['sms_not_enrolled', (input) => ({ ...input, record: { ...input.record, authenticators: [] } })],
  ['factor_suspended', (input) => withRow(input, 100)],
  ['code_malformed', (input) => ({ ...input, guess: { type: 'malformed' } })],
  [
    'code_expired',
    (input) =>
      input.record.state.status === 'none'
        ? input
        : withState(pendingWith({ expiresAt: NOW }))(input),
  ],
  ['phone_changed', (input) => ({ ...input, phone: OTHER_PHONE })],
  [
    'attempts_exhausted',
    (input) => ({
      ...input,
      record: { ...input.record, wrongGuesses: new Array<Date>(10).fill(NOW) },
    }),
  ],
  [
    'code_mismatch',
    (input) => ({
      ...input,
      guess: input.guess.type === 'malformed' ? input.guess : { type: 'code', matches: false },
    }),
  ],
];

function answer(input: Input): string {
  return verify(input).match(
    ({ outcome }) => (outcome.type === 'accepted' ? 'accepted' : outcome.error.code),
    ({ code }) => code,
  );
}

describe('the answer to a challenge', () => {
  it('that is right uses the challenge up and is remembered as a use', () => {
    const { record, outcome } = verify(live)._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'accepted' });
    expect(record).toEqual(recordWith({ authenticators: [bound('sms', { lastUsedAt: NOW })] }));
  });

  it.each([
    ['wrong', { type: 'code', matches: false }, 100],
    ['right', { type: 'code', matches: true }, 0],
    ['late', { type: 'code', matches: true }, 99],
  ] as const)('that is %s after 99 wrong ones in a row makes it %3$i', (kind, guess, row) => {
    const late =
      kind === 'late' ? withState(pendingWith({ expiresAt: NOW })) : (input: Input) => input;
    const { record } = verify(late({ ...withRow(live, 99), guess }))._unsafeUnwrap();
    expect(record.authenticators[0]?.wrongInARow).toBe(row);
  });

  it.each(CAUSES)('is refused with %s', (code, present) => {
    expect(answer(present(live))).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))(
    'is refused with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(answer(both(live))).toBe(first);
    },
  );
});
