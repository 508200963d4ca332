/**
 * A database transaction of the host's own, as far as Stepward needs it: it runs one statement with
 * parameters `$1`, `$2` … A `pg` client fits as it is; other drivers are wrapped in a line.
 */
export interface HostTransaction {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}
