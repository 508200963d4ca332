import { ok, type Result } from 'neverthrow';

/** The `decide` of the storage port, which `shared/` does not see. */
interface Decisions<Scope, Facts, Change> {
  decide<T>(
    scope: Scope,
    decision: (facts: Facts) => Result<Change & { readonly outcome: T }, never>,
  ): Promise<Result<T, unknown>>;
}

/** Makes a decision that cannot be refused, and returns its outcome. */
export async function decideAlways<Scope, Facts, Change, T>(
  storage: Decisions<Scope, Facts, Change>,
  scope: Scope,
  decision: (facts: Facts) => Change & { readonly outcome: T },
): Promise<T> {
  const decided = await storage.decide(scope, (facts) => ok(decision(facts)));
  return decided.match(
    (outcome) => outcome,
    (impossible) => impossible as never,
  );
}

/** Reads the facts of a decision that changes nothing. */
export function readFacts<Scope extends object, Facts extends { readonly record: unknown }>(
  storage: Decisions<
    Scope & { readonly isRead: true },
    Facts,
    { readonly record: Facts['record'] }
  >,
  scope: Scope,
): Promise<Facts> {
  return decideAlways(storage, { ...scope, isRead: true }, (facts) => ({
    outcome: facts,
    record: facts.record,
  }));
}
