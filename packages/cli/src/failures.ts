import type { FieldViolation } from '@stepward/core';

/** The command line is not understood: exit code 2, or 1 where 2 says something else: `Command.exitCode2`. */
export class UsageError extends Error {}

/** The command could not do what it was asked: exit code 1. */
export class Failure extends Error {
  /** For programs, for example `tenant_exists`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The code of an error of Node's, for example `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

/** Names every field that broke a rule, on one line: `min_length: minimum 8; sms.enabled: type boolean`. */
export function violationsText(violations: readonly FieldViolation[]): string {
  return violations
    .map(({ field, rule, limit }) => {
      const bound = typeof limit === 'string' ? limit : JSON.stringify(limit);
      return `${field}: ${rule}${limit === null ? '' : ` (${bound})`}`;
    })
    .join('; ');
}
