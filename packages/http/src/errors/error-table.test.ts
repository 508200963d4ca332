import { describe, expect, it } from 'vitest';
import { errorTable } from './error-table.js';
import type { Failure } from './http-errors.js';
import type { HttpRequest } from '../http-types.js';
import { renderProblemJson } from './problem.js';
import { refuse } from '../answer.js';
import { jsonOf } from '../../test/worlds/account-world.js';
import { sampleFailures } from '../../test/worlds/sample-failures.js';
import { toResponse } from '../to-response.js';

const request = { method: 'PUT' } as HttpRequest;
const failures = Object.values(sampleFailures);

const responseTo = (failure: Failure) => {
  const response = toResponse(refuse(failure), request, 'the-request', renderProblemJson);
  return { ...response, body: jsonOf(response) };
};

/** The headers of every problem. */
const HEADERS = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': 'the-request',
};

const challenge = (value: string) => ({ 'www-authenticate': value });
const wait = (seconds: number) => ({ 'retry-after': String(seconds) });
const close = { connection: 'close' };

/** Those that only some of the samples have. */
const MORE_HEADERS: Readonly<Partial<Record<Failure['code'], Readonly<Record<string, string>>>>> = {
  identity_unknown: challenge('Bearer error="invalid_token", error_description="unknown identity"'),
  assurance_insufficient: challenge(
    'Bearer error="insufficient_user_authentication", acr_values="aal2"',
  ),
  authentication_insufficient: challenge(
    'Bearer error="insufficient_user_authentication", error_description="a stronger or more recent authentication is required", acr_values="aal2", max_age="300", realm="resource"',
  ),
  grant_invalid: challenge(
    'Bearer error="insufficient_user_authentication", error_description="the operation has to be approved"',
  ),
  grant_missing: challenge(
    'Bearer error="insufficient_user_authentication", error_description="the operation has to be approved", acr_values="aal2", realm="resource"',
  ),
  token_missing: challenge('Bearer realm="account"'),
  token_invalid: challenge(
    'Bearer error="invalid_token", error_description="the access token is not valid", realm="customer"',
  ),
  insufficient_scope: challenge(
    'Bearer error="insufficient_scope", scope="organisations:read", realm="customer"',
  ),
  service_secret_invalid: challenge('ServiceSecret realm="internal"'),
  tenant_unknown: challenge('ServiceSecret realm="internal"'),
  send_cooling_down: wait(60),
  send_budget_spent: wait(3600),
  start_budget_spent: wait(600),
  guess_budget_spent: wait(1),
  tenant_send_budget_spent: wait(86_400),
  fraud_guard: wait(43_200),
  request_limit_exceeded: wait(42),
  request_limits_unavailable: wait(1),
  authentication_unavailable: wait(5),
  busy: wait(1),
  storage_unavailable: wait(5),
  body_too_large: close,
  body_timed_out: close,
  method_not_allowed: { allow: 'GET, HEAD' },
};

describe('the error table', () => {
  // spec: errors/shape
  it.each(failures.map((failure) => [failure.code, failure] as const))(
    'answers %s with its row as a problem, and with exactly the headers that belong to it',
    (code, failure) => {
      const { status, headers, body } = responseTo(failure);
      expect([status, headers]).toEqual([
        errorTable[code].status,
        { ...HEADERS, ...MORE_HEADERS[code] },
      ]);
      const { title, detail, code: short } = errorTable[code];
      const { errors: _, ...problem } = body;
      const type = `urn:stepward:problem:${code}`;
      expect(problem).toEqual({
        ...{ type, title, status, detail, code: short, reason: code },
        request_id: 'the-request',
      });
    },
  );

  // spec: errors/shape
  it('lists the broken rules of fields, long names and values cut', () => {
    expect(responseTo(sampleFailures.api_key_invalid).body.errors).toEqual([
      { field: 'name', rule: 'text', limit: '1 to 100 characters', value: null },
    ]);
    const violation = { field: 'a'.repeat(300), rule: 'unknown_field', limit: null } as const;
    const failure = {
      code: 'policy_invalid',
      violations: [{ ...violation, value: null }],
    } as const;
    expect(responseTo(failure).body.errors).toEqual([
      { field: `${'a'.repeat(256)}…`, rule: 'unknown_field', limit: null, value: null },
    ]);
    expect(responseTo(sampleFailures.password_rejected).body.errors).toEqual([
      { field: 'password', rule: 'password_too_short', limit: 8, value: null },
      { field: 'password', rule: 'password_breached', limit: null, value: null },
    ]);
    const listed = failures.filter((each) => responseTo(each).body.errors !== undefined);
    expect(listed.map(({ code }) => code)).toEqual(
      failures
        .filter((each) => 'violations' in each || each.code === 'password_rejected')
        .map(({ code }) => code),
    );
  });

  it.each(failures.map((failure) => [failure.code, failure] as const))(
    'gives %s the headers that its status requires',
    (code, failure) => {
      const { status, headers } = responseTo(failure);
      if (status === 401) expect(headers).toHaveProperty('www-authenticate');
      expect('retry-after' in headers).toBe(status === 429 || 'retryAfter' in errorTable[code]);
      expect('allow' in headers).toBe(status === 405);
    },
  );
});
