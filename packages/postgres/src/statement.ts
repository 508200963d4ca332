import { createHash } from 'node:crypto';

/** A statement with parameters, and the name to prepare it under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
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
