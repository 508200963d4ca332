import { StorageBusy } from '@stepward/core';

/** SQLSTATE `lock_not_available`: a statement waited for a lock as long as `lock_timeout` says. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Turns an error of Postgres into one that says what to do. */
export function explainError(error: unknown): unknown {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (code === LOCK_NOT_AVAILABLE) {
    return new StorageBusy('waited too long for a lock in the database', { cause: error });
  }
  return error;
}
