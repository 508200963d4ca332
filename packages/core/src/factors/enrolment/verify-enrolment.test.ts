import { describe, expect, it } from 'vitest';
import {
  NOW,
  SENT_TO,
  identityWith,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
  bound,
} from '../../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { verifyEnrolment, type VerifyEnrolment } from './verify-enrolment.js';

const pending: VerifyEnrolment = {
  identity: identityWith(),
  assurance: null,
  record: recordWith({ state: pendingWith() }),
  guess: { type: 'code', matches: true },
  id: 'sms-1',
  factor: 'sms',
  name: null,
  destination: SENT_TO,
  verifier: null,
};

const verify = (input: VerifyEnrolment) => verifyEnrolment(input, NOW, LIMITS);

/** In the order of the checks: 401, 409, 404, 422. */
const CAUSES: readonly Cause<VerifyEnrolment>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...input,
      identity: identityWith({ otherFactors: ['totp'] }),
      assurance: 'aal1',
    }),
  ],
  [
    'already_enrolled',
    (input) => ({
      ...input,
      record: {
        ...input.record,
        authenticators: [bound()],
      },
    }),
  ],
  [
    'nothing_pending',
    (input) => ({ ...input, record: { ...input.record, state: { status: 'none' } } }),
  ],
  ['code_malformed', (input) => ({ ...input, guess: { type: 'malformed' } })],
  [
    'attempts_exhausted',
    (input) => ({
      ...input,
      record: { ...input.record, wrongGuesses: new Array<Date>(10).fill(NOW) },
    }),
  ],
];

describe('the right code', () => {
  it('enrols SMS from now and clears the pending enrolment', () => {
    expect(verify(pending)._unsafeUnwrap()).toEqual({
      record: recordWith({ authenticators: [bound('sms', { enrolledAt: NOW })] }),
      outcome: { type: 'accepted' },
    });
  });
});

describe('a wrong code', () => {
  it('enrols nothing, and its attempt is part of what is saved', () => {
    const wrong = verify({ ...pending, guess: { type: 'code', matches: false } });
    expect(wrong._unsafeUnwrap().record).toEqual(
      recordWith({
        state: pendingWith({ attemptsSpent: 1, wrongGuesses: [NOW] }),
        wrongGuesses: [NOW],
      }),
    );
  });
});

describe('no code is checked', () => {
  it.each(CAUSES)('with %s', (code, present) => {
    expect(verify(present(pending))._unsafeUnwrapErr()).toMatchObject({ code });
  });

  it.each(pairsInOrder(CAUSES))(
    'with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(verify(both(pending))._unsafeUnwrapErr()).toMatchObject({ code: first });
    },
  );
});
