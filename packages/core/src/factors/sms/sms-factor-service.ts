import { err, type Result } from 'neverthrow';
import { verifiedPhone, type IdentityRefused } from '../../identity/identity.js';
import type { GuessRefused, NothingPending } from '../codes/check-code.js';
import { settle } from '../codes/code-state.js';
import { readGuess } from '../codes/read-guess.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { SentFactor } from '../factor.js';
import type { SmsNotSent } from './code-delivery-service.js';
import type { CodeUserOptions } from './code-service.js';
import type { TenantSendBudgetSpent } from './daily-budget.js';
import type { FraudGuarded } from './decide-send.js';
import { issueChallenge, type IssueChallengeRefused } from './issue-challenge.js';
import { maskPhone } from './mask-phone.js';
import { verifyChallenge, type VerifyChallengeRefused } from './verify-challenge.js';

export type PrepareSmsError =
  | IdentityRefused
  | IssueChallengeRefused
  | TenantSendBudgetSpent
  | FraudGuarded
  | SmsNotSent;
export type VerifySmsError = IdentityRefused | VerifyChallengeRefused | GuessRefused;

/** SMS as the step-up of a session: a code for it goes to the identity's verified phone. */
export function createSmsFactor(
  options: CodeUserOptions,
): SentFactor<PrepareSmsError, VerifySmsError> {
  const { storage, clock, limits, answers, codes, codeKeys } = options;
  /** Which code of the identity's. */
  const subject = { factor: 'sms', purpose: 'step_up' } as const;

  /** The identity is known only once its challenge is found, so it cannot be locked earlier. */
  async function findIdentity(tenantId: string, sessionId: string): Promise<string | null> {
    const challenge = await storage.lookUp('challenge', { tenantId, sessionId });
    const isKnown = challenge && settle(challenge.state, clock.now()).status !== 'none';
    return isKnown ? challenge.identityId : null;
  }

  return {
    name: 'sms',
    amr: ['sms', 'otp', 'mfa'],

    async prepare({ tenantId, identityId, sessionId, clientAddress, locale, allowedFactors }) {
      const sent = await codes.send({
        whose: { tenantId, identityId, sessionId, ...subject },
        clientAddress,
        phoneOf: verifiedPhone,
        decide: ({ challenge: current, ...situation }, now) =>
          issueChallenge({ ...situation, current, locale, allowedFactors }, now, limits),
      });
      return sent.map((phone) => ({ sentTo: maskPhone(phone) }));
    },

    async verify(session, code): Promise<Result<string, VerifySmsError>> {
      const { tenantId, sessionId } = session;
      const identityId = await findIdentity(tenantId, sessionId);
      const isNamed = session.identityId === null || session.identityId === identityId;
      if (identityId === null || !isNamed) return err(NOTHING_PENDING);
      const whose = { tenantId, identityId, sessionId, ...subject };
      const checked = await answers.check({
        whose,
        sentTo: verifiedPhone,
        decide({ identity, record }, now) {
          const phone = verifiedPhone(identity);
          const { guess, destination } = readGuess(codeKeys, whose, record.state, code, phone);
          return verifyChallenge(record, guess, destination, now, limits);
        },
      });
      return checked.andThen(({ outcome }) => reportOutcome(outcome)).map(() => identityId);
    },
  };
}

const NOTHING_PENDING: NothingPending = { code: 'nothing_pending' };
