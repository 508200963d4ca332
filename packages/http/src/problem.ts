import type { FieldViolation, PasswordViolation } from '@stepward/core';
import type { ErrorRow } from './error-row.js';
import { errorTable } from './error-table.js';
import type { Failure } from './http-failure.js';

/** The body of every error: problem details (RFC 9457) with the specification's short code. */
export interface ProblemDocument {
  /** `urn:stepward:problem:<reason>` */
  readonly type: string;
  readonly title: string;
  /** The HTTP status, the same as the response's. */
  readonly status: number;
  readonly detail: string;
  /** The specification's short code, for example `validation_error`. */
  readonly code: ErrorRow['code'];
  /** The finer code, for example `code_expired`. One reason has one status and one code. */
  readonly reason: Failure['code'];
  /** The response's `x-request-id`. */
  readonly request_id: string;
  /** Every broken rule at once, up to 100, where the request broke rules of single fields. */
  readonly errors?: readonly FieldViolation[];
}

/** A problem as it goes out. */
export interface RenderedProblem {
  /** For example `application/problem+json`. */
  readonly contentType: string;
  readonly body: string;
}

/** Gives a host's own error shape to all problems; status and other headers stay as they are. */
export type RenderProblem = (problem: ProblemDocument) => RenderedProblem;

/**
 * The problem document of a failure, for a host's own route as well: one that answers an error of a
 * service with it looks like every other of this API.
 */
export function toProblem(failure: Failure, requestId: string): ProblemDocument {
  const { status, code, title, detail } = errorTable[failure.code];
  return {
    type: `urn:stepward:problem:${failure.code}`,
    title,
    status,
    detail,
    code,
    reason: failure.code,
    request_id: requestId,
    ...violationsOf(failure),
  };
}

function violationsOf(failure: Failure): Pick<ProblemDocument, 'errors'> {
  if ('violations' in failure) return { errors: boundViolations(failure.violations) };
  return failure.code === 'password_rejected' ? { errors: failure.broken.map(brokenRule) } : {};
}

/** Which rule of the policy a password breaks. Of the password itself nothing is said. */
function brokenRule(broken: PasswordViolation): FieldViolation {
  const limit = 'limit' in broken ? broken.limit : null;
  return { field: 'password', rule: broken.code, limit, value: null };
}

/** A field's name or a value's JSON of which an answer repeats only the first 256 characters. */
const TOO_LONG = /^(.{256}).+$/su;

/** A record has a few dozen fields; who sends hundreds of wrong ones learns enough from the first. */
const MAX_LISTED = 100;

/**
 * The violations as they may go out. They repeat the caller's own names and values, so they are truncated: a large
 * body is not sent back. A truncated value is a string, the beginning of its JSON and an ellipsis.
 */
function boundViolations(violations: readonly FieldViolation[]): readonly FieldViolation[] {
  return violations.slice(0, MAX_LISTED).map(({ field, rule, limit, value }) => ({
    field: cut(field),
    rule,
    limit,
    value: boundValue(value),
  }));
}

function boundValue(value: unknown): unknown {
  if (value === undefined) return null;
  const json = JSON.stringify(value);
  const echo = cut(json);
  return echo === json ? value : echo;
}

function cut(text: string): string {
  return text.replace(TOO_LONG, '$1…');
}

/** The shape where the host has none of its own: RFC 9457. */
export const renderProblemJson: RenderProblem = (problem) => ({
  contentType: 'application/problem+json',
  body: JSON.stringify(problem),
});
