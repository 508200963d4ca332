import { expect, it } from 'vitest';
import type { Failure } from '../../packages/http/src/errors/http-errors.js';
import { toProblem } from '../../packages/http/src/errors/problem.js';
import { surprisesOf } from './declared-answers.js';

const PUT = { method: 'PUT', path: '/v1/account/mfa/sms' };
const headers = { 'x-request-id': 'id' };
const STATUS = { data: { enabled: true, methods: ['sms'], backup_codes_remaining: 0 } };
const body = JSON.stringify(STATUS);
const refused = (status: number, reason: Failure['code']) => ({
  status,
  headers: { ...headers, 'content-type': 'application/problem+json' },
  body: JSON.stringify(toProblem({ code: reason } as Failure, 'id')),
});

it.each([
  ['a success', PUT, { status: 200, headers, body }],
  ['a refusal of the operation', PUT, refused(422, 'code_mismatch')],
  ['a refusal in front of it', PUT, refused(401, 'token_missing')],
  [
    'a refusal without a body',
    { ...PUT, method: 'HEAD' },
    { ...refused(405, 'method_not_allowed'), body: null },
  ],
  [
    'a method that nothing answers',
    { ...PUT, method: 'PATCH' },
    refused(405, 'method_not_allowed'),
  ],
])('%s that is declared is no surprise', (_, request, response) => {
  expect(surprisesOf(request, response)).toEqual([]);
});

const said = 'PUT /v1/account/mfa/sms answered';

it.each([
  ['success', { status: 201, headers, body }, `${said} 201`],
  ['reason', refused(422, 'phone_not_verified'), `${said} 422 phone_not_verified`],
  ['status of a reason', refused(400, 'code_mismatch'), `${said} 400 code_mismatch`],
  [
    'header',
    { status: 200, headers: { ...headers, 'retry-after': '1' }, body },
    `${said} 200 with retry-after`,
  ],
  [
    'field of a body',
    { status: 200, headers, body: body.replace('"sms"', '"pigeon"') },
    `${said} 200 with a body whose /data/methods/0 must be equal to one of the allowed values`,
  ],
])('a %s that is not declared is reported', (_, response, surprise) => {
  expect(surprisesOf(PUT, response)).toEqual([surprise]);
});

it('an answer of a path that no operation has is reported', () => {
  const request = { method: 'GET', path: '/v1/account/nothing' };
  expect(surprisesOf(request, refused(404, 'path_invalid'))).toHaveLength(1);
});
