import { describe, expect, it } from 'vitest';
import {
  NOW,
  OTHER_PHONE,
  SENT_TO,
  identityWith,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
  bound,
} from '../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../factors/codes/limits.js';
import { verifyPhone, type VerifyPhone } from './verify-phone.js';

const pending: VerifyPhone = {
  identity: identityWith(),
  record: recordWith({ state: pendingWith() }),
  guess: { type: 'code', matches: true },
  destination: SENT_TO,
  assurance: null,
};

const verify = (input: VerifyPhone) => verifyPhone(input, NOW, LIMITS);

const CAUSES: readonly Cause<VerifyPhone>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...input,
      record: {
        ...input.record,
        authenticators: [bound()],
      },
      assurance: 'aal1',
    }),
  ],
  ['phone_invalid', (input) => ({ ...input, destination: null })],
  [
    'nothing_pending',
    ({ destination, ...input }) => ({
      ...input,
      destination: destination === null ? null : OTHER_PHONE,
    }),
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

describe('the code of a phone', () => {
  it('is accepted and used up, and enrols nothing', () => {
    expect(verify(pending)._unsafeUnwrap()).toEqual({
      record: recordWith(),
      outcome: { type: 'accepted' },
    });
  });

  it('spends an attempt where it is wrong', () => {
    const { record, outcome } = verify({
      ...pending,
      guess: { type: 'code', matches: false },
    })._unsafeUnwrap();
    expect(record.wrongGuesses).toEqual([NOW]);
    expect(outcome).toEqual({ type: 'refused', error: { code: 'code_mismatch' } });
  });

  it.each([
    ['expired', pendingWith({ expiresAt: NOW }), 'code_expired'],
    ['exhausted', { status: 'exhausted', endedAt: NOW } as const, 'attempts_exhausted'],
  ])('that has %s is reported so, whichever number is asked about', (_, state, code) => {
    const { outcome } = verify({
      ...pending,
      record: recordWith({ state }),
      destination: OTHER_PHONE,
    })._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'refused', error: { code } });
  });

  it.each<[string, Partial<VerifyPhone>]>([
    ['at aal2', { assurance: 'aal2' }],
    ['where the assurance is not known', { assurance: null }],
  ])('rebinds an enrolled factor %s, which stays enrolled', (_, changes) => {
    const record = recordWith({
      state: pendingWith(),
      authenticators: [bound()],
    });
    const checked = verify({ ...pending, record, ...changes })._unsafeUnwrap();
    expect(checked.record).toEqual(recordWith({ authenticators: [bound()] }));
  });

  it.each(CAUSES)('is not checked with %s', (code, present) => {
    expect(verify(present(pending))._unsafeUnwrapErr().code).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))(
    'is not checked with $first rather than $later',
    ({ first, both }) => {
      expect(verify(both(pending))._unsafeUnwrapErr().code).toBe(first);
    },
  );
});
