export type { SqliteDatabase, SqliteStatement } from './connection/index.js';
export {
  createSqliteStorage,
  type SqliteStorage,
  type SqliteStorageOptions,
} from './sqlite-storage.js';
