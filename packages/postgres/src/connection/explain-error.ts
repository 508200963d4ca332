import { StorageBusy, TenantElsewhere } from '@stepward/core';
import { ELSEWHERE } from './unit-of-work.js';
import { NotMigrated } from '../migrations/schema-record.js';

/** SQLSTATE `lock_not_available`: a statement waited for a lock for the whole `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE `undefined_table`, `undefined_function` and `invalid_schema_name`. */
const NOT_THERE: readonly unknown[] = ['42P01', '42883', '3F000'];

/** SQLSTATE `insufficient_privilege`. */
const NOT_ALLOWED = '42501';

/** SQLSTATE `invalid_sql_statement_name` and `duplicate_prepared_statement`. */
const NOT_PREPARED: readonly unknown[] = ['26000', '42P05'];

/** Whether a statement waited for a lock for the whole `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

/** Whether a prepared statement is not known to the server, or known already. */
export function isNotPrepared(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && NOT_PREPARED.includes(error.code);
}

/**
 * Explains the error of a prepared statement that the server does not know, or knows already: a pooler gave another
 * connection than the one that prepared it. Others are returned unchanged.
 */
export function explainPrepared(error: unknown): unknown {
  if (!isNotPrepared(error)) return error;
  return new Error(
    `${error.message}: a pooler between the service and Postgres does not track prepared statements. Pass ` +
      '`prepare: false` to createPostgresStorage and postgresLimits, or let the pooler track them ' +
      '(max_prepared_statements of PgBouncer 1.21 or newer)',
    { cause: error },
  );
}

/** SQLSTATE `invalid_text_representation` and `numeric_value_out_of_range`. */
const NOT_A_VALUE: readonly unknown[] = ['22P02', '22003'];

/**
 * Explains the error of an id that a column of the host cannot hold, inside a unit of work: Stepward's own statements
 * there check their ids before.
 */
export function explainId(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !NOT_A_VALUE.includes(error.code)) {
    return error;
  }
  return new Error(
    `${error.message}: a statement of the host got an id that its column cannot hold. Give the directory, or the ` +
      'organisations, `isId`',
    { cause: error },
  );
}

/**
 * Replaces an error of Postgres by one that says what to do; others are returned unchanged. The message must name our
 * schema, because a missing table of the host is not ours to explain.
 */
export function explainErrorsOf(schemaName: string): (error: unknown) => unknown {
  const explainDenial = explainDenialOf(schemaName);
  return (error) => {
    if (!(error instanceof Error) || !('code' in error)) return error;
    if (isLockTimeout(error)) {
      return new StorageBusy('waited too long for a lock in the database', { cause: error });
    }
    if (error.code === ELSEWHERE) {
      const movedTo = 'detail' in error && typeof error.detail === 'string' ? error.detail : '';
      return new TenantElsewhere(movedTo === '' ? null : movedTo, { cause: error });
    }
    const isOurs = NOT_THERE.includes(error.code) && error.message.includes(schemaName);
    if (isOurs) return new NotMigrated(schemaName, { cause: error });
    return explainPrepared(explainDenial(error));
  };
}

/**
 * Turns the refusal of a role that may not create the schema, or was not granted its use, into an error that says
 * what to do; others are returned unchanged.
 */
export function explainDenialOf(schemaName: string): (error: unknown) => unknown {
  return (error) => {
    if (!(error instanceof Error) || !('code' in error) || error.code !== NOT_ALLOWED) return error;
    const isCreation = error.message.includes('for database');
    if (!isCreation && !error.message.endsWith(`for schema ${schemaName}`)) return error;
    return new Error(
      `the database role may not ${isCreation ? 'create' : 'use'} the schema ${JSON.stringify(schemaName)}: run ` +
        '"npx stepward migrate --grant-to <role of the service>" as a role that may',
      { cause: error },
    );
  };
}
