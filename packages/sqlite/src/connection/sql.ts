import type { SqliteDatabase, SqliteStatement } from './sqlite-database.js';

/** The value of a parameter. A date is stored as milliseconds since 1970, a boolean as 0 or 1. */
export type Value = string | number | boolean | Date | null;

/** The values of parameters by name: `@name` in the statement. Others are ignored. */
export type Values = Readonly<Record<string, Value>>;

/** Runs statements in one transaction, and refuses them once it has ended. */
export interface Sql {
  readonly isOpen: boolean;
  all(text: string, values?: Values): readonly unknown[];
  /** Returns the first row; undefined for none. */
  first(text: string, values?: Values): unknown;
  /** Returns how many rows were changed. */
  run(text: string, values?: Values): number;
  /** Runs a statement of a host, of any kind, with parameters `$1`, `$2` … */
  query(text: string, values: readonly unknown[]): { rows: unknown[]; rowCount: number | null };
}

/** The statements of a database. */
export interface Statements {
  /** Prepares a statement of Stepward once. Its integers are numbers, whatever the default of the host's connection is. */
  own(text: string): SqliteStatement;
  /** Prepares a statement of the host each time, since their number has no bound. */
  hosts(text: string): SqliteStatement;
}

export function statementsOf(database: SqliteDatabase): Statements {
  const prepared = new Map<string, SqliteStatement>();
  return {
    own(text) {
      const known = prepared.get(text) ?? database.prepare(text).safeIntegers(false);
      prepared.set(text, known);
      return known;
    },
    hosts: (text) => database.prepare(text),
  };
}

/** Runs statements of the transaction that is open, as long as `isOpen` says that it is. */
export function sqlOf(statements: Statements, isOpen: () => boolean): Sql {
  function prepare(whose: keyof Statements, text: string): SqliteStatement {
    if (!isOpen()) throw new TypeError('this transaction has ended');
    return statements[whose](text);
  }
  return {
    get isOpen() {
      return isOpen();
    },
    all: (text, values = {}) => prepare('own', text).all(bound(values)),
    first: (text, values = {}) => prepare('own', text).all(bound(values))[0],
    run: (text, values = {}) => prepare('own', text).run(bound(values)).changes,
    query(text, values) {
      const hosts = prepare('hosts', text);
      const parameters = bound(
        Object.fromEntries(values.map((value, index) => [index + 1, value])) as Values,
      );
      return hosts.reader
        ? { rows: hosts.all(parameters), rowCount: null }
        : { rows: [], rowCount: hosts.run(parameters).changes };
    },
  };
}

/** The same for one tenant: `@tenantId` is bound where a statement is given no other. */
export function sqlFor(tenantId: string, sql: Sql): Sql {
  return {
    get isOpen() {
      return sql.isOpen;
    },
    all: (text, values) => sql.all(text, { tenantId, ...values }),
    first: (text, values) => sql.first(text, { tenantId, ...values }),
    run: (text, values) => sql.run(text, { tenantId, ...values }),
    query: (text, values) => sql.query(text, values),
  };
}

function bound(values: Values): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, stored(value)]));
}

function stored(value: Value): string | number | null {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : value;
}
