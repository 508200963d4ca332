import { describe, expect, it } from 'vitest';
import {
  bound,
  NOW,
  pairsInOrder,
  pendingWith,
  recordWith,
  type Cause,
} from '../../../test/fixtures.js';
import type { Authenticator } from '../authenticator.js';
import { NO_CODE } from '../codes/code-state.js';
import { DEFAULT_CODE_LIMITS as LIMITS } from '../codes/limits.js';
import { authenticatorIdOf, formatCredential } from './credential.js';
import { verifyRequest, type VerifyRequest } from './verify-request.js';

const DATA = { signCount: 8, userVerified: true, deviceBound: true };

/** A key whose counter is at 7. */
function keyOf(id: string, changes: Partial<Authenticator> = {}, signCount = 7): Authenticator {
  const credential = { id, publicKey: 'AA', userHandle: 'AA', transports: ['usb'] };
  const verifier = formatCredential({ ...credential, ...DATA, signCount });
  return bound('webauthn', { id: authenticatorIdOf(id), verifier, ...changes });
}

const pending = pendingWith({ destination: null });

const right: VerifyRequest = {
  record: recordWith({ state: pending, authenticators: [keyOf('one'), keyOf('two')] }),
  verdict: { type: 'verified', credentialId: 'two', data: DATA },
  codeId: pending.codeId,
};

const verify = (input: VerifyRequest) => verifyRequest(input, NOW, LIMITS);

function withRecord(input: VerifyRequest, changes: Partial<VerifyRequest['record']>) {
  return { ...input, record: { ...input.record, ...changes } };
}

function withRow(input: VerifyRequest, wrongInARow: number): VerifyRequest {
  const authenticators = input.record.authenticators.map((one) => ({ ...one, wrongInARow }));
  return withRecord(input, { authenticators });
}

const rowsOf = (input: VerifyRequest) =>
  verify(input)
    ._unsafeUnwrap()
    .record.authenticators.map(({ wrongInARow }) => wrongInARow);

/** In the order of the checks: 404, 409, 422. */
const CAUSES: readonly Cause<VerifyRequest>[] = [
  ['nothing_pending', (input) => withRecord(input, { state: NO_CODE })],
  ['factor_not_enrolled', (input) => withRecord(input, { authenticators: [] })],
  ['factor_suspended', (input) => withRow(input, 100)],
  ['code_malformed', (input) => ({ ...input, verdict: { type: 'malformed' } })],
  ['attempts_exhausted', (input) => withRecord(input, { wrongGuesses: new Array(10).fill(NOW) })],
];

describe('a response to the challenge of a session', () => {
  it('uses the challenge up, and what the authenticator says is stored', () => {
    const { record, outcome } = verify(withRow(right, 5))._unsafeUnwrap();
    expect(outcome).toEqual({ type: 'accepted' });
    expect(record.state).toEqual(NO_CODE);
    const used = keyOf('two', {
      lastUsedAt: NOW,
      verifier: expect.stringContaining('"signCount":8'),
    });
    expect(record.authenticators).toEqual([keyOf('one', { wrongInARow: 5 }), used]);
  });

  it('that is wrong counts for the authenticator that it names alone, and for none that is unknown', () => {
    const verdict = { type: 'wrong', credentialId: 'two' } as const;
    expect(rowsOf({ ...right, verdict })).toEqual([0, 1]);
    expect(rowsOf({ ...right, verdict: { ...verdict, credentialId: 'three' } })).toEqual([0, 0]);
  });

  it.each([
    [7, 7, false],
    [7, 6, false],
    [7, 0, false],
    [0, 0, true],
    [0, 1, true],
    [7, 8, true],
  ])('after a count of %i with one of %i is right: %s', (before, signCount, isRight) => {
    const checked = verify({
      ...withRecord(right, { authenticators: [keyOf('two', {}, before)] }),
      verdict: { type: 'verified', credentialId: 'two', data: { ...DATA, signCount } },
    })._unsafeUnwrap();
    expect(checked.outcome.type === 'accepted').toBe(isRight);
    expect(checked.reason).toBe(isRight ? undefined : 'sign_count_went_back');
  });

  it('by a key that says that it may be backed up from now on is wrong', () => {
    const data = { ...DATA, deviceBound: false };
    const verdict = { type: 'verified', credentialId: 'two', data } as const;
    const { outcome, record } = verify({ ...right, verdict })._unsafeUnwrap();
    expect(outcome).toMatchObject({ error: { code: 'code_mismatch' } });
    expect(record.authenticators).toEqual([keyOf('one'), keyOf('two', { wrongInARow: 1 })]);
  });

  it('to a challenge that was replaced, or by an authenticator that was removed meanwhile, is wrong', () => {
    const removed = withRecord(right, { authenticators: [keyOf('one')] });
    for (const late of [{ ...right, codeId: 'another' }, { ...right, codeId: null }, removed]) {
      expect(verify(late)._unsafeUnwrap()).toMatchObject({
        outcome: { error: { code: 'code_mismatch' } },
        record: { state: { attemptsSpent: 1 } },
      });
    }
  });

  it.each(pairsInOrder(CAUSES))('$first is said before $later', ({ first, both }) => {
    expect(verify(both(right))._unsafeUnwrapErr()).toMatchObject({ code: first });
  });
});
