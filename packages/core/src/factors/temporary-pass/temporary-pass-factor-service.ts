import type { Result } from 'neverthrow';
import { parseBase32Code } from '../../shared/base32-code.js';
import { checkAnswer, proofOf, type FactorWiring } from '../answer-service.js';
import { checkCode, type Guess, type NothingPending } from '../codes/check-code.js';
import type { AnswerRefused, OwnedSession, Proof, UnsentFactor } from '../factor.js';
import { isLivePass, TEMPORARY_PASS } from './temporary-pass.js';

export type VerifyPassError = AnswerRefused | NothingPending;

/**
 * A temporary pass as the step-up of a session, which is then for enrolling a factor. An administrator vouches for the
 * person, so neither policies nor a suspended factor stand in its way.
 */
export function createTemporaryPassFactor(wiring: FactorWiring): UnsentFactor<VerifyPassError> {
  return {
    name: 'temporary_pass',
    purpose: 'enrolment',
    prepare: null,
    verify: (session, input) => verifyPass(wiring, session, input),
  };
}

const AMR = ['otp', 'mfa'];

async function verifyPass(
  wiring: FactorWiring,
  { tenantId, identityId, sessionId, ...client }: OwnedSession,
  input: unknown,
): Promise<Result<Proof, VerifyPassError>> {
  const owner = { tenantId, identityId };
  // A pass has 80 bits, so the hourly budget of guesses is enough: a typing error does not use up the pass.
  const limits = { ...wiring.limits, attempts: Infinity };
  const checked = await checkAnswer(wiring, {
    whose: { ...owner, ...TEMPORARY_PASS },
    loggedAs: { ...owner, factor: 'temporary_pass', purpose: 'step_up', sessionId },
    client,
    proves: 'temporary_pass.used',
    decide({ record }, now) {
      const guess = parseBase32Code(input).match<Guess>(
        (pass) => ({
          type: 'code',
          matches: isLivePass(wiring.codeKeys, owner, record, pass, now),
        }),
        () => ({ type: 'malformed' }),
      );
      return checkCode(record, guess, null, now, limits);
    },
  });
  return checked.andThen((answer) => proofOf(answer, AMR));
}
