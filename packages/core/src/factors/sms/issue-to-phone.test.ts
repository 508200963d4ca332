import { expect, it } from 'vitest';
import {
  NOW,
  PHONE,
  ago,
  freshCode,
  identityWith,
  pendingWith,
  recordWith,
  tenantWith,
} from '../../../test/fixtures.js';
import { minutes } from '../../shared/duration.js';
import type { SendLedger } from '../codes/budgets.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import type { FactorRecord } from '../factor-record.js';
import { issueToPhone } from './issue-to-phone.js';

it('a code for a phone asks for one message, whose text holds the code', () => {
  const fresh = freshCode({ codeId: 'c0ffee00-0000-4000-8000-000000000002' }, 43);
  const situation = {
    tenant: tenantWith(),
    identity: identityWith(),
    record: recordWith(),
    fresh,
    country: null,
    numberType: null,
  };
  const { text, code, ...send } = issueToPhone(situation, fresh, NOW, LIMITS)._unsafeUnwrap().send;
  expect(text.reveal()).toBe('000043 is your Acme code. It expires in 15 minutes.');
  expect(code.reveal()).toBe('000043');
  expect(send).toEqual({
    tenantId: 'acme',
    identityId: 'ada',
    factor: 'sms',
    purpose: 'enrolment',
    codeId: 'c0ffee00-0000-4000-8000-000000000002',
    phone: PHONE,
    locale: null,
    operationText: null,
    expiresInMs: minutes(15),
    attempt: 1,
    destinationKey: fresh.destinationKey,
    counted: [],
    reservedAt: NOW,
  });
});

it.each<[string, FactorRecord, number]>([
  ['while none is live', recordWith({ sends: sent(1) }), 1],
  ['while one is live', recordWith({ state: pendingWith(), sends: sent(1) }), 2],
  ['again while one is live', recordWith({ state: pendingWith(), sends: sent(2, 1) }), 3],
  [
    'while one is live, with sends of earlier codes',
    recordWith({ state: pendingWith(), sends: sent(60, 1) }),
    2,
  ],
])('a code that is asked for %s counts as an attempt', (_, record, attempt) => {
  const fresh = freshCode();
  const situation = {
    tenant: tenantWith(),
    identity: identityWith(),
    record,
    fresh,
    country: null,
    numberType: null,
  };
  expect(issueToPhone(situation, fresh, NOW, LIMITS)._unsafeUnwrap().send.attempt).toBe(attempt);
});

function sent(...minutesAgo: readonly number[]): SendLedger {
  return { sentAt: minutesAgo.map((count) => ago(minutes(count))), cooldownStartedAt: null };
}
