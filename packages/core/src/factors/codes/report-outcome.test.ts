import { expect, it } from 'vitest';
import { reportOutcome } from './report-outcome.js';

it('an accepted code is reported as Ok', () => {
  expect(reportOutcome({ type: 'accepted' }).isOk()).toBe(true);
});

it.each(['code_mismatch', 'code_expired', 'attempts_exhausted', 'phone_changed'] as const)(
  'a refusal with %s is reported as that error',
  (code) => {
    const reported = reportOutcome({ type: 'refused', error: { code } });
    expect(reported._unsafeUnwrapErr()).toEqual({ code });
  },
);
