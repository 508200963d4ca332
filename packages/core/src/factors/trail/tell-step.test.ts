import { describe, expect, it } from 'vitest';
import { NOW, SENT_TO, ago, pendingWith, recordWith, bound } from '../../../test/fixtures.js';
import { checkCode, type CheckedCode } from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodePurpose } from '../codes/code-state.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { verifyChallenge } from '../sms/verify-challenge.js';
import { minutes } from '../../shared/duration.js';
import { PROVEN, tellChecked, tellIssued, tellRemoved } from './tell-step.js';

const REFUSED = { type: 'factor.refused', reason: 'code_mismatch' };

function tell(before: FactorRecord, matches: boolean, purpose: CodePurpose = 'enrolment') {
  const guess = { type: 'code', matches } as const;
  const checked: CheckedCode = checkCode(before, guess, SENT_TO, NOW, LIMITS)._unsafeUnwrap();
  return tellChecked(PROVEN[purpose], before, checked, NOW, LIMITS);
}

function guessed(times: number, attemptsSpent: number): FactorRecord {
  const wrongGuesses = new Array<Date>(times).fill(ago(minutes(1)));
  return recordWith({ state: pendingWith({ attemptsSpent }), wrongGuesses });
}

it.each<[CodePurpose, readonly string[]]>([
  ['enrolment', ['factor.enrolment_started']],
  ['step_up', ['factor.challenged']],
  ['phone', []],
])('a code that is issued for %s records %j', (purpose, types) => {
  expect(tellIssued(purpose).map(({ type }) => type)).toEqual(types);
});

it.each<[CodePurpose, string]>([
  ['enrolment', 'factor.enrolled'],
  ['step_up', 'factor.verified'],
  ['phone', 'phone.verified'],
])('the right code for %s records %s only', (purpose, type) => {
  expect(tell(guessed(4, 4), true, purpose)).toEqual([{ type, reason: null }]);
});

describe('a wrong code', () => {
  it.each<CodePurpose>(['enrolment', 'step_up', 'phone'])('for %s is told as one', (purpose) => {
    expect(tell(guessed(0, 0), false, purpose)).toEqual([REFUSED]);
  });

  it.each<[string, FactorRecord, string]>([
    ['the fifth for its code', guessed(4, 4), 'attempts_exhausted'],
    ['the tenth of the hour', guessed(9, 1), 'guess_budget_spent'],
    ['both at once', guessed(9, 4), 'guess_budget_spent'],
  ])('records the lock where it is %s', (_, before, reason) => {
    expect(tell(before, false)).toEqual([REFUSED, { type: 'factor.locked', reason }]);
  });

  it('records the suspension with the one that brings it, after the lock of the hour', () => {
    const before = { ...guessed(9, 0), authenticators: [bound('sms', { wrongInARow: 99 })] };
    const guess = { type: 'code', matches: false } as const;
    const checked = verifyChallenge(before, guess, SENT_TO, NOW, LIMITS)._unsafeUnwrap();
    expect(tellChecked('factor.verified', before, checked, NOW, LIMITS)).toEqual([
      REFUSED,
      { type: 'factor.locked', reason: 'guess_budget_spent' },
      { type: 'factor.suspended', reason: 'wrong_in_a_row' },
    ]);
  });

  it.each<[string, FactorRecord]>([
    ['locked', recordWith({ state: { status: 'exhausted', endedAt: ago(1) } })],
    ['expired', recordWith({ state: pendingWith({ expiresAt: NOW }) })],
    ['void', recordWith({ state: { status: 'void', endedAt: ago(1) } })],
  ])('for a code that is %s already records nothing: it was no guess', (_, before) => {
    expect(tell(before, false)).toEqual([]);
    expect(tell(before, true)).toEqual([]);
  });
});

it('a removal records the factor, or one authenticator of several, and nothing that was pending', () => {
  const none = recordWith();
  const one = bound('totp');
  const two = recordWith({ authenticators: [one, bound('totp', { id: 'totp-2' })] });
  expect(tellRemoved('totp', two, none)).toEqual([{ type: 'factor.removed', reason: null }]);
  expect(tellRemoved('totp', recordWith({ state: pendingWith() }), none)).toEqual([]);
  expect(tellRemoved('totp', two, recordWith({ authenticators: [one] }))).toEqual([
    { type: 'authenticator.removed', reason: null, authenticatorId: 'totp-2' },
  ]);
});
