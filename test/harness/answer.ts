import assert from 'node:assert/strict';

/** What came back over the socket. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The text of the body; empty where there is none. */
  readonly text: string;
}

/** The problem document of an answer. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly reason: string;
  readonly request_id: string;
  readonly errors?: readonly Violation[];
}

/** One broken rule of one field. */
export interface Violation {
  readonly field: string;
  readonly rule: string;
  readonly limit: unknown;
  readonly value: unknown;
}

/** An answer in one line: `201`, or `422 validation_error code_expired`. */
export function outcome(answer: Answer): string {
  if (answer.status < 400) return String(answer.status);
  const { code, reason } = problemOf(answer);
  return `${String(answer.status)} ${code} ${reason}`;
}

/** The `data` of a success. */
export function dataOf(answer: Answer): unknown {
  return (JSON.parse(answer.text) as { data: unknown }).data;
}

export function problemOf(answer: Answer): Problem {
  return JSON.parse(answer.text) as Problem;
}

/**
 * Checks an answer against the rules for every answer: a success is a JSON object, an error is a problem document
 * (RFC 9457) with the specification's short code and a finer reason, both are private and carry the request's id.
 */
export function assertWellFormed(answer: Answer): void {
  const { status, headers, text } = answer;
  const said = `${String(status)} ${text}`;
  assert.equal(headers.get('cache-control'), 'no-store', said);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', said);
  if (status < 400) {
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', said);
    assert.equal(JSON.stringify(JSON.parse(text)), text, said);
    assert.ok(headers.get('x-request-id'), said);
    return;
  }
  assert.equal(headers.get('content-type'), 'application/problem+json', said);
  const problem = problemOf(answer);
  assert.equal(problem.status, status, said);
  assert.equal(problem.type, `urn:stepward:problem:${problem.reason}`, said);
  assert.match(problem.code, /^[a-z_]+$/, said);
  assert.equal(problem.request_id, headers.get('x-request-id'), said);
  assert.ok(problem.title !== '' && problem.detail !== '', said);
  assert.equal(headers.has('www-authenticate'), status === 401 || isScope(problem), said);
  if (status !== 503) assert.equal(headers.has('retry-after'), status === 429, said);
}

function isScope({ reason }: Problem): boolean {
  return reason === 'insufficient_scope';
}
