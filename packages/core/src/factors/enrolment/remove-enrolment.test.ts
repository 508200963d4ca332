import { describe, expect, it } from 'vitest';
import { NOW, ago, identityWith, pendingWith, recordWith, bound } from '../../../test/fixtures.js';
import type { AssuranceLevel } from '../../access/assurance.js';
import type { Identity } from '../../records/identity.js';
import type { FactorRecord } from '../factor-record.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { removeAuthenticator, removeEnrolment, type Removal } from './remove-enrolment.js';

const enrolled = recordWith({
  authenticators: [bound()],
});
const pending = recordWith({ state: pendingWith({ attemptsSpent: 3 }) });

const remove = (
  record: FactorRecord,
  assurance: AssuranceLevel | null,
  identity = identityWith(),
  keptFor: Removal['keptFor'] = null,
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
  } as const satisfies Removal['keptFor'];

  const withTotp = identityWith({ otherFactors: ['totp'] });
  const withEmail = identityWith({ otherFactors: ['email'] });

  it.each<[string, Identity, Removal['keptFor']]>([
    ['it is the only one', identityWith(), REQUIRED],
    ['the policy accepts none of the others', withEmail, REQUIRED],
  ])('a removal is refused as last_factor where the policy requires one and %s', (_, who, kept) => {
    expect(remove(enrolled, 'aal2', who, kept)._unsafeUnwrapErr()).toEqual({ code: 'last_factor' });
  });

  it.each<[string, FactorRecord, Identity, Removal['keptFor']]>([
    ['an accepted factor remains', enrolled, withTotp, REQUIRED],
    ['none is required', enrolled, identityWith(), { ...REQUIRED, mfaEnforcement: 'optional' }],
    ['SMS does not count', enrolled, identityWith(), { ...REQUIRED, allowedFactors: ['totp'] }],
    ['the enrolment is only pending', pending, identityWith(), REQUIRED],
    ['the host does not keep it', enrolled, identityWith(), null],
  ])('a removal goes through where %s', (_, record, who, kept) => {
    expect(remove(record, 'aal2', who, kept).isOk()).toBe(true);
  });

  it('a suspended factor can be removed, and one that is left does not count', () => {
    const suspended = { wrongInARow: 100 };
    const alone = recordWith({ authenticators: [bound('sms', suspended)] });
    expect(remove(alone, 'aal2', identityWith(), REQUIRED).isOk()).toBe(true);
    const usable = bound('sms', { wrongInARow: 99 });
    const both = recordWith({ authenticators: [usable, bound('totp', suspended)] });
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

describe('the removal of one authenticator', () => {
  const codes = bound('recovery_code');
  const [first, second] = [bound('totp'), bound('totp', { id: 'totp-2' })];

  const removeOne = (id: string, record: FactorRecord, change: Partial<Removal> = {}) =>
    removeAuthenticator(
      { id, identity: identityWith(), record, assurance: 'aal2', keptFor: null, ...change },
      LIMITS,
    );

  it('leaves the others, and takes the recovery codes with the last one', () => {
    const two = removeOne('totp-1', recordWith({ authenticators: [first, codes, second] }));
    const { record } = two._unsafeUnwrap();
    expect(record.authenticators).toEqual([codes, second]);
    expect(removeOne('totp-2', record)._unsafeUnwrap()).toEqual({
      factor: 'totp',
      record: recordWith(),
    });
  });

  it('leaves a pending enrolment alone', () => {
    const adding = recordWith({ authenticators: [first], state: pendingWith() });
    expect(removeOne('totp-1', adding)._unsafeUnwrap().record.state).toEqual(pendingWith());
  });

  it('is refused as the last that the policy requires, by what remains usable', () => {
    const keptFor = { mfaEnforcement: 'required', allowedFactors: ['totp', 'sms'] } as const;
    const both = recordWith({ authenticators: [first, second] });
    expect(removeOne('totp-1', both, { keptFor }).isOk()).toBe(true);
    const suspended = bound('totp', { id: 'totp-2', wrongInARow: 100 });
    const one = recordWith({ authenticators: [first, suspended] });
    expect(removeOne('totp-1', one, { keptFor })._unsafeUnwrapErr().code).toBe('last_factor');
    expect(removeOne('totp-2', one, { keptFor }).isOk()).toBe(true);
  });

  it.each([
    ['an unknown id', 'sms-1', 'authenticator_not_found'],
    ['a set of recovery codes', 'recovery_code-1', 'authenticator_not_found'],
    ['a session at aal1', 'totp-1', 'assurance_insufficient'],
  ])('is refused for %s', (_, id, code) => {
    const record = recordWith({ authenticators: [first, codes] });
    expect(removeOne(id, record, { assurance: 'aal1' })._unsafeUnwrapErr().code).toBe(code);
  });
});
