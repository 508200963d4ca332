import { expect, it } from 'vitest';
import {
  NOW,
  PHONE,
  freshCode,
  identityWith,
  recordWith,
  tenantWith,
} from '../../../test/fixtures.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { issueToPhone } from './issue-to-phone.js';

it('a code for a phone asks for one message, whose text alone holds the code', () => {
  const fresh = freshCode({ codeId: 'c0ffee00-0000-4000-8000-000000000002' }, 43);
  const situation = {
    tenant: tenantWith(),
    identity: identityWith(),
    record: recordWith(),
    fresh,
    country: null,
  };
  const { text, ...send } = issueToPhone(situation, fresh, NOW, LIMITS)._unsafeUnwrap().send;
  expect(text.reveal()).toBe('000043 is your Acme code. It expires in 15 minutes.');
  expect(send).toEqual({
    tenantId: 'acme',
    identityId: 'ada',
    factor: 'sms',
    purpose: 'enrolment',
    phone: PHONE,
    destinationKey: fresh.destinationKey,
    reservedAt: NOW,
  });
});
