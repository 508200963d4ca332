import { err, type Result } from 'neverthrow';
import type { CounterQuery } from '../factors/codes/send-counters.js';
import type { FactorRecord } from '../factors/factor-record.js';
import { identityScope } from '../identity/identity-scope.js';
import type { Decided, DecisionFacts, DecisionScope, FactorRecordKey } from '../ports/decision.js';
import type { Stores, UnitOfWorkScope } from '../ports/stores.js';

/** What a decision needs of a unit of work. */
export type DecisionUnit = Pick<Stores, 'identities' | 'transaction'>;

/**
 * How an adapter reads and writes the records of factors in a unit of work. The unit holds the identity's lock, so
 * neither needs a further guard, with one exception: a destination may belong to several identities, so `read` holds
 * the ledger of the key's destination until the unit ends.
 */
export interface DecisionParts<Unit extends DecisionUnit> {
  /**
   * The facts of the record; where nothing was ever stored: not enrolled, no code, empty ledgers. For step-up the
   * session's challenge is among them, for any identity, and always the trusted devices and the enrolments that are due. The counters are those that are
   * asked for, and `policy` is null where no organisation is.
   */
  read(
    key: FactorRecordKey,
    counters: readonly CounterQuery[],
    organisationId: string | null,
    unit: Unit,
  ): Promise<Omit<DecisionFacts, 'identity'>>;
  /**
   * Stores what was decided: the parts of its record that differ by reference from `before`, and everything else that it
   * names. A session has one challenge: storing one takes the place of another identity's. Counters are added to:
   * parallel writes all count. A block replaces the one before it under its name. Err, as `dailySend` says, where the
   * day's count would exceed its bound, and as `ifTaken` says, where an authenticator's id is that of another identity of
   * the tenant; then the unit is rolled back.
   */
  write<T, E>(
    key: FactorRecordKey,
    before: FactorRecord,
    decided: Decided<T, E>,
    unit: Unit,
  ): Promise<Result<T, E>>;
}

/**
 * `Storage.decide` as one unit of work: the general way, over two functions of the adapter. It works wherever `run`
 * does, and for identities that the host keeps.
 */
export function decideInUnitOfWork<Unit extends DecisionUnit, T, E>(
  run: (
    scope: UnitOfWorkScope,
    work: (unit: Unit) => Promise<Result<T, E>>,
  ) => Promise<Result<T, E>>,
  parts: DecisionParts<Unit>,
  scope: DecisionScope,
  decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
): Promise<Result<T, E>> {
  const { tenantId, identityId, purpose, destination, counters, organisationId = null } = scope;
  return run(decisionScope(scope), async (unit) => {
    const hosts = scope.directory?.({ tenantId, transaction: unit.transaction }) ?? null;
    const identity = await (hosts ?? unit.identities).find(identityId);
    const key = { ...scope, destinationKey: destination?.(identity) ?? null };
    const found = await parts.read(key, counters?.(identity) ?? [], organisationId, unit);
    const isToChallenge = purpose === 'step_up' && destination !== undefined;
    const challenge = isToChallenge ? found.challenge : null;
    const trustedDevices = scope.trustedDevices ? found.trustedDevices : null;
    const enrolmentsDue = scope.enrolmentsDue ? found.enrolmentsDue : null;
    const decided = decision({ ...found, identity, challenge, trustedDevices, enrolmentsDue });
    if (decided.isErr()) return err(decided.error);
    if (hosts === null) return parts.write(key, found.record, decided.value, unit);
    const { verifiedPhone, ...others } = decided.value;
    const written = await parts.write(key, found.record, others, unit);
    if (verifiedPhone !== undefined && written.isOk()) {
      await hosts.setVerifiedPhone(identityId, verifiedPhone);
    }
    return written;
  });
}

/**
 * The unit of work of a decision: alone with the identity, because it draws on the identity's budgets, and with the session,
 * which has one challenge. One that only reads is alone with nothing.
 */
export function decisionScope(
  scope: DecisionScope,
): UnitOfWorkScope & { readonly lock: string | readonly string[] } {
  const { tenantId, lock } = identityScope(scope);
  if (scope.isRead) return { tenantId, lock: [] };
  const locks = scope.purpose === 'step_up' ? [lock, `session:${scope.sessionId}`] : lock;
  const { whenBusy } = scope;
  return { tenantId, lock: locks, ...(whenBusy === undefined ? {} : { whenBusy }) };
}
