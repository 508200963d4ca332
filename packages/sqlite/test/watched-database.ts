import Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from '../src/index.js';

/** A database in memory that notes what it is asked. */
export interface WatchedDatabase extends SqliteDatabase {
  /** The statements that were prepared, in order. */
  readonly prepared: string[];
  /** How many rows each statement that reads has given, in order. */
  readonly given: number[];
}

export function watchedDatabase(): WatchedDatabase {
  const database = new Database(':memory:');
  const [prepared, given]: [string[], number[]] = [[], []];
  return {
    prepared,
    given,
    get inTransaction() {
      return database.inTransaction;
    },
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      prepared.push(sql);
      return watched(database.prepare(sql), given);
    },
  };
}

function watched(statement: SqliteStatement, given: number[]): SqliteStatement {
  return {
    reader: statement.reader,
    safeIntegers: (isOn) => watched(statement.safeIntegers(isOn), given),
    all(parameters) {
      const rows = statement.all(parameters);
      given.push(rows.length);
      return rows;
    },
    run: (parameters) => statement.run(parameters),
  };
}
