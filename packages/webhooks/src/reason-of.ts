/** What a log tells of a thrown value: its message alone, for errors of drivers carry rows. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : 'thrown';
}
