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
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { addMs, minutes, seconds } from '../../shared/duration.js';
import { issueChallenge, type IssueChallenge } from './issue-challenge.js';

const STEP_UP = { purpose: 'step_up', sessionId: 'session-1' } as const;

const inOrder: IssueChallenge = {
  tenant: tenantWith(),
  identity: identityWith(),
  record: recordWith({ authenticators: [bound()] }),
  fresh: freshCode(STEP_UP),
  country: null,
  numberType: null,
  current: null,
  locale: null,
  allowedFactors: null,
};

const issue = (input: IssueChallenge) => issueChallenge(input, NOW, LIMITS);

/** In the order of the checks: 503, 409, 422, 429. */
const CAUSES: readonly Cause<IssueChallenge>[] = [
  ['sms_disabled', withSms({ mfaEnabled: false })],
  [
    'factor_not_allowed',
    (input) => ({
      ...input,
      tenant: { ...input.tenant, mfa: { ...input.tenant.mfa, allowedFactors: ['totp'] } },
    }),
  ],
  ['factor_not_allowed', (input) => ({ ...input, allowedFactors: ['totp'] })],
  ['sms_not_enrolled', withRecord({ authenticators: [] })],
  [
    'session_taken',
    (input) => ({ ...input, current: { identityId: 'bob', factor: 'sms', state: pendingWith() } }),
  ],
  [
    'factor_suspended',
    (input) => {
      const authenticators = input.record.authenticators.map((one) => ({
        ...one,
        wrongInARow: 100,
      }));
      return { ...input, record: { ...input.record, authenticators } };
    },
  ],
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

describe('a challenge is issued', () => {
  // standard: nist/3.1.3.2-lifetime, asvs/6.6.2
  it('with a code that lives for 5 minutes, for its session alone', () => {
    const { record, send } = issue(inOrder)._unsafeUnwrap();
    expect(record.state).toMatchObject({ status: 'pending', expiresAt: addMs(NOW, minutes(5)) });
    expect(send).toMatchObject({ ...STEP_UP, identityId: 'ada' });
    expect(send.text.reveal()).toBe('000042 is your Acme code. It expires in 5 minutes.');
  });

  it('with another lifetime where the host has one, and says so', () => {
    const limits = { ...LIMITS, stepUpLifetimeMs: minutes(10) };
    const { record, send } = issueChallenge(inOrder, NOW, limits)._unsafeUnwrap();
    expect(record.state).toMatchObject({ expiresAt: addMs(NOW, minutes(10)) });
    expect(send.text.reveal()).toContain('expires in 10 minutes');
  });

  it('again while one is live, with the wrong codes so far', () => {
    const state = pendingWith({ attemptsSpent: 4 });
    const record = recordWith({
      authenticators: [bound()],
      state,
    });
    const current = { identityId: 'ada', factor: 'sms', state } as const;
    const again = issue({ ...inOrder, record, current })._unsafeUnwrap();
    expect(again.record.state).toMatchObject({ status: 'pending', attemptsSpent: 4 });
  });

  it.each([
    ['de', 'fr', 'Code: 000042'],
    [null, 'de', 'Code: 000042'],
    ['en', 'de', '000042 is your Acme code. It expires in 5 minutes.'],
  ])('on a page in %s to a person who reads %s as "%s"', (locale, own, text) => {
    const tenant = tenantWith({ templates: { de: 'Code: {code}' } });
    const identity = identityWith({ locale: own });
    const { send } = issue({ ...inOrder, tenant, identity, locale })._unsafeUnwrap();
    expect(send.text.reveal()).toBe(text);
  });
});

describe('a challenge is not issued', () => {
  it.each(CAUSES)('with %s', (code, present) => {
    expect(issue(present(inOrder))._unsafeUnwrapErr().code).toBe(code);
  });

  it.each(pairsInOrder(CAUSES))(
    'with $first rather than $later where both hold',
    ({ first, both }) => {
      expect(issue(both(inOrder))._unsafeUnwrapErr().code).toBe(first);
    },
  );
});

function withSms(sms: Partial<IssueChallenge['tenant']['sms']>): Cause<IssueChallenge>[1] {
  return (input) => ({
    ...input,
    tenant: { ...input.tenant, sms: { ...input.tenant.sms, ...sms } },
  });
}

function withRecord(changes: Partial<IssueChallenge['record']>): Cause<IssueChallenge>[1] {
  return (input) => ({ ...input, record: { ...input.record, ...changes } });
}
