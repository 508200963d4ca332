import { describe, expect, it } from 'vitest';
import {
  bound,
  identityWith,
  NOW,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
} from '../../../test/fixtures.js';
import { NO_CODE } from '../codes/code-state.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { authenticatorIdOf, parseCredential } from './credential.js';
import { verifyCreation, type VerifyCreation } from './verify-creation.js';

const CREDENTIAL = { id: 'one', publicKey: 'AA', transports: ['internal'] };
const DATA = { signCount: 0, userVerified: true, deviceBound: false };
const pending = pendingWith({ destination: null, verifier: 'digest handle' });

const right: VerifyCreation = {
  identity: identityWith(),
  record: recordWith({ state: pending }),
  assurance: 'aal2',
  verdict: { type: 'verified', credential: CREDENTIAL, data: DATA },
  codeId: pending.codeId,
  name: 'Laptop',
};

const verify = (input: VerifyCreation) => verifyCreation(input, NOW, LIMITS);

function withRecord(input: VerifyCreation, changes: Partial<VerifyCreation['record']>) {
  return { ...input, record: { ...input.record, ...changes } };
}

/** In the order of the checks: 401, 404, 422. */
const CAUSES: readonly Cause<VerifyCreation>[] = [
  [
    'assurance_insufficient',
    (input) => ({
      ...input,
      identity: identityWith({ otherFactors: ['email'] }),
      assurance: 'aal1',
    }),
  ],
  ['nothing_pending', (input) => withRecord(input, { state: NO_CODE })],
  ['name_malformed', (input) => ({ ...input, name: '' })],
  ['code_malformed', (input) => ({ ...input, verdict: { type: 'malformed' } })],
  ['attempts_exhausted', (input) => withRecord(input, { wrongGuesses: new Array(10).fill(NOW) })],
];

describe('a response to the enrolment of a passkey', () => {
  it('enrols the credential, with what its authenticator says, under an id that follows from it', () => {
    const { record } = verify(right)._unsafeUnwrap();
    expect(record).toMatchObject({
      state: NO_CODE,
      authenticators: [{ factor: 'webauthn', name: 'Laptop', enrolledAt: NOW, lastUsedAt: null }],
    });
    const [enrolled] = record.authenticators;
    expect(enrolled?.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(enrolled?.id).toBe(authenticatorIdOf('one'));
    const stored = { ...CREDENTIAL, ...DATA, userHandle: 'handle' };
    expect(parseCredential(enrolled?.verifier ?? '')).toEqual(stored);
  });

  it('to a challenge that was replaced meanwhile is wrong', () => {
    expect(verify({ ...right, codeId: 'another' })._unsafeUnwrap()).toMatchObject({
      outcome: { error: { code: 'code_mismatch' } },
      record: { authenticators: [], state: { attemptsSpent: 1 } },
    });
  });

  it('with a credential of the person is refused', () => {
    const known = bound('webauthn', { id: authenticatorIdOf('one') });
    const again = withRecord(right, { authenticators: [known] });
    expect(verify(again)._unsafeUnwrapErr()).toEqual({ code: 'already_enrolled' });
  });

  it.each(pairsInOrder(CAUSES))('$first is said before $later', ({ first, both }) => {
    expect(verify(both(right))._unsafeUnwrapErr()).toMatchObject({ code: first });
  });
});
