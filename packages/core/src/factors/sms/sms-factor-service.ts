import { err, type Result } from 'neverthrow';
import { verifiedPhone, type IdentityRefused } from '../../records/identity.js';
import type { GuessRefused } from '../codes/check-code.js';
import { readGuess } from '../codes/read-guess.js';
import { challengedIdentity, checkAnswer, proofOf } from '../answer-service.js';
import type { FactorSession, Prepared, PreparedSession, Proof, SentFactor } from '../factor.js';
import type { SmsNotSent } from './code-delivery-service.js';
import { sendCode, type SmsWiring } from './code-service.js';
import type { TenantSendBudgetSpent } from './fraud/daily-budget.js';
import type { FraudGuarded } from './fraud/decide-send.js';
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
export function createSmsFactor(wiring: SmsWiring): SentFactor<PrepareSmsError, VerifySmsError> {
  return {
    name: 'sms',
    prepare: (session) => prepareSms(wiring, session),
    verify: (session, code) => verifySms(wiring, session, code),
  };
}

/** Which code of the identity's. */
const SUBJECT = { factor: 'sms', purpose: 'step_up' } as const;

const AMR = ['sms', 'otp', 'mfa'];

async function prepareSms(
  wiring: SmsWiring,
  { tenantId, identityId, sessionId, ...session }: PreparedSession,
): Promise<Result<Prepared, PrepareSmsError>> {
  const { locale, allowedFactors, operation } = session;
  const sent = await sendCode(wiring, {
    whose: { tenantId, identityId, sessionId, ...SUBJECT },
    client: session,
    operation,
    phoneOf: verifiedPhone,
    decide: ({ challenge: current, ...situation }, now) =>
      issueChallenge({ ...situation, current, locale, allowedFactors }, now, wiring.limits),
  });
  return sent.map((phone) => ({ sentTo: maskPhone(phone) }));
}

async function verifySms(
  wiring: SmsWiring,
  session: FactorSession,
  code: unknown,
): Promise<Result<Proof, VerifySmsError>> {
  const { tenantId, sessionId, operation } = session;
  const identityId = await challengedIdentity(wiring, session);
  if (identityId === null) return err({ code: 'nothing_pending' });
  const whose = { tenantId, identityId, sessionId, ...SUBJECT };
  const checked = await checkAnswer(wiring, {
    whose,
    client: session,
    sentTo: verifiedPhone,
    operation,
    decide({ identity, record }, now) {
      const phone = verifiedPhone(identity);
      const digest = operation?.digest ?? null;
      const { state } = record;
      const { guess, destination } = readGuess(wiring.codeKeys, whose, state, code, phone, digest);
      return verifyChallenge(record, guess, destination, now, wiring.limits);
    },
  });
  return checked.andThen((answer) => proofOf(answer, AMR));
}
