import { describe, expect, it } from 'vitest';
import {
  KEYS,
  NOW,
  OTHER_PHONE,
  ago,
  freshCode,
  identityWith,
  pairsInOrder,
  recordWith,
  tenantWith,
  type Cause,
  bound,
} from '../../test/fixtures.js';
import { destinationDigest } from '../factors/codes/code-digest.js';
import { minutes, seconds } from '../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../factors/codes/limits.js';
import { startPhoneVerification, type StartPhoneVerification } from './start-phone-verification.js';

const inOrder: StartPhoneVerification = {
  tenant: tenantWith(),
  identity: identityWith({ phone: null }),
  assurance: null,
  record: recordWith(),
  fresh: freshCode({ purpose: 'phone', destination: OTHER_PHONE }),
  country: null,
  numberType: null,
};

const start = (input: StartPhoneVerification) => startPhoneVerification(input, NOW, LIMITS);

const CAUSES: readonly Cause<StartPhoneVerification>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...withRecord({ authenticators: [bound()] })(input),
      assurance: 'aal1',
    }),
  ],
  ['sms_disabled', withSms({ enabled: false })],
  ['phone_invalid', (input) => ({ ...input, fresh: null })],
  ['destination_refused', withSms({ deniedPrefixes: ['+44'] })],
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

describe('a verification of a phone starts', () => {
  it('with a code for the claimed number', () => {
    const { record, send } = start(inOrder)._unsafeUnwrap();
    expect(record.state).toMatchObject({
      status: 'pending',
      destination: destinationDigest(KEYS, 'acme', OTHER_PHONE),
    });
    expect(send).toMatchObject({ purpose: 'phone', phone: OTHER_PHONE });
  });

  it.each<[string, Partial<StartPhoneVerification>]>([
    ['where SMS is on but not for MFA', { tenant: tenantWith({ mfaEnabled: false }) }],
    ['where sms is no allowed factor', { tenant: tenantWith({}, { allowedFactors: [] }) }],
    ['at aal1 while SMS is not enrolled', { assurance: 'aal1' }],
    [
      'at aal2 while SMS is enrolled',
      {
        assurance: 'aal2',
        record: recordWith({
          authenticators: [bound()],
        }),
      },
    ],
    [
      'where the assurance is not known',
      {
        record: recordWith({
          authenticators: [bound()],
        }),
      },
    ],
  ])('%s', (_, changes) => {
    expect(start({ ...inOrder, ...changes }).isOk()).toBe(true);
  });
});

describe('a verification of a phone does not start', () => {
  it.each(CAUSES)('with %s', (code, present) => {
    expect(start(present(inOrder))._unsafeUnwrapErr().code).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))(
    'with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(start(both(inOrder))._unsafeUnwrapErr().code).toBe(first);
    },
  );
});

function withSms(
  sms: Partial<StartPhoneVerification['tenant']['sms']>,
): Cause<StartPhoneVerification>[1] {
  return (input) => ({
    ...input,
    tenant: { ...input.tenant, sms: { ...input.tenant.sms, ...sms } },
  });
}

function withRecord(
  changes: Partial<StartPhoneVerification['record']>,
): Cause<StartPhoneVerification>[1] {
  return (input) => ({ ...input, record: { ...input.record, ...changes } });
}
