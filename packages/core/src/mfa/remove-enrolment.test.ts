import { describe, expect, it } from 'vitest';
import { NOW, ago, identityWith, pendingWith, recordWith } from '../../test/fixtures.js';
import type { AssuranceLevel } from '../access/assurance.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { removeEnrolment } from './remove-enrolment.js';

const enrolled = recordWith({ enrolledAt: ago(1) });
const pending = recordWith({ state: pendingWith({ attemptsSpent: 3 }) });

const remove = (record: CodeRecord, assurance: AssuranceLevel | null, identity = identityWith()) =>
  removeEnrolment({ identity, record, assurance }, NOW);

describe('a removal', () => {
  it.each([
    ['takes an enrolled factor away', enrolled],
    ['cancels a pending enrolment', pending],
  ])('%s', (_, record) => {
    expect(remove(record, 'aal2')._unsafeUnwrap()).toEqual(recordWith());
  });

  it('is allowed where the assurance is not known', () => {
    expect(remove(enrolled, null).isOk()).toBe(true);
  });

  it('of a pending enrolment is allowed at aal1 while there is no second factor', () => {
    expect(remove(pending, 'aal1').isOk()).toBe(true);
  });

  it('of a pending enrolment is refused at aal1 where the host keeps a factor', () => {
    const refused = remove(pending, 'aal1', identityWith({ otherFactors: ['totp'] }));
    expect(refused._unsafeUnwrapErr().code).toBe('assurance_insufficient');
  });

  it('leaves every budget spent', () => {
    const budgets = {
      sends: { sentAt: [NOW], coolingSince: NOW },
      wrongGuesses: [NOW],
      phoneSends: { sentAt: [NOW], coolingSince: null },
    };
    const removed = remove({ ...pending, ...budgets }, null);
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
    ['with 404 before 401 where both hold', recordWith(), 'aal1', 'not_enrolled'],
  ])('is refused %s', (_, record, assurance, code) => {
    expect(remove(record, assurance)._unsafeUnwrapErr().code).toBe(code);
  });
});
