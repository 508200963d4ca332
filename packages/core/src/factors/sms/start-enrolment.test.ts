import { describe, expect, it } from 'vitest';
import {
  NOW,
  ago,
  freshCode,
  identityWith,
  pairsInOrder,
  pendingWith,
  recordWith,
  tenantWith,
  type Cause,
  bound,
} from '../../../test/fixtures.js';
import type { Identity } from '../../records/identity.js';
import { minutes, seconds } from '../../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { startEnrolment, type StartEnrolment } from './start-enrolment.js';

const inOrder: StartEnrolment = {
  tenant: tenantWith(),
  identity: identityWith(),
  assurance: null,
  record: recordWith(),
  fresh: freshCode(),
  country: null,
  numberType: null,
};

const start = (input: StartEnrolment) => startEnrolment(input, NOW, LIMITS);

/** In the order of the checks: 401, 503, 409, 422, 429. */
const CAUSES: readonly Cause<StartEnrolment>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...input,
      identity: { ...input.identity, otherFactors: ['totp'] },
      assurance: 'aal1',
    }),
  ],
  ['sms_disabled', withSms({ mfaEnabled: false })],
  [
    'factor_not_allowed',
    (input) => ({
      ...input,
      tenant: { ...input.tenant, mfa: { ...input.tenant.mfa, allowedFactors: ['totp'] } },
    }),
  ],
  ['already_enrolled', withRecord({ authenticators: [bound()] })],
  ['phone_not_verified', (input) => ({ ...input, fresh: null })],
  ['destination_refused', withSms({ deniedPrefixes: ['+1415'] })],
  ['guess_budget_spent', withRecord({ wrongGuesses: new Array<Date>(10).fill(NOW) })],
  ['send_cooling_down', withRecord({ sends: { sentAt: [], cooldownStartedAt: ago(seconds(59)) } })],
  [
    'send_budget_spent',
    withRecord({
      destinationSends: {
        sentAt: new Array<Date>(5).fill(ago(minutes(2))),
        cooldownStartedAt: null,
      },
    }),
  ],
];

describe('an enrolment starts', () => {
  it('with a code for the verified phone', () => {
    const { record, send } = start(inOrder)._unsafeUnwrap();
    expect(record.state.status).toBe('pending');
    expect(send.text.reveal()).toBe('000042 is your Acme code. It expires in 15 minutes.');
  });

  it.each<[string, Partial<StartEnrolment>]>([
    ['at aal1 where there is no other factor', { assurance: 'aal1' }],
    [
      'at aal1 where the only other factor is an sms that the host names without right',
      {
        assurance: 'aal1',
        identity: identityWith({ otherFactors: ['sms'] as unknown as Identity['otherFactors'] }),
      },
    ],
    [
      'at aal2 where there is another factor',
      { assurance: 'aal2', identity: identityWith({ otherFactors: ['totp'] }) },
    ],
    [
      'where the assurance is not known',
      { assurance: null, identity: identityWith({ otherFactors: ['totp'] }) },
    ],
    ['again while one is pending', { record: recordWith({ state: pendingWith() }) }],
    ['in an allowed country', { tenant: tenantWith({ allowedCountries: ['US'] }), country: 'US' }],
  ])('%s', (_, changes) => {
    expect(start({ ...inOrder, ...changes }).isOk()).toBe(true);
  });

  it("in the person's language", () => {
    const tenant = tenantWith({ templates: { de: 'Dein Code: {code}' } });
    const started = start({ ...inOrder, tenant, identity: identityWith({ locale: 'de-AT' }) });
    expect(started._unsafeUnwrap().send.text.reveal()).toBe('Dein Code: 000042');
  });
});

describe('an enrolment does not start', () => {
  it.each(CAUSES)('with %s', (code, present) => {
    expect(start(present(inOrder))._unsafeUnwrapErr().code).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))(
    'with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(start(both(inOrder))._unsafeUnwrapErr().code).toBe(first);
    },
  );

  it.each<[string, Partial<StartEnrolment>, string]>([
    ['SMS is off altogether', { tenant: tenantWith({ enabled: false }) }, 'sms_disabled'],
    [
      'the country is unknown and the tenant restricts countries',
      { tenant: tenantWith({ allowedCountries: ['US'] }) },
      'destination_refused',
    ],
  ])('where %s', (_, changes, code) => {
    expect(start({ ...inOrder, ...changes })._unsafeUnwrapErr().code).toBe(code);
  });
});

function withSms(sms: Partial<StartEnrolment['tenant']['sms']>): Cause<StartEnrolment>[1] {
  return (input) => ({
    ...input,
    tenant: { ...input.tenant, sms: { ...input.tenant.sms, ...sms } },
  });
}

function withRecord(changes: Partial<StartEnrolment['record']>): Cause<StartEnrolment>[1] {
  return (input) => ({ ...input, record: { ...input.record, ...changes } });
}
