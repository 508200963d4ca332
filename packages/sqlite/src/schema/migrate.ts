import type { SqliteDatabase } from '../connection/index.js';
import { FACTOR_TABLES } from './factor-tables.js';
import { LOG_TABLES } from './log-tables.js';
import { TENANT_TABLES } from './tenant-tables.js';
import { WEBHOOK_TABLES } from './webhook-tables.js';

/**
 * The version of the tables. It is raised by each change of them, and also where a column gets a value that older
 * versions do not know, so no older version reads it.
 */
const VERSION = 1;

/**
 * Makes the tables where they are missing. The version is in a separate table, because the `user_version` of a file
 * may be the host's.
 *
 * @throws Error where another version of this package made the tables.
 */
export function migrate(database: SqliteDatabase): void {
  database.exec('create table if not exists stepward_schema (version integer not null) strict');
  const version = database.prepare('select version from stepward_schema').safeIntegers(false);
  const [row] = version.all({}) as Row[];
  if (row === undefined) {
    database.exec([TENANT_TABLES, FACTOR_TABLES, LOG_TABLES, WEBHOOK_TABLES].join(''));
    database.exec(`insert into stepward_schema (version) values (${VERSION})`);
  } else if (row.version !== VERSION) {
    throw new Error(
      `the tables of Stepward in this file have version ${row.version}, and this version of @stepward/sqlite works ` +
        `with version ${VERSION}: use the version of @stepward/sqlite that made the file, or another file`,
    );
  }
}

interface Row {
  readonly version: number;
}
