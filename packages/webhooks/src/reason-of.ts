/** Describes a thrown value for a log: its message only, because errors of database drivers contain rows. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'thrown';
}
