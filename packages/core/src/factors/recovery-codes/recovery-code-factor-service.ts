import { err, type Result } from 'neverthrow';
import { readFacts } from '../../identity/facts-service.js';
import { requireActive } from '../../identity/require-active.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';
import { checkAnswer, proofOf, type Asked } from '../answer-service.js';
import { ofFactor, type Authenticator } from '../authenticator.js';
import type { CheckedCode } from '../codes/check-code.js';
import type {
  AnswerRefused,
  FactorNotEnrolled,
  OwnedSession,
  Proof,
  UnsentFactor,
} from '../factor.js';
import type { FactorName } from '../../records/factor-name.js';
import { mfaStatus } from '../mfa-status.js';
import type { FactorNotAllowed } from '../require-allowed.js';
import { verifyEnrolled, type EnrolledAnswer } from '../verify-enrolled.js';
import { requireCodesAllowed } from './generate-codes.js';
import { parseRecoveryCode, stretchCode, type StretchedCode } from './recovery-code.js';
import type { RecoveryCodeWiring } from './recovery-code-service.js';
import { saltOf, withoutCode, type RecoveryOwner } from './recovery-set.js';

/**
 * A recovery code as the step-up of a session. Policies do not name it: it replaces the person's factors, and an
 * organisation that allows none of those refuses it.
 */
export function createRecoveryCodeFactor(wiring: RecoveryCodeWiring): UnsentFactor {
  return {
    name: 'recovery_code',
    prepare: null,
    verify: (session, input) => verifyRecoveryCode(wiring, session, input),
  };
}

const AMR = ['mfa'];

/**
 * Stretches the code before the decision, which holds a connection. It is done only for a code that the decision will
 * compare. A set that was replaced in between has another salt, so the code is wrong, as every code of a replaced set.
 */
async function verifyRecoveryCode(
  wiring: RecoveryCodeWiring,
  session: OwnedSession,
  input: unknown,
): Promise<Result<Proof, AnswerRefused>> {
  const { tenantId, identityId, sessionId, operation } = session;
  const whose = { tenantId, identityId, sessionId, factor: FACTOR, purpose: 'step_up' } as const;
  const { identity, tenant, record } = await readFacts(wiring.storage, whose);
  const typed = parseRecoveryCode(input);
  const uncompared = typed.map(() => null);
  const early = requireActive(identity).andThen((active) =>
    judge(wiring, session, { identity: active, tenant, record }, uncompared, wiring.clock.now()),
  );
  if (early.isErr()) return err(early.error);
  const [set] = ofFactor(record.authenticators, FACTOR);
  const salt = saltOf(set?.verifier ?? '');
  const code = await typed.asyncMap((text) => stretchCode(wiring.stretchFor(tenantId), text, salt));
  const checked = await checkAnswer(wiring, {
    whose,
    operation,
    client: session,
    proves: 'recovery_code.used',
    decide: (asked, now) => judge(wiring, session, asked, code, now),
  });
  return checked.andThen((answer) => proofOf(answer, AMR));
}

const FACTOR = 'recovery_code';

/** What the caller typed; null for a code that is not stretched yet, and so not compared. */
type TypedCode = Result<StretchedCode | null, CodeMalformed>;

function judge(
  { codeKeys, limits, recoveryCodes }: RecoveryCodeWiring,
  { tenantId, identityId, allowedFactors }: OwnedSession,
  { identity, tenant, record }: Asked,
  code: TypedCode,
  now: Date,
): Result<CheckedCode, AnswerRefused> {
  const allowed = requireCodesAllowed({ tenant, ...recoveryCodes });
  if (allowed.isErr()) return err(allowed.error);
  // A factor of the host may have been removed since the codes were created.
  const { methods } = mfaStatus(identity, record.authenticators);
  if (methods.length === 0) return err(NOT_ENROLLED);
  if (!replacesAny(methods, allowedFactors)) return err(NOT_ALLOWED);
  const [set] = ofFactor(record.authenticators, FACTOR);
  const answer = compareCode(codeKeys, { tenantId, identityId }, set, code);
  return verifyEnrolled({ factor: FACTOR, tenant, allowedFactors, record, answer }, now, limits);
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
function compareCode(
  keys: KeyRing,
  owner: RecoveryOwner,
  set: Authenticator | undefined,
  code: TypedCode,
): EnrolledAnswer {
  if (code.isErr()) return { type: 'malformed' };
  if (set === undefined || code.value === null) return { type: 'code', named: null, proven: null };
  const verifier = withoutCode(keys, owner, code.value, set.verifier ?? '');
  const proven = verifier === null ? null : { id: set.id, verifier };
  return { type: 'code', named: null, proven };
}
