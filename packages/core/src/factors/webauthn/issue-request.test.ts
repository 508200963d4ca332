import { describe, expect, it } from 'vitest';
import {
  bound,
  NOW,
  pairsInOrder,
  pendingWith,
  recordWith,
  tenantWith,
  type Cause,
} from '../../../test/fixtures.js';
import { addMs, minutes } from '../../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { issueRequest, type IssueRequest } from './issue-request.js';

const right: IssueRequest = {
  identityId: 'ada',
  tenant: tenantWith(),
  record: recordWith({ authenticators: [bound('webauthn')] }),
  current: null,
  allowedFactors: null,
  fresh: { codeId: 'code-2', digest: 'digest' },
};

const issue = (input: IssueRequest) => issueRequest(input, NOW, LIMITS);

function withRecord(input: IssueRequest, changes: Partial<IssueRequest['record']>): IssueRequest {
  return { ...input, record: { ...input.record, ...changes } };
}

/** In the order of the checks: 503, 409, 422, 429. */
const CAUSES: readonly Cause<IssueRequest>[] = [
  ['factor_not_allowed', (input) => ({ ...input, allowedFactors: ['totp'] })],
  ['factor_not_enrolled', (input) => withRecord(input, { authenticators: [] })],
  [
    'session_taken',
    (input) => ({
      ...input,
      current: { identityId: 'bob', factor: 'sms', state: pendingWith() },
    }),
  ],
  [
    'factor_suspended',
    (input) =>
      withRecord(input, {
        authenticators: input.record.authenticators.map((one) => ({ ...one, wrongInARow: 100 })),
      }),
  ],
  ['guess_budget_spent', (input) => withRecord(input, { wrongGuesses: new Array(10).fill(NOW) })],
];

describe('the challenge of a session to a passkey', () => {
  it('replaces the one before it for five minutes, and the wrong answers so far stay counted', () => {
    const before = withRecord(right, {
      state: pendingWith({ attemptsSpent: 3, destination: null }),
    });
    expect(issue(before)._unsafeUnwrap().state).toMatchObject({
      codeId: 'code-2',
      verifier: 'digest',
      expiresAt: addMs(NOW, minutes(5)),
      attemptsSpent: 3,
    });
  });

  it.each(pairsInOrder(CAUSES))('$first is said before $later', ({ first, both }) => {
    expect(issue(both(right))._unsafeUnwrapErr()).toMatchObject({ code: first });
  });
});
