import { createHash } from 'node:crypto';
import type { PostgresQuery } from './postgres-pool.js';

/** A statement with parameters, and the name to prepare it under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement and the values of its parameters. */
export interface BoundStatement {
  readonly statement: Statement;
  readonly values: unknown[];
}

/**
 * Names a statement after its operation and its text: a connection prepares a name once, and two
 * schemas, or two versions of this package, may share a connection.
 *
 * @param operation at most 40 letters and underscores: Postgres cuts names at 63 bytes
 */
export function statement(operation: string, text: string): Statement {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { name: `stepward_${operation}_${hash}`, text };
}

/** The statement as a query: under its name if statements are prepared, otherwise only its text. */
export function queryOf(
  { name, text }: Statement,
  values: unknown[],
  prepare: boolean,
): PostgresQuery {
  return prepare ? { name, text, values } : { text, values };
}
