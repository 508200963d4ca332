import { randomBytes } from 'node:crypto';
import type { KeyRing, Stepward } from '@stepward/core';
import type { PostgresPool } from '@stepward/postgres';
import { textOption, type Form, type Invocation, type Options } from './command.js';
import { Failure, UsageError } from './failures.js';

/** The variable of every command that uses the database. */
export const DATABASE_ENVIRONMENT = {
  DATABASE_URL: 'the database, postgres://<role>:<password>@<host>/<database>',
};

/** The name of a schema or a role. Postgres cuts longer ones without an error. */
export const DATABASE_NAME: Form = {
  text: 'at most 63 bytes long',
  accepts: (name) => Buffer.byteLength(name) <= 63,
};

/** The option of every command that uses the database. */
export const DATABASE_OPTIONS = {
  schema: textOption(
    '<name>',
    "the schema of Stepward's tables, stepward by default",
    DATABASE_NAME,
  ),
} as const satisfies Options;

/** Milliseconds to wait for a connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Runs `work` with a pool of that many connections on the database of `DATABASE_URL`, and closes it afterwards.
 *
 * @param name another variable that has the URL
 * @throws UsageError where the variable is not set or not a URL, Failure where the database fails.
 */
export async function withPool<T>(
  { variable }: Pick<Invocation, 'variable'>,
  work: (pool: PostgresPool) => Promise<T>,
  max = 1,
  name = 'DATABASE_URL',
): Promise<T> {
  const connectionString = variable(name);
  // From any other text the driver would guess a host.
  if (!/^postgres(?:ql)?:\/\//.test(connectionString)) {
    throw new UsageError(`${name} must begin with postgres:// or postgresql://`);
  }
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'stepward',
  });
  // Without a listener the loss of an idle connection would end the process; the next query reports it.
  pool.on('error', () => undefined);
  try {
    return await work(pool);
  } catch (error) {
    throw explain(error, connectionString);
  } finally {
    await pool.end();
  }
}

/**
 * Runs `work` with Stepward's services over the database. Its tables have to be those of this version.
 *
 * @param codeKeys the host's, for a command that makes a code; by default a key that nothing else knows
 */
export async function withStepward<T>(
  invocation: { readonly options: { readonly schema: string | undefined } } & Pick<
    Invocation,
    'variable'
  >,
  work: (stepward: Stepward) => Promise<T>,
  codeKeys?: KeyRing,
): Promise<T> {
  return withPool(invocation, async (pool) => {
    const [core, { createPostgresStorage }] = await Promise.all([
      import('@stepward/core'),
      import('@stepward/postgres'),
    ]);
    const { schema = 'stepward' } = invocation.options;
    const logger = core.silentLogger;
    const stepward = core.createStepward({
      storage: createPostgresStorage({ pool, schema, logger }),
      logger,
      smsSender: { send: () => Promise.reject(new Error('the command line sends no messages')) },
      codeKeys: codeKeys ?? core.createKeyRing({ active: { id: 'none', secret: randomBytes(32) } }),
    });
    await stepward.ready();
    return work(stepward);
  });
}

/**
 * Network errors are reported by their code and the address, because their message contains parts of the URL, or is
 * empty.
 */
function explain(error: unknown, connectionString: string): unknown {
  if (!(error instanceof Error) || error instanceof Failure || error instanceof UsageError) {
    return error;
  }
  const options = { cause: error };
  const code = CODES[error.name];
  if (code !== undefined) return new Failure(code, error.message, options);
  const cause = error.name === 'StorageUnavailable' ? error.cause : error;
  const network = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (network === 'ERR_INVALID_URL') return new UsageError('DATABASE_URL is not a URL', options);
  if (network === '' || (cause instanceof Error && 'severity' in cause)) {
    return new Failure('database_failed', `the database failed: ${error.message}`, options);
  }
  const unreachable = `the database at ${addressOf(connectionString)} cannot be reached: ${network}`;
  return new Failure('database_unreachable', unreachable, options);
}

/** Errors of Stepward's own that say what to do, by name, with their codes for programs. */
const CODES: Readonly<Record<string, string>> = {
  NotMigrated: 'not_migrated',
  MigrationChanged: 'migration_changed',
  MoveRefused: 'move_refused',
};

/** Host and port, without the role and the password. */
function addressOf(connectionString: string): string {
  const { hostname, port, searchParams } = new URL(connectionString);
  return `${searchParams.get('host') ?? hostname}:${port === '' ? '5432' : port}`;
}
