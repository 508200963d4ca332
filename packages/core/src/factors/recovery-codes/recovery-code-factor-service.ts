import { err, type Result } from 'neverthrow';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { checkAnswer } from '../answer-service.js';
import { ofFactor, type Authenticator } from '../authenticator.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { AnswerRefused, FactorNotEnrolled, OwnedSession, UnsentFactor } from '../factor.js';
import type { FactorName } from '../../records/factor-name.js';
import { mfaStatus } from '../mfa-status.js';
import type { FactorNotAllowed } from '../require-allowed.js';
import { verifyEnrolled, type EnrolledAnswer } from '../verify-enrolled.js';
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
      const { methods } = mfaStatus(identity, record.authenticators);
      if (methods.length === 0) return err(NOT_ENROLLED);
      if (!replacesAny(methods, allowedFactors)) return err(NOT_ALLOWED);
      const [set] = ofFactor(record.authenticators, factor);
      const answer = readRecoveryCode(codeKeys, whose, set, input);
      return verifyEnrolled({ factor, tenant, allowedFactors, record, answer }, now, limits);
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

/** Compares a typed code with the set; undefined for none. A right one leaves the set without it. */
function readRecoveryCode(
  keys: KeyRing,
  owner: RecoveryOwner,
  set: Authenticator | undefined,
  input: unknown,
): EnrolledAnswer {
  const code = parseRecoveryCode(input);
  if (code.isErr()) return { type: 'malformed' };
  const verifier =
    set === undefined ? null : withoutCode(keys, owner, code.value, set.verifier ?? '');
  const proven = set === undefined || verifier === null ? null : { id: set.id, verifier };
  return { type: 'code', named: null, proven };
}
