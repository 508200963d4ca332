import { err, ok, type Result } from 'neverthrow';
import { identityScope } from '../identity/identity-scope.js';
import type { Decided, DecisionFacts, DecisionScope } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';
import type { FactorRecordKey, Stores, UnitOfWorkScope } from '../ports/stores.js';

/**
 * `Storage.decide` as one unit of work over the stores: the general way, which works wherever `run` does, and for
 * identities that the host keeps.
 */
export function decideInUnitOfWork<T, E>(
  storage: Pick<Storage, 'run'>,
  scope: DecisionScope,
  decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
): Promise<Result<T, E>> {
  return storage.run(decisionScope(scope), async (stores) => {
    const { facts, key } = await readFacts(stores, scope);
    const decided = decision(facts);
    return decided.isErr() ? err(decided.error) : store(stores, key, facts, decided.value);
  });
}

/**
 * The unit of work of a decision: alone with the identity, whose budgets it draws on, and with the session, which
 * has one challenge.
 */
export function decisionScope(
  scope: DecisionScope,
): UnitOfWorkScope & { readonly lock: string | readonly string[] } {
  const { tenantId, lock } = identityScope(scope);
  const locks = scope.purpose === 'step_up' ? [lock, `session:${scope.sessionId}`] : lock;
  const { whenBusy } = scope;
  return { tenantId, lock: locks, ...(whenBusy === undefined ? {} : { whenBusy }) };
}

async function readFacts(
  { identities, codes }: Stores,
  scope: DecisionScope,
): Promise<{ readonly facts: DecisionFacts; readonly key: FactorRecordKey }> {
  const { destination, counters } = scope;
  const identity = await identities.find(scope.identityId);
  const key = { ...scope, destinationKey: destination?.(identity) ?? null };
  const { challenge, ...read } = await codes.readFacts(key, counters?.(identity));
  const isToChallenge = scope.purpose === 'step_up' && destination !== undefined;
  return { facts: { identity, ...read, challenge: isToChallenge ? challenge : null }, key };
}

async function store<T, E>(
  { identities, codes, dailySends }: Stores,
  key: FactorRecordKey,
  facts: DecisionFacts,
  { outcome, record, dailySend, ended, verifiedPhone, ...written }: Decided<T, E>,
): Promise<Result<T, E>> {
  const { identityId } = key;
  if (dailySend) {
    const { day, share, add, bound } = dailySend;
    const count = await dailySends.add(day, share, add);
    if (bound !== null && count > bound.most) return err(bound.otherwise);
  }
  await codes.write(key, facts.record, record, written);
  if (ended) {
    const { factor, end, now } = ended;
    await codes.voidLive({ identityId, factor }, end, now);
  }
  if (verifiedPhone !== undefined) await identities.setVerifiedPhone(identityId, verifiedPhone);
  return ok(outcome);
}
