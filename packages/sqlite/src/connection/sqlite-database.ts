/**
 * The part of a `better-sqlite3` database that is used, so the host may have another version of the driver than
 * the one that the tests run on.
 */
export interface SqliteDatabase {
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
}

export interface SqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean;
  /** Whether its integers are bigints. Returns the statement. */
  safeIntegers(isOn: boolean): SqliteStatement;
  all(parameters: object): unknown[];
  run(parameters: object): { readonly changes: number };
}

/** Completes "must be …". */
export const A_DATABASE = 'a database of better-sqlite3, for example new Database(file)';
