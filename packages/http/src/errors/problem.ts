import type { FieldViolation, Logger, PasswordViolation } from '@stepward/core';
import { describeError } from '../logging.js';
import { errorTable } from './error-table.js';
import type { ErrorDefinition, Failure } from './http-errors.js';

/** The body of every error: problem details (RFC 9457) with the specification's short code. */
export interface ProblemDocument {
  /** `urn:stepward:problem:<reason>` */
  readonly type: string;
  readonly title: string;
  /** The HTTP status, the same as the response's. */
  readonly status: number;
  readonly detail: string;
  /** The specification's short code, for example `validation_error`. */
  readonly code: ErrorDefinition['code'];
  /** The more precise code, for example `code_expired`. One reason has one status and one code. */
  readonly reason: Failure['code'];
  /** The response's `x-request-id`. */
  readonly request_id: string;
  /** All broken rules of fields, up to 100. */
  readonly errors?: readonly FieldViolation[];
}

/** A rendered problem. */
export interface RenderedProblem {
  /** For example `application/problem+json`. */
  readonly contentType: string;
  readonly body: string;
}

/** Renders all problems in the host's own shape; status and other headers do not change. */
export type RenderProblem = (problem: ProblemDocument) => RenderedProblem;

/**
 * Returns the problem document of a failure. A host's own route can use it to answer errors of a service in the same
 * shape as the API.
 */
export function toProblem(failure: Failure, requestId: string): ProblemDocument {
  return { ...problemWith(failure.code, requestId), ...violationsOf(failure) };
}

/** The problem document of a reason, without what broke its rules. */
export function problemWith(
  reason: Failure['code'],
  requestId: string,
): Omit<ProblemDocument, 'errors'> {
  const { status, code, title, detail } = errorTable[reason];
  const type = `urn:stepward:problem:${reason}`;
  return { type, title, status, detail, code, reason, request_id: requestId };
}

function violationsOf(failure: Failure): Pick<ProblemDocument, 'errors'> {
  if ('violations' in failure) return { errors: boundViolations(failure.violations) };
  return failure.code === 'password_rejected' ? { errors: failure.broken.map(brokenRule) } : {};
}

/** The rules of the policy that a password breaks, without the password. */
function brokenRule(broken: PasswordViolation): FieldViolation {
  const limit = 'limit' in broken ? broken.limit : null;
  return { field: 'password', rule: broken.code, limit, value: null };
}

/** The maximum length of a field's name, or of a value's JSON, that a response repeats. */
const TOO_LONG = /^(.{256}).+$/su;

/** A record has a few dozen fields, so the first violations are enough for a caller that sends hundreds. */
export const MAX_LISTED = 100;

/**
 * The violations as they are sent. They repeat the caller's own names and values, so they are truncated: a large body
 * is not sent back. A truncated value is a string, the beginning of its JSON and an ellipsis.
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

/** The default shape: RFC 9457. */
export const renderProblemJson: RenderProblem = (problem) => ({
  contentType: 'application/problem+json',
  body: JSON.stringify(problem),
});

/** Wraps a host's renderer: if it throws, the problem is sent in the default format. */
export function failSafeRenderer(render: RenderProblem, logger: Logger): RenderProblem {
  return (problem) => {
    try {
      return render(problem);
    } catch (thrown) {
      const error = describeError(thrown);
      logger.error({ requestId: problem.request_id, error }, 'a problem could not be rendered');
      return renderProblemJson(problem);
    }
  };
}
