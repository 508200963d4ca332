/** The connection to the file: turns, transactions, statements. */
export { openConnection, type Connection } from './connection.js';
export { handleOf, transactionOf } from './host-transactions.js';
export { sqlFor, type Sql, type Value, type Values } from './sql.js';
export { A_DATABASE, type SqliteDatabase, type SqliteStatement } from './sqlite-database.js';
