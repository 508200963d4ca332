import { expect, it } from 'vitest';
import type { StoredKeys } from '../signing-keys.js';
import { systemRandom } from '@stepward/core';
import { checkAddress } from './address-check.js';
import { checkProxyTrust } from './proxy-check.js';
import { checkSigningKeys } from './signing-keys-check.js';

const ADDRESS = new URL('https://api.example.com/mfa');

/** A service that answers everything alike, or fails. */
function service(answer: () => Response): typeof fetch {
  return async () => answer();
}

const failsWith = (code: string): typeof fetch =>
  service(() => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  });

it.each([
  ['does not resolve', failsWith('ENOTFOUND'), 'api.example.com cannot be reached: ENOTFOUND'],
  [
    'has another certificate',
    failsWith('ERR_TLS_CERT_ALTNAME_INVALID'),
    'api.example.com cannot be reached: ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  [
    'redirects to http',
    service(() => Response.redirect('http://api.example.com/', 301)),
    'api.example.com redirects to http: the service does not know that TLS ends before it',
  ],
  [
    'has something else',
    service(() => new Response('hello')),
    'https://api.example.com/mfa/v1/openapi.json answers 200, and is no description of the API',
  ],
])('an address that %s is named', async (_, request, found) => {
  expect(await checkAddress(ADDRESS, request)).toMatchObject({ status: 'failed', found });
});

it('the address of the API is found to be right', async () => {
  const asked: unknown[] = [];
  const finding = await checkAddress(ADDRESS, async (url) => {
    asked.push(url);
    return Response.json({ openapi: '3.1.0' });
  });
  expect(finding).toMatchObject({ status: 'ok' });
  expect(asked).toEqual(['https://api.example.com/mfa/v1/openapi.json']);
});

const NOW = new Date('2026-06-01T00:00:00.000Z');
const secret = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const KEYS: StoredKeys = {
  active: { id: 'new', secret: secret(2) },
  previous: [{ id: 'old', secret: secret(1), until: '2026-05-01T00:00:00.000Z' }],
};
const serving = (...kids: readonly string[]): typeof fetch =>
  service(() => Response.json({ keys: kids.map((kid) => ({ kid })) }));

it.each([
  ['are not served', KEYS, ADDRESS, serving('old'), 'failed', 'the service does not serve new'],
  [
    'are served nowhere',
    KEYS,
    ADDRESS,
    service(() => new Response(null, { status: 404 })),
    'failed',
    'the key set cannot be read: https://api.example.com/.well-known/webhook-keys.json?tenant=doctor answers 404',
  ],
  ['have ended', KEYS, null, serving(), 'warning', 'old ended, and signs no more'],
  ['sign', { ...KEYS, previous: [] }, ADDRESS, serving('new'), 'ok', 'new: live'],
])('signing keys that %s', async (_, keys, address, request, status, found) => {
  expect(await checkSigningKeys(keys, address, NOW, request)).toMatchObject({ status, found });
});

/** Processes behind a balancer, each of which counts by itself the address that `addressOf` finds. */
function processes(number: number, addressOf: (headers: Headers) => string): typeof fetch {
  const counts = Array.from({ length: number }, () => new Map<string, number>());
  let turn = 0;
  return async (_, { headers = {} } = {}) => {
    const process = counts[(turn += 1) % number]!;
    const address = addressOf(new Headers(headers));
    const count = (process.get(address) ?? 0) + 1;
    process.set(address, count);
    const standing = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': String(120 - count) };
    return new Response(null, { status: 401, headers: standing });
  };
}

const forgeable = (headers: Headers): string => headers.get('x-forwarded-for') ?? '192.0.2.1';
const ofConnection = (): string => '192.0.2.1';
const NOT_TOLD = 'it cannot be told: ';

it.each([
  ['trusts every proxy', processes(1, forgeable), 'failed', 'a caller chooses the address'],
  ['does so in five processes', processes(5, forgeable), 'failed', 'a caller chooses the address'],
  ['trusts its own proxies', processes(1, ofConnection), 'ok', 'a forged address is not counted'],
  [
    'does so in five processes',
    processes(5, ofConnection),
    'ok',
    'a forged address is not counted',
  ],
  ['has more processes than are asked', processes(50, ofConnection), 'warning', NOT_TOLD],
  ['has no limits', service(() => new Response(null, { status: 401 })), 'warning', NOT_TOLD],
  ['is away', failsWith('ECONNREFUSED'), 'warning', `${NOT_TOLD}api.example.com: ECONNREFUSED`],
])('proxy trust of a service that %s', async (_, request, status, found) => {
  expect(await checkProxyTrust(ADDRESS, request, systemRandom)).toMatchObject({
    status,
    found: expect.stringContaining(found),
  });
});
