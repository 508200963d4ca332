import type { Result } from 'neverthrow';
import { NONCE_BYTES } from '../../shared/keys/seal.js';
import { checkAnswer, proofOf, type FactorWiring } from '../answer-service.js';
import { ofFactor } from '../authenticator.js';
import type { AnswerRefused, OwnedSession, Proof, UnsentFactor } from '../factor.js';
import { usableAuthenticators } from '../suspension.js';
import { verifyEnrolled } from '../verify-enrolled.js';
import { readTotpAnswer } from './read-totp.js';

/** Any of a person's authenticator apps as the step-up of a session. */
export function createTotpFactor(wiring: FactorWiring): UnsentFactor {
  return {
    name: 'totp',
    prepare: null,
    verify: (session, input) => verifyTotp(wiring, session, input),
  };
}

const AMR = ['otp', 'mfa'];

async function verifyTotp(
  wiring: FactorWiring,
  { tenantId, sessionId, identityId, allowedFactors, operation, ...client }: OwnedSession,
  input: unknown,
): Promise<Result<Proof, AnswerRefused>> {
  const { codeKeys, limits, random } = wiring;
  const factor = 'totp';
  const whose = { tenantId, identityId, sessionId, factor, purpose: 'step_up' } as const;
  const nonce = random.bytes(NONCE_BYTES);
  const checked = await checkAnswer(wiring, {
    whose,
    client,
    operation,
    decide({ tenant, record }, now) {
      const apps = usableAuthenticators(ofFactor(record.authenticators, factor), limits);
      const answer = readTotpAnswer(codeKeys, whose, apps, { input, at: now, nonce });
      return verifyEnrolled({ factor, tenant, allowedFactors, record, answer }, now, limits);
    },
  });
  return checked.andThen((answer) => proofOf(answer, AMR));
}
