import type { Random } from '../../ports/random.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { NONCE_BYTES } from '../../shared/seal.js';
import type { AnswerService, AnswerServiceOptions } from '../answer-service.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { UnsentFactor } from '../factor.js';
import { verifyEnrolled } from '../verify-enrolled.js';
import { readTotp } from './read-totp.js';
import { parseVerifier } from './totp-secret.js';

export interface TotpFactorOptions extends Pick<AnswerServiceOptions, 'limits'> {
  readonly answers: AnswerService;
  readonly codeKeys: KeyRing;
  readonly random: Random;
}

/** An authenticator app as the step-up of a session. */
export function createTotpFactor(options: TotpFactorOptions): UnsentFactor {
  const { limits, answers, codeKeys, random } = options;

  return {
    name: 'totp',
    amr: ['otp', 'mfa'],
    prepare: null,

    async verify({ tenantId, sessionId, identityId, allowedFactors }, input) {
      const whose = {
        tenantId,
        identityId,
        sessionId,
        factor: 'totp',
        purpose: 'step_up',
      } as const;
      const nonce = random.bytes(NONCE_BYTES);
      const checked = await answers.check({
        whose,
        decide({ tenant, record }, now) {
          const stored = record.factors.totp?.verifier ?? null;
          const known = stored === null ? null : parseVerifier(stored);
          const read = readTotp(codeKeys, whose, known, { input, at: now, nonce });
          const asked = { factor: 'totp', tenant, allowedFactors, record, ...read } as const;
          return verifyEnrolled(asked, now, limits);
        },
      });
      return checked.andThen(({ outcome }) => reportOutcome(outcome)).map(() => identityId);
    },
  };
}
