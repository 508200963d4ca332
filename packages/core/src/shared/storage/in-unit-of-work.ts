import { ok, type Result } from 'neverthrow';

/** The `run` of the storage port, which `shared/` does not see. */
interface UnitsOfWork<Scope, Stores> {
  run<T, E>(scope: Scope, work: (stores: Stores) => Promise<Result<T, E>>): Promise<Result<T, E>>;
}

/** Runs a unit of work that cannot be refused, and returns its value. */
export async function inUnitOfWork<Scope, Stores, T>(
  storage: UnitsOfWork<Scope, Stores>,
  scope: Scope,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  const done = await storage.run<T, never>(scope, async (stores) => ok(await work(stores)));
  return done.match(
    (value) => value,
    (impossible) => impossible,
  );
}
