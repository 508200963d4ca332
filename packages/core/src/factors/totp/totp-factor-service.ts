import type { Result } from 'neverthrow';
import { NONCE_BYTES } from '../../shared/keys/seal.js';
import { checkAnswer, type FactorWiring } from '../answer-service.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { AnswerRefused, OwnedSession, UnsentFactor } from '../factor.js';
import { verifyEnrolled } from '../verify-enrolled.js';
import { readTotp } from './read-totp.js';
import { parseVerifier } from './totp-secret.js';

/** An authenticator app as the step-up of a session. */
export function createTotpFactor(wiring: FactorWiring): UnsentFactor {
  return {
    name: 'totp',
    amr: ['otp', 'mfa'],
    prepare: null,
    verify: (session, input) => verifyTotp(wiring, session, input),
  };
}

async function verifyTotp(
  wiring: FactorWiring,
  { tenantId, sessionId, identityId, allowedFactors }: OwnedSession,
  input: unknown,
): Promise<Result<string, AnswerRefused>> {
  const { codeKeys, limits, random } = wiring;
  const factor = 'totp';
  const whose = { tenantId, identityId, sessionId, factor, purpose: 'step_up' } as const;
  const nonce = random.bytes(NONCE_BYTES);
  const checked = await checkAnswer(wiring, {
    whose,
    decide({ tenant, record }, now) {
      const stored = record.factors.totp?.verifier ?? null;
      const known = stored === null ? null : parseVerifier(stored);
      const read = readTotp(codeKeys, whose, known, { input, at: now, nonce });
      return verifyEnrolled({ factor, tenant, allowedFactors, record, ...read }, now, limits);
    },
  });
  return checked.andThen(({ outcome }) => reportOutcome(outcome)).map(() => identityId);
}
