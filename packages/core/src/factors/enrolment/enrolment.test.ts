import { describe, expect, it } from 'vitest';
import { NOW, pendingWith, recordWith, bound } from '../../../test/fixtures.js';
import { enrolmentState } from './enrolment.js';

describe('the state of an enrolment', () => {
  it.each([
    ['none', recordWith(), { status: 'none' }],
    ['pending', recordWith({ state: pendingWith() }), pendingWith()],
    [
      'expired once the 15 minutes are over',
      recordWith({ state: pendingWith({ expiresAt: NOW }) }),
      { status: 'expired', endedAt: NOW },
    ],
    [
      'enrolled',
      recordWith({ authenticators: [bound('sms', { enrolledAt: NOW })] }),
      { status: 'enrolled', enrolledAt: NOW },
    ],
  ])('is %s', (_, record, state) => {
    expect(enrolmentState('sms', record, NOW)).toEqual(state);
  });
});
