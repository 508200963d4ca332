import { isStorageUnavailable, StorageUnavailable } from './storage-errors.js';

/**
 * Calls each database, all at once, and waits for all of them: one that fails keeps no other one from its work. Returns
 * the answers in the order of the databases.
 *
 * @throws an error that names each database that failed; `StorageUnavailable` where all of these could not be used
 */
export async function inEachDatabase<Database, T>(
  databases: ReadonlyMap<string, Database>,
  call: (database: Database) => Promise<T>,
): Promise<readonly T[]> {
  const failures: { readonly name: string; readonly thrown: unknown }[] = [];
  const answers = await Promise.all(
    [...databases].map(async ([name, database]) => {
      try {
        return [await call(database)];
      } catch (thrown) {
        failures.push({ name, thrown });
        return [];
      }
    }),
  );
  if (failures.length === 0) return answers.flat(1);
  const causes = failures.map(({ thrown }) => thrown);
  const message = failures
    .map(({ name, thrown }) => `${name}: ${thrown instanceof Error ? thrown.message : 'failed'}`)
    .join('; ');
  const cause = new AggregateError(causes, message);
  throw causes.every(isStorageUnavailable)
    ? new StorageUnavailable(message, { cause })
    : new Error(message, { cause });
}
