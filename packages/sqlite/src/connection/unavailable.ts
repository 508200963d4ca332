import { StorageUnavailable } from '@stepward/core';

/** The codes of a file that cannot be used at present, by any text that begins them. */
const AWAY = /^SQLITE_(?:READONLY|FULL|IOERR|CANTOPEN|AUTH|PERM|NOLFS)/;

/** What the driver says of a database that was closed; it has no code for that. */
const CLOSED = 'The database connection is not open';

/** The error for one of the driver's that says that the file cannot be used at present; any other as it is. */
export function unavailableOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (!AWAY.test(code) && error.message !== CLOSED) return error;
  const message = `the database cannot be used at present: ${error.message}`;
  return new StorageUnavailable(message, { cause: error });
}
