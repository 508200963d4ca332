import { err, type Result } from 'neverthrow';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { checkAnswer } from '../answer-service.js';
import type { Guess } from '../codes/check-code.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { AnswerRefused, FactorNotEnrolled, OwnedSession, UnsentFactor } from '../factor.js';
import type { FactorName } from '../../records/factor-name.js';
import { mfaStatus } from '../mfa-status.js';
import type { FactorNotAllowed } from '../require-allowed.js';
import { verifyEnrolled } from '../verify-enrolled.js';
import { requireCodesAllowed } from './generate-codes.js';
import { parseRecoveryCode } from './recovery-code.js';
import type { RecoveryCodeWiring } from './recovery-code-service.js';
import { withoutCode, type RecoveryOwner } from './recovery-set.js';

/**
 * A recovery code as the step-up of a session. Policies do not name it: it replaces the person's factors, and an
 * organisation that allows none of those refuses it.
 */
export function createRecoveryCodeFactor(wiring: RecoveryCodeWiring): UnsentFactor {
  return {
    name: 'recovery_code',
    amr: ['mfa'],
    prepare: null,
    verify: (session, input) => verifyRecoveryCode(wiring, session, input),
  };
}

async function verifyRecoveryCode(
  wiring: RecoveryCodeWiring,
  { tenantId, sessionId, identityId, allowedFactors }: OwnedSession,
  input: unknown,
): Promise<Result<string, AnswerRefused>> {
  const { codeKeys, limits, recoveryCodes } = wiring;
  const factor = 'recovery_code';
  const whose = { tenantId, identityId, sessionId, factor, purpose: 'step_up' } as const;
  const checked = await checkAnswer(wiring, {
    whose,
    proves: 'recovery_code.used',
    decide({ identity, tenant, record }, now) {
      const allowed = requireCodesAllowed({ tenant, ...recoveryCodes });
      if (allowed.isErr()) return err(allowed.error);
      // A factor of the host may have been removed since the codes were created.
      const { methods } = mfaStatus(identity, record.factors);
      if (methods.length === 0) return err(NOT_ENROLLED);
      if (!replacesAny(methods, allowedFactors)) return err(NOT_ALLOWED);
      const set = record.factors.recovery_code?.verifier ?? '';
      const read = readRecoveryCode(codeKeys, whose, set, input);
      return verifyEnrolled({ factor, tenant, allowedFactors, record, ...read }, now, limits);
    },
  });
  return checked.andThen(({ outcome }) => reportOutcome(outcome)).map(() => identityId);
}

const NOT_ENROLLED: FactorNotEnrolled = { code: 'factor_not_enrolled' };
const NOT_ALLOWED: FactorNotAllowed = { code: 'factor_not_allowed' };

/** Whether the organisation allows one of the factors that the code replaces. Without an organisation each is. */
function replacesAny(
  methods: readonly FactorName[],
  allowedFactors: readonly FactorName[] | null,
): boolean {
  return allowedFactors === null || methods.some((name) => allowedFactors.includes(name));
}

/** A guess, and the remaining set; null if the code is not in the set. */
function readRecoveryCode(
  keys: KeyRing,
  owner: RecoveryOwner,
  set: string,
  input: unknown,
): { readonly guess: Guess; readonly verifier: string | null } {
  const code = parseRecoveryCode(input);
  if (code.isErr()) return { guess: { type: 'malformed' }, verifier: null };
  const verifier = withoutCode(keys, owner, code.value, set);
  return { guess: { type: 'code', matches: verifier !== null }, verifier };
}
