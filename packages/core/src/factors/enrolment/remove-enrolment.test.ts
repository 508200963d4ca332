import { describe, expect, it } from 'vitest';
import { NOW, ago, identityWith, pendingWith, recordWith } from '../../../test/fixtures.js';
import type { AssuranceLevel } from '../../access/assurance.js';
import type { Identity } from '../../records/identity.js';
import type { FactorRecord } from '../factor-record.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { removeEnrolment, type RemoveEnrolment } from './remove-enrolment.js';

const enrolled = recordWith({
  factors: { sms: { enrolledAt: ago(1), verifier: null, wrongInARow: 0 } },
});
const pending = recordWith({ state: pendingWith({ attemptsSpent: 3 }) });

const remove = (
  record: FactorRecord,
  assurance: AssuranceLevel | null,
  identity = identityWith(),
  keptFor: RemoveEnrolment['keptFor'] = null,
) => removeEnrolment({ factor: 'sms', identity, record, assurance, keptFor }, NOW, LIMITS);

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
      sends: { sentAt: [NOW], cooldownStartedAt: NOW },
      wrongGuesses: [NOW],
      refusals: [NOW],
      destinationSends: { sentAt: [NOW], cooldownStartedAt: null },
    };
    const removed = remove({ ...pending, ...budgets }, null);
    expect(removed._unsafeUnwrap()).toEqual(recordWith(budgets));
  });

  it.each<[string, FactorRecord, AssuranceLevel | null, string]>([
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

describe('where the last factor is kept', () => {
  const REQUIRED = {
    mfaEnforcement: 'required',
    allowedFactors: ['totp', 'sms'],
  } as const satisfies RemoveEnrolment['keptFor'];

  const withTotp = identityWith({ otherFactors: ['totp'] });
  const withEmail = identityWith({ otherFactors: ['email'] });

  it.each<[string, Identity, RemoveEnrolment['keptFor']]>([
    ['it is the only one', identityWith(), REQUIRED],
    ['the policy accepts none of the others', withEmail, REQUIRED],
  ])('a removal is refused as last_factor where the policy requires one and %s', (_, who, kept) => {
    expect(remove(enrolled, 'aal2', who, kept)._unsafeUnwrapErr()).toEqual({ code: 'last_factor' });
  });

  it.each<[string, FactorRecord, Identity, RemoveEnrolment['keptFor']]>([
    ['an accepted factor remains', enrolled, withTotp, REQUIRED],
    ['none is required', enrolled, identityWith(), { ...REQUIRED, mfaEnforcement: 'optional' }],
    ['SMS does not count', enrolled, identityWith(), { ...REQUIRED, allowedFactors: ['totp'] }],
    ['the enrolment is only pending', pending, identityWith(), REQUIRED],
    ['the host does not keep it', enrolled, identityWith(), null],
  ])('a removal goes through where %s', (_, record, who, kept) => {
    expect(remove(record, 'aal2', who, kept).isOk()).toBe(true);
  });

  it('a suspended factor can be removed, and one that is left does not count', () => {
    const usable = { enrolledAt: ago(1), verifier: null, wrongInARow: 99 };
    const suspended = { ...usable, wrongInARow: 100 };
    const removed = remove(
      recordWith({ factors: { sms: suspended } }),
      'aal2',
      identityWith(),
      REQUIRED,
    );
    expect(removed.isOk()).toBe(true);
    const both = recordWith({ factors: { sms: usable, totp: suspended } });
    const refused = remove(both, 'aal2', identityWith(), REQUIRED);
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'last_factor' });
  });

  it('reports 404 before 401 before 409', () => {
    const code = (record: FactorRecord) =>
      remove(record, 'aal1', identityWith(), REQUIRED)._unsafeUnwrapErr().code;
    expect([code(recordWith()), code(enrolled)]).toEqual([
      'not_enrolled',
      'assurance_insufficient',
    ]);
  });
});
