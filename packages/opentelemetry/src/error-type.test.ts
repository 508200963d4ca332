import { expect, it } from 'vitest';
import { errorType } from './error-type.js';

const withCode = (code: unknown) => Object.assign(new Error('for +14155552671'), { code });
const named = (name: string) => Object.assign(new Error('for +14155552671'), { name });

it.each<[string, unknown, string]>([
  ['a SQLSTATE', withCode('57P01'), '57P01'],
  ['a code of Node', withCode('ECONNREFUSED'), 'ECONNREFUSED'],
  ['a code of a library', withCode('ERR_JWKS_TIMEOUT'), 'ERR_JWKS_TIMEOUT'],
  ['the name of its class', new TypeError('for +14155552671'), 'TypeError'],
  ['the name of a DOMException', new DOMException('late', 'TimeoutError'), 'TimeoutError'],
  ['its name where its code is a one-time code', withCode('123456'), 'Error'],
  ['its name where its code is a number', withCode(23_505), 'Error'],
  ['nothing of an invalid name', named('no +14155552671'), '_OTHER'],
  ['nothing of a text', '+14155552671', '_OTHER'],
  ['nothing of an object', { code: 'ECONNREFUSED', name: 'TypeError' }, '_OTHER'],
])('of an error is reported %s', (_, thrown, expected) => {
  expect(errorType(thrown)).toBe(expected);
});
