import { ok, type Result } from 'neverthrow';

/** The `decide` of the storage port, which `shared/` does not see. */
interface Decisions<Scope, Facts extends { readonly record: unknown }> {
  decide<T, E>(
    scope: Scope,
    decision: (
      facts: Facts,
    ) => Result<{ readonly outcome: T; readonly record: Facts['record'] }, E>,
  ): Promise<Result<T, E>>;
}

/** Reads the facts of a decision that changes nothing. */
export async function readFacts<Scope, Facts extends { readonly record: unknown }>(
  storage: Decisions<Scope, Facts>,
  scope: Scope,
): Promise<Facts> {
  const read = await storage.decide<Facts, never>(scope, (facts) =>
    ok({ outcome: facts, record: facts.record }),
  );
  return read.match(
    (facts) => facts,
    (impossible) => impossible,
  );
}
