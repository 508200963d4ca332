/** The most characters of a message that are logged. */
const MAX_LENGTH = 1_000;

/**
 * Describes a thrown value for a log: the beginning of its message only, because errors of database drivers contain rows. Never
 * throws: an error of the host may have a message that cannot be read.
 */
export function reasonOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message.slice(0, MAX_LENGTH) : 'thrown';
  } catch {
    return 'thrown';
  }
}
