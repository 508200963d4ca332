import { StorageUnavailable } from '@stepward/core';

/**
 * The SQLSTATEs of a server that cannot be used at present, by any text that begins them: the connection is lost (08),
 * it has no connection to give (53300), it shuts down, crashed or starts (57P01 to 57P03), or it accepts no writes, as a
 * standby (25006) and a server with a full disk (53100) do.
 */
const AWAY = /^(?:08|53[13]00|57P0[123]|25006)/;

/**
 * SQLSTATE `protocol_violation`: of a pooler that refuses a client where it is fatal, and otherwise of a statement, for
 * example a prepared one with other parameters.
 */
const PROTOCOL_VIOLATION = '08P01';

const NETWORK_CODES: readonly unknown[] = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

/** What `pg` says of a connection that is lost or gives no answer; it has no code for that. */
const LOST_CONNECTION =
  /^(?:Connection terminated|Client (?:was closed|has encountered a connection error)|Query read timeout|Cannot use a pool after)/;

/** What `pg-pool` says after its `connectionTimeoutMillis`. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/;

const ADVICE: Readonly<Record<string, string>> = {
  '25006':
    'the server accepts no writes: it is a standby, or default_transaction_read_only is on. ' +
    'The connection is closed; the next one may reach the primary',
};

const NO_CONNECTION_ADVICE =
  'no connection of the pool was free in time, or the server did not answer. A service that is called while the ' +
  'host holds a connection of the same pool needs a second one';

/** The error for one of the driver's that says that the database cannot be used at present; null for any other. */
export function unavailableOf(error: unknown): StorageUnavailable | null {
  if (error instanceof StorageUnavailable) return error;
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  const isAway =
    'severity' in error
      ? typeof code === 'string' && AWAY.test(code) && !isOfStatement(error.severity, code)
      : NETWORK_CODES.includes(code) ||
        LOST_CONNECTION.test(error.message) ||
        NO_CONNECTION.test(error.message);
  if (!isAway) return null;
  const reason = error.message === '' ? String(code) : error.message;
  const advice = NO_CONNECTION.test(error.message) ? NO_CONNECTION_ADVICE : ADVICE[String(code)];
  const parts = ['the database cannot be used at present', reason, ...(advice ? [advice] : [])];
  return new StorageUnavailable(parts.join(': '), { cause: error });
}

function isOfStatement(severity: unknown, code: string): boolean {
  return code === PROTOCOL_VIOLATION && severity === 'ERROR';
}
