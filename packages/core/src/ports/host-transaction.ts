/**
 * An open database transaction: the host's own, which an event joins, or the one of a unit of work, which a host's
 * directory joins. A `pg` client can be passed unchanged; `@stepward/postgres` ships adapters for other libraries.
 */
export interface HostTransaction {
  /**
   * Runs one statement with parameters `$1`, `$2` … and returns its rows, and the number of changed rows if the
   * library reports it.
   */
  query(
    text: string,
    values?: unknown[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly rowCount?: number | null }>;
  /**
   * Never there. Pools count their connections in a property of this name, and a pool must not fit this type:
   * it runs each statement in a separate transaction.
   */
  readonly totalCount?: never;
}
