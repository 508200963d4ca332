import { describe, expect, it } from 'vitest';
import { ringOf } from '../../../test/webhook-host.js';
import { NONCE_BYTES } from '../../shared/keys/seal.js';
import { headersField, openHeaders, sealHeaders } from './custom-headers.js';

const read = (input: unknown) => headersField.read(input).unwrapOr('refused');
const many = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${String(index)}`, value]));

describe('custom headers', () => {
  it.each([
    [{ Authorization: 'Bearer a b' }, { authorization: 'Bearer a b' }],
    [{ 'X-Tenant_1': '\u0021~' }, { 'x-tenant_1': '!~' }],
    [{ cookie: 'a\tb' }, { cookie: 'a\tb' }],
    [{ ['a'.repeat(64)]: 'x'.repeat(1_024) }, { ['a'.repeat(64)]: 'x'.repeat(1_024) }],
    [many(10), many(10)],
    [{}, null],
    [null, null],
  ])('may be %j', (input, stored) => {
    expect(read(input)).toEqual(stored);
  });

  it.each([
    ...['X-Webhook-Id', 'webhook-signature', 'x-service-signature', 'X-Idempotency-Key'],
    ...['Content-Type', 'content-length', 'User-Agent', 'HOST', 'accept-encoding'],
    ...['Connection', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade', 'Keep-Alive', 'proxy-auth'],
    ...['', 'a'.repeat(65), 'a b', 'a:', 'a\r\nb', 'é', '__proto__', ' a', 'a\0'],
  ])('have no name %j', (name) => {
    expect(read(Object.fromEntries([[name, 'x']]))).toBe('refused');
  });

  it.each(
    [
      ['', 'a\r\nhost: b', 'a\nb', 'a\0', 'a\u007f', 'é', ' a', 'a ', 'x'.repeat(1_025)],
      [1, null, undefined, ['a'], {}],
    ].flat(),
  )('have no value %j', (value) => {
    expect(read({ 'x-token': value })).toBe('refused');
  });

  it.each([
    ['eleven of them', many(11)],
    ['more than 4,096 characters', many(5, 'x'.repeat(1_000))],
    ['one in two spellings', { 'x-a': '1', 'X-A': '2' }],
    ['a list', [['x-a', '1']]],
    ['a text', 'x-a: 1'],
  ])('are refused as %s', (_, input) => {
    expect(read(input)).toBe('refused');
  });
});

describe('sealed headers', () => {
  const owner = { tenantId: 'acme', subscriberId: 's-1' };
  const headers = { authorization: 'Bearer T0k3n' };
  const sealed = sealHeaders(ringOf('w1', 9), owner, headers, new Uint8Array(NONCE_BYTES));

  it('show their names alone, and are opened in their own row by their key', () => {
    expect(sealed.names).toEqual(['authorization']);
    expect(JSON.stringify(sealed)).not.toContain('T0k3n');
    expect(openHeaders(ringOf('w1', 9), owner, sealed)).toEqual(headers);
    expect(openHeaders(ringOf('w2', 8), owner, sealed)).toBeNull();
    expect(openHeaders(ringOf('w1', 9), { ...owner, subscriberId: 's-2' }, sealed)).toBeNull();
  });

  it('are none where none are set', () => {
    expect(openHeaders(ringOf('w1', 9), owner, null)).toEqual({});
  });
});
