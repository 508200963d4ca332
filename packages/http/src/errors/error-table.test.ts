import { describe, expect, it } from 'vitest';
import golden from './golden/problems.json' with { type: 'json' };
import { errorTable } from './error-table.js';
import type { HttpRequest } from '../http-types.js';
import { renderProblemJson } from './problem.js';
import { refuse } from '../answer.js';
import { sampleFailures } from '../../test/worlds/sample-failures.js';
import { toResponse } from '../to-response.js';

const request = { method: 'PUT' } as HttpRequest;
const failures = Object.values(sampleFailures);

const responseTo = (failure: (typeof failures)[number]) => {
  const response = toResponse(refuse(failure), request, 'golden', renderProblemJson);
  return { ...response, body: JSON.parse(response.body!) };
};

describe('the error table', () => {
  // spec: errors/shape
  it.each(failures.map((failure) => [failure.code, failure] as const))(
    'answers %s like the golden vector',
    (code, failure) => {
      expect(responseTo(failure)).toEqual((golden as Record<string, unknown>)[code]);
    },
  );

  // spec: errors/shape
  it('has a golden vector for every code, and no others', () => {
    expect(Object.keys(golden).sort()).toEqual(Object.keys(errorTable).sort());
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
