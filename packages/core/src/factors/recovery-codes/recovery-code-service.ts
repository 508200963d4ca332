import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import type { Happening } from '../../authentication-log/tell-step.js';
import type { IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import type { Random } from '../../ports/random.js';
import { checkAccountCaller } from '../../shared/check-arguments.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { readFacts } from '../../shared/decide-always.js';
import type { AnswerServiceOptions } from '../answer-service.js';
import { generateCodes, type GenerateCodesRefused } from './generate-codes.js';
import {
  printRecoveryCode,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  toRecoveryCode,
} from './recovery-code.js';
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

export interface RecoveryCodeServiceOptions extends AnswerServiceOptions {
  readonly codeKeys: KeyRing;
  readonly random: Random;
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
  readonly recoveryCodes: RecoveryCodeOptions;
}

export function createRecoveryCodeService(
  options: RecoveryCodeServiceOptions,
): RecoveryCodeService {
  const { storage, clock, trails, codeKeys, random, requireAssurance, recoveryCodes } = options;

  return {
    async generate(caller) {
      checkAccountCaller('recoveryCodes.generate', caller);
      const { tenantId, identityId, ...session } = caller;
      const assurance = judgedAssurance(session.assurance, requireAssurance);
      const whose = {
        tenantId,
        identityId,
        factor: 'recovery_code',
        purpose: 'enrolment',
      } as const;
      const codes = Array.from({ length: RECOVERY_CODES }, () =>
        toRecoveryCode(random.bytes(RECOVERY_CODE_LENGTH)),
      );
      const set = recoverySet(codeKeys, whose, codes);
      return storage.decide<ShownRecoveryCodes, GenerateCodesError>(
        whose,
        ({ tenant, record, ...facts }) => {
          const identity = requireActive(facts.identity);
          if (identity.isErr()) return err(identity.error);
          const now = clock.now();
          const asked = { identity: identity.value, record, tenant, assurance, set };
          const generated = generateCodes({ ...asked, ...recoveryCodes }, now);
          if (generated.isErr()) return err(generated.error);
          const scene = { whose, hipaa: tenant.hipaa, now };
          return ok({
            outcome: { codes: codes.map(printRecoveryCode) },
            record: generated.value,
            trail: trails.of(tenantId, GENERATED, scene),
          });
        },
      );
    },

    async isCurrent(caller, codes) {
      checkAccountCaller('recoveryCodes.isCurrent', caller);
      const { tenantId, identityId } = caller;
      const owner = { tenantId, identityId };
      const scope = { ...owner, factor: 'recovery_code', purpose: 'enrolment' } as const;
      const { record } = await readFacts(storage, scope);
      return isWholeSet(codeKeys, owner, codes, record.factors.recovery_code?.verifier ?? null);
    },
  };
}

const GENERATED: readonly Happening[] = [{ type: 'recovery_codes.generated', reason: null }];
