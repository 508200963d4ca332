import { describe, expect, it } from 'vitest';
import { NOW, ago, pendingWith, recordWith } from '../../test/fixtures.js';
import type { AssuranceLevel } from '../access/assurance.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { removeEnrolment } from './remove-enrolment.js';

const enrolled = recordWith({ enrolledAt: ago(1) });
const pending = recordWith({ state: pendingWith({ attemptsSpent: 3 }) });

describe('a removal', () => {
  it.each([
    ['takes an enrolled factor away', enrolled],
    ['cancels a pending enrolment', pending],
  ])('%s', (_, record) => {
    expect(removeEnrolment(record, 'aal2', NOW)._unsafeUnwrap()).toEqual(recordWith());
  });

  it('is allowed where the assurance is not known', () => {
    expect(removeEnrolment(enrolled, null, NOW).isOk()).toBe(true);
  });

  it('leaves every budget spent', () => {
    const budgets = {
      sends: { sentAt: [NOW], coolingSince: NOW },
      wrongGuesses: [NOW],
      phoneSends: { sentAt: [NOW], coolingSince: null },
    };
    const removed = removeEnrolment({ ...pending, ...budgets }, null, NOW);
    expect(removed._unsafeUnwrap()).toEqual(recordWith(budgets));
  });

  it.each<[string, CodeRecord, AssuranceLevel | null, string]>([
    ['where nothing is there to remove', recordWith(), null, 'not_enrolled'],
    [
      'where the enrolment has expired',
      recordWith({ state: pendingWith({ expiresAt: NOW }) }),
      null,
      'not_enrolled',
    ],
    [
      'where the enrolment is exhausted',
      recordWith({ state: { status: 'exhausted', endedAt: ago(1) } }),
      null,
      'not_enrolled',
    ],
    ['at aal1', enrolled, 'aal1', 'assurance_insufficient'],
    ['of a pending enrolment at aal1', pending, 'aal1', 'assurance_insufficient'],
    ['with 404 before 401 where both hold', recordWith(), 'aal1', 'not_enrolled'],
  ])('is refused %s', (_, record, assurance, code) => {
    expect(removeEnrolment(record, assurance, NOW)._unsafeUnwrapErr().code).toBe(code);
  });
});
