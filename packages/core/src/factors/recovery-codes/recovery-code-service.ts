import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import type { Happening } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import type { IdentityRefused } from '../../records/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { checkAccountCaller } from '../../shared/checks/check-arguments.js';
import { readFacts } from '../../identity/facts-service.js';
import type { FactorWiring } from '../answer-service.js';
import { ofFactor } from '../authenticator.js';
import { generateCodes, type GenerateCodesRefused } from './generate-codes.js';
import { toBase32Code } from '../../shared/base32-code.js';
import { printRecoveryCode, RECOVERY_CODE_LENGTH, RECOVERY_CODES } from './recovery-code.js';
import { isWholeSet, recoverySet } from './recovery-set.js';

/** A new set. It is shown only once. */
export interface ShownRecoveryCodes {
  /** Ten of them, as `XXXXX-XXXXX`. */
  readonly codes: readonly string[];
}

export type GenerateCodesError = IdentityRefused | GenerateCodesRefused;

/** Codes for people who have lost their second factor. Each is valid once. */
export interface RecoveryCodeService {
  /**
   * Makes a set of ten codes; the codes of an earlier set are void. Needs another second factor (`no_factor`) and a
   * session at aal2.
   */
  generate(caller: AccountCaller): Promise<Result<ShownRecoveryCodes, GenerateCodesError>>;
  /** Whether the codes are the whole set as `generate` has shown it: none was used, and the set is the latest. */
  isCurrent(caller: AccountCaller, codes: readonly string[]): Promise<boolean>;
}

/** What the host decides about recovery codes. */
export interface RecoveryCodeOptions {
  /** Whether they are forbidden in HIPAA mode; false by default. */
  readonly forbidInHipaaMode: boolean;
}

export interface RecoveryCodeWiring extends FactorWiring {
  readonly recoveryCodes: RecoveryCodeOptions;
}

export function createRecoveryCodeService(wiring: RecoveryCodeWiring): RecoveryCodeService {
  return {
    async generate(caller) {
      checkAccountCaller('recoveryCodes.generate', caller);
      return generateRecoveryCodes(wiring, caller);
    },

    async isCurrent(caller, codes) {
      checkAccountCaller('recoveryCodes.isCurrent', caller);
      return isCurrentSet(wiring, caller, codes);
    },
  };
}

/** Which code of the identity's. */
const SUBJECT = { factor: 'recovery_code', purpose: 'enrolment' } as const;

function generateRecoveryCodes(
  wiring: RecoveryCodeWiring,
  { tenantId, identityId, ...session }: AccountCaller,
): Promise<Result<ShownRecoveryCodes, GenerateCodesError>> {
  const { storage, clock, codeKeys, random, requireAssurance, recoveryCodes } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, ...SUBJECT };
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32Code(random.bytes(RECOVERY_CODE_LENGTH)),
  );
  const id = random.uuid();
  const set = recoverySet(codeKeys, whose, codes);
  return storage.decide(whose, ({ tenant, record, ...facts }) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const now = clock.now();
    const asked = { identity: identity.value, record, tenant, assurance, id, set };
    const generated = generateCodes({ ...asked, ...recoveryCodes }, now);
    if (generated.isErr()) return err(generated.error);
    const scene = { whose, hipaa: tenant.hipaa, now };
    return ok({
      outcome: { codes: codes.map(printRecoveryCode) },
      record: generated.value,
      trail: trailOf(wiring, tenantId, GENERATED, scene),
    });
  });
}

async function isCurrentSet(
  { storage, codeKeys }: RecoveryCodeWiring,
  { tenantId, identityId }: AccountCaller,
  codes: readonly string[],
): Promise<boolean> {
  const owner = { tenantId, identityId };
  const { record } = await readFacts(storage, { ...owner, ...SUBJECT });
  const [kept] = ofFactor(record.authenticators, 'recovery_code');
  return isWholeSet(codeKeys, owner, codes, kept?.verifier ?? null);
}

const GENERATED: readonly Happening[] = [{ type: 'recovery_codes.generated', reason: null }];
