import { describe, expect, it } from 'vitest';
import {
  ago,
  bound,
  identityWith,
  NOW,
  pairsInOrder,
  recordWith,
  tenantWith,
  type Cause,
} from '../../../test/fixtures.js';
import { addMs, minutes } from '../../shared/duration.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { startWebAuthn, type StartWebAuthn } from './start-webauthn.js';

const right: StartWebAuthn = {
  identity: identityWith(),
  record: recordWith(),
  tenant: tenantWith(),
  assurance: 'aal2',
  fresh: { codeId: 'code-1', digest: 'digest', userHandle: 'handle' },
};

const start = (input: StartWebAuthn) => startWebAuthn(input, NOW, LIMITS);

function withRecord(input: StartWebAuthn, changes: Partial<StartWebAuthn['record']>) {
  return { ...input, record: { ...input.record, ...changes } };
}

/** In the order of the checks: 401, 503, 409, 429. */
const CAUSES: readonly Cause<StartWebAuthn>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...input,
      identity: identityWith({ otherFactors: ['email'] }),
      assurance: 'aal1',
    }),
  ],
  ['factor_not_allowed', (input) => ({ ...input, tenant: tenantWith({}, { allowedFactors: [] }) })],
  [
    'too_many_authenticators',
    (input) => withRecord(input, { authenticators: new Array(10).fill(bound('webauthn')) }),
  ],
  ['start_budget_spent', (input) => withRecord(input, { starts: new Array(10).fill(ago(1)) })],
];

describe('the start of an enrolment of a passkey', () => {
  it('waits five minutes for the response, and counts', () => {
    expect(start(right)._unsafeUnwrap()).toEqual(
      recordWith({
        state: {
          status: 'pending',
          codeId: 'code-1',
          verifier: 'digest handle',
          destination: null,
          issuedAt: NOW,
          expiresAt: addMs(NOW, minutes(5)),
          attemptsSpent: 0,
          wrongGuesses: [],
          counted: [],
        },
        starts: [NOW],
      }),
    );
  });

  it.each(pairsInOrder(CAUSES))('$first is said before $later', ({ first, both }) => {
    expect(start(both(right))._unsafeUnwrapErr()).toMatchObject({ code: first });
  });
});
