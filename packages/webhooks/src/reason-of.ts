/**
 * Describes a thrown value for a log: its message only, because errors of database drivers contain rows. Never throws: an error of
 * the host may have a message that cannot be read.
 */
export function reasonOf(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : 'thrown';
  } catch {
    return 'thrown';
  }
}
