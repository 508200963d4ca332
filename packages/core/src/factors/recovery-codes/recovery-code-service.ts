import { err, type Result } from 'neverthrow';
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
import { generateCodes, type GenerateCodes, type GenerateCodesRefused } from './generate-codes.js';
import type { DecisionFacts } from '../../ports/decision.js';
import type { Stretch } from '../../shared/keys/stretch.js';
import { createLockQueue } from '../../shared/storage/lock-queue.js';
import {
  BASE32_CODE_LENGTH,
  printBase32Code,
  toBase32Code,
  type Base32Code,
} from '../../shared/base32-code.js';
import type { FactorRecord } from '../factor-record.js';
import {
  parseRecoveryCode,
  RECOVERY_CODES,
  stretchCode,
  type StretchedCode,
} from './recovery-code.js';
import {
  codesLeft,
  recoverySet,
  SALT_BYTES,
  saltOf,
  withoutCode,
  type RecoveryOwner,
} from './recovery-set.js';

/** A new set. It is shown only once. */
export interface ShownRecoveryCodes {
  /** Ten of them, as `XXXX-XXXX-XXXX-XXXX`. */
  readonly codes: readonly string[];
}

export type GenerateCodesError = IdentityRefused | GenerateCodesRefused;

/** Codes for people who have lost their second factor. Each is valid once. */
export interface RecoveryCodeService {
  /**
   * Makes a set of ten codes; the codes of an earlier set are void. Needs another second factor (`no_factor`) and a
   * session at aal2. Each set is one of the person's `startsPerHour` (10 by default): `start_budget_spent`.
   *
   * @throws StorageBusy where more than 10 sets of the person wait, or one has waited for 10 seconds; and as
   * {@link stretchInTurn}
   */
  generate(caller: AccountCaller): Promise<Result<ShownRecoveryCodes, GenerateCodesError>>;
  /** Whether codes that `generate` has shown are still the whole set: none was used, and the set is the latest. */
  isCurrent(caller: AccountCaller, codes: readonly string[]): Promise<boolean>;
}

/** What the host decides about recovery codes. */
export interface RecoveryCodeOptions {
  /** Whether they are forbidden in HIPAA mode; false by default. */
  readonly forbidInHipaaMode: boolean;
}

export interface RecoveryCodeWiring extends FactorWiring {
  readonly recoveryCodes: RecoveryCodeOptions;
  /** From `stretchInTurn`. */
  readonly stretchFor: (tenantId: string) => Stretch;
}

export function createRecoveryCodeService(wiring: RecoveryCodeWiring): RecoveryCodeService {
  const people = createLockQueue(SETS_OF_ONE);
  return {
    async generate(caller) {
      checkAccountCaller('recoveryCodes.generate', caller);
      const names = [JSON.stringify([caller.tenantId, caller.identityId])];
      return people.run({ names, isBounded: true }, () => generateRecoveryCodes(wiring, caller));
    },

    async isCurrent(caller, codes) {
      checkAccountCaller('recoveryCodes.isCurrent', caller);
      return isCurrentSet(wiring, caller, codes);
    },
  };
}

/**
 * How long a set waits, and behind how many others of its person. One is made at a time: sets of one person take one
 * place among what is stretched for the tenant, and guesses of others get their turn.
 */
const SETS_OF_ONE = { waitMs: 10_000, maxWaiters: 10 };

/** Which code of the identity's. */
const SUBJECT = { factor: 'recovery_code', purpose: 'enrolment' } as const;

async function generateRecoveryCodes(
  wiring: RecoveryCodeWiring,
  caller: AccountCaller,
): Promise<Result<ShownRecoveryCodes, GenerateCodesError>> {
  const { storage, clock, random } = wiring;
  const { tenantId, identityId } = caller;
  const whose = { tenantId, identityId, ...SUBJECT };
  const id = random.uuid();
  const early = withSet(
    wiring,
    caller,
    await readFacts(storage, whose),
    { id, set: '' },
    clock.now(),
  );
  if (early.isErr()) return err(early.error);
  const { codes, set } = await newSet(wiring, whose);
  return storage.decide(whose, (facts) => {
    const now = clock.now();
    const scene = { whose, hipaa: facts.tenant.hipaa, now, client: caller };
    return withSet(wiring, caller, facts, { id, set }, now).map((record) => ({
      outcome: { codes: codes.map(printBase32Code) },
      record,
      trail: trailOf(wiring, tenantId, GENERATED, scene),
    }));
  });
}

/** The person's record with a new set. */
function withSet(
  { requireAssurance, recoveryCodes, limits }: RecoveryCodeWiring,
  caller: AccountCaller,
  { tenant, record, ...facts }: DecisionFacts,
  kept: Pick<GenerateCodes, 'id' | 'set'>,
  now: Date,
): Result<FactorRecord, GenerateCodesError> {
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const assurance = judgedAssurance(caller.assurance, requireAssurance);
  const asked = { identity: identity.value, record, tenant, assurance, ...kept };
  return generateCodes({ ...asked, ...recoveryCodes }, now, limits);
}

/** Makes codes, and the set that stores them. One after the other, so that guesses of the tenant get their turn. */
async function newSet(
  { codeKeys, random, stretchFor }: RecoveryCodeWiring,
  owner: RecoveryOwner,
): Promise<{ readonly codes: readonly Base32Code[]; readonly set: string }> {
  const stretch = stretchFor(owner.tenantId);
  const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('base64url');
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    toBase32Code(random.bytes(BASE32_CODE_LENGTH)),
  );
  const stretched: StretchedCode[] = [];
  for (const code of codes) stretched.push(await stretchCode(stretch, code, salt));
  return { codes, set: recoverySet(codeKeys, owner, stretched) };
}

/** The codes of a set are stored together, so the first stands for all where none was used. */
async function isCurrentSet(
  { storage, codeKeys, stretchFor }: RecoveryCodeWiring,
  { tenantId, identityId }: AccountCaller,
  codes: readonly string[],
): Promise<boolean> {
  const owner = { tenantId, identityId };
  const { record } = await readFacts(storage, { ...owner, ...SUBJECT });
  const set = ofFactor(record.authenticators, 'recovery_code')[0]?.verifier ?? '';
  const first = parseRecoveryCode(codes[0]);
  if (first.isErr() || codesLeft(set) !== codes.length) return false;
  const code = await stretchCode(stretchFor(tenantId), first.value, saltOf(set));
  return withoutCode(codeKeys, owner, code, set) !== null;
}

const GENERATED: readonly Happening[] = [{ type: 'recovery_codes.generated', reason: null }];
