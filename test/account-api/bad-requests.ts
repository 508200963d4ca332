/** Requests that no well-meaning client sends: a good one, spoilt in one place. */
import type { Host } from './harness/host.js';
import type { Person } from './harness/person.js';
import { chunked, type RawRequest } from '../harness/raw-http.js';

export const SMS = '/v1/account/mfa/sms';
export const LIMIT = 16 * 1024;

/** Replaces body and what goes with it, for methods that have none. */
export const NO_BODY = { contentTypes: [], body: '', framing: [] } as const;

type Header = readonly [name: string, value: string];

export const CHUNKED: readonly Header[] = [['transfer-encoding', 'chunked']];

/** A request of a person with a pending enrolment: a good one, spoilt in one place. */
interface Spoilt {
  readonly method?: string;
  readonly path?: string;
  /** In place of the person's own token; none where it is empty. */
  readonly authorization?: readonly string[];
  /** In place of `application/json`. */
  readonly contentTypes?: readonly string[];
  readonly host?: string;
  readonly more?: readonly Header[];
  /** In place of the right code in JSON. */
  readonly body?: Uint8Array | string;
  /** Replaces the length that fits the body. */
  readonly framing?: readonly Header[];
}

/** Gets the right code and a token: a server which took the request would enrol the person. */
export type Spoil = (good: Good) => Spoilt | Promise<Spoilt>;

export interface Good {
  readonly code: string;
  readonly token: string;
  readonly ada: Person;
  readonly host: Host;
}

type Case = readonly [string, Spoil, string];

export const bodies: readonly Case[] = [
  [
    'malformed JSON',
    ({ code }) => ({ body: `{"code":"${code}"` }),
    '400 validation_error body_malformed',
  ],
  [
    'JSON with something behind it',
    ({ code }) => ({ body: `{"code":"${code}"}}` }),
    '400 validation_error body_malformed',
  ],
  [
    'single quotes',
    ({ code }) => ({ body: `{'code':'${code}'}` }),
    '400 validation_error body_malformed',
  ],
  ['an empty body', () => ({ body: '' }), '400 validation_error body_malformed'],
  [
    'invalid UTF-8',
    ({ code }) => ({ body: Buffer.from(`{"code":"${code}","x":"\u00ff"}`, 'latin1') }),
    '400 validation_error body_malformed',
  ],
  [
    'UTF-16',
    ({ code }) => ({ body: Buffer.from(`{"code":"${code}"}`, 'utf16le') }),
    '400 validation_error body_malformed',
  ],
  ['very deep JSON', () => ({ body: '['.repeat(LIMIT) }), '400 validation_error body_malformed'],
  ['a JSON list', ({ code }) => ({ body: `["${code}"]` }), '400 validation_error body_invalid'],
  ['a JSON text', ({ code }) => ({ body: `"${code}"` }), '400 validation_error body_invalid'],
  ['JSON null', () => ({ body: 'null' }), '400 validation_error body_invalid'],
  [
    'a code as number',
    ({ code }) => ({ body: `{"code":${String(Number(code))}}` }),
    '422 validation_error code_malformed',
  ],
  [
    'a code in full-width digits',
    ({ code }) => ({ body: JSON.stringify({ code: fullWidth(code) }) }),
    '422 validation_error code_malformed',
  ],
  [
    'a code behind __proto__',
    ({ code }) => ({ body: `{"__proto__":{"code":"${code}"}}` }),
    '422 validation_error code_malformed',
  ],
  [
    'a code behind constructor.prototype',
    ({ code }) => ({ body: `{"constructor":{"prototype":{"code":"${code}"}}}` }),
    '422 validation_error code_malformed',
  ],
  [
    'a code by another name',
    ({ code }) => ({ body: JSON.stringify({ Code: code, otp: code }) }),
    '422 validation_error code_malformed',
  ],
  [
    'a code in the query',
    ({ code }) => ({ path: `${SMS}?code=${code}`, body: '{}' }),
    '422 validation_error code_malformed',
  ],
];

export const mediaTypes: readonly Case[] = [
  [
    'no content type',
    () => ({ contentTypes: [] }),
    '415 unsupported_media_type media_type_unsupported',
  ],
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/merge-patch+json',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'garbage',
    '/',
    'application/',
    ';',
  ].map((type): Case => [
    `the content type "${type}"`,
    () => ({ contentTypes: [type] }),
    '415 unsupported_media_type media_type_unsupported',
  ]),
];

export const sizes: readonly Case[] = [
  [
    'one byte too many, with Content-Length',
    ({ code }) => ({ body: padded(code, LIMIT + 1) }),
    '413 content_too_large body_too_large',
  ],
  [
    'one byte too many, chunked',
    ({ code }) => inChunks(padded(code, LIMIT + 1), 1_000),
    '413 content_too_large body_too_large',
  ],
  [
    'sixteen times too many, with Content-Length',
    ({ code }) => ({ body: padded(code, 16 * LIMIT) }),
    '413 content_too_large body_too_large',
  ],
  [
    'sixteen times too many, chunked',
    ({ code }) => inChunks(padded(code, 16 * LIMIT), 65_536),
    '413 content_too_large body_too_large',
  ],
  [
    'a Content-Length that promises a megabyte and brings a line',
    () => ({ framing: [['content-length', String(2 ** 20)]] }),
    '413 content_too_large body_too_large',
  ],
];

export const headers: readonly Case[] = [
  [
    'two Authorization lines',
    ({ token }) => ({ authorization: [`Bearer ${token}`, `Bearer ${token}`] }),
    '400 validation_error header_duplicated',
  ],
  [
    'two Authorization lines, the second a stranger',
    async ({ token, ada }) => ({
      authorization: [`Bearer ${token}`, `Bearer ${await ada.with({ identityId: 'x' }).token()}`],
    }),
    '400 validation_error header_duplicated',
  ],
  [
    'two Content-Type lines',
    () => ({ contentTypes: ['application/json', 'application/json'] }),
    '400 validation_error header_duplicated',
  ],
  [
    'two X-Tenant-ID lines',
    ({ ada }) => ({
      more: [
        ['X-Tenant-ID', ada.tenantId],
        ['x-tenant-id', ada.tenantId],
      ],
    }),
    '400 validation_error header_duplicated',
  ],
  ['no Authorization', () => ({ authorization: [] }), '401 unauthorized token_missing'],
  [
    'another scheme',
    () => ({ authorization: ['Basic YWRhOmFkYQ=='] }),
    '401 unauthorized token_missing',
  ],
  ['a scheme alone', () => ({ authorization: ['Bearer'] }), '401 unauthorized token_missing'],
  [
    'no token, but malformed JSON as well',
    () => ({ authorization: [], body: '{' }),
    '401 unauthorized token_missing',
  ],
  [
    'garbage for a token',
    () => ({ authorization: ['Bearer garbage'] }),
    '401 unauthorized token_invalid',
  ],
  [
    'two tokens in one line',
    ({ token }) => ({ authorization: [`Bearer ${token}, Bearer ${token}`] }),
    '401 unauthorized token_invalid',
  ],
  [
    'a management key',
    () => ({ authorization: [`Bearer service_mgmt_${'a'.repeat(43)}`] }),
    '401 unauthorized token_invalid',
  ],
  [
    'a good token that calls itself a management key',
    ({ token }) => ({ authorization: [`Bearer service_mgmt_${token}`] }),
    '401 unauthorized token_invalid',
  ],
  [
    'a token without a signature',
    ({ token }) => ({ authorization: [`Bearer ${unsigned(token)}`] }),
    '401 unauthorized token_invalid',
  ],
  [
    'a token of 9 KiB',
    ({ token }) => ({ authorization: [`Bearer ${token}${'a'.repeat(9_216)}`] }),
    '401 unauthorized token_invalid',
  ],
];

export const tenants: readonly Case[] = [
  [
    "another tenant's token with this tenant's header",
    async ({ ada, host }) => {
      const stranger = await host.person();
      return {
        authorization: [`Bearer ${await stranger.token()}`],
        more: [['x-tenant-id', ada.tenantId]],
      };
    },
    '403 forbidden tenant_mismatch',
  ],
  [
    'a tenant header that contradicts the token',
    () => ({ more: [['x-tenant-id', 'globex']] }),
    '403 forbidden tenant_mismatch',
  ],
  [
    'an empty tenant header',
    () => ({ more: [['x-tenant-id', '']] }),
    '403 forbidden tenant_mismatch',
  ],
  [
    'a tenant header with two names',
    ({ ada }) => ({ more: [['x-tenant-id', `${ada.tenantId}, globex`]] }),
    '403 forbidden tenant_mismatch',
  ],
  [
    'a subdomain that contradicts the token',
    () => ({ host: 'globex.example.test' }),
    '403 forbidden tenant_mismatch',
  ],
  [
    'a deeper subdomain',
    ({ ada }) => ({ host: `${ada.tenantId}.globex.example.test:8443` }),
    '403 forbidden tenant_mismatch',
  ],
];

export const methods: readonly Case[] = [
  ...['GET', 'PATCH', 'OPTIONS', 'TRACE'].map((method): Case => [
    `${method} on the enrolment`,
    () => ({ method, ...NO_BODY }),
    '405 method_not_allowed method_not_allowed',
  ]),
];

export async function rawRequest(good: Good, spoil: Spoil): Promise<RawRequest> {
  const { code, token } = good;
  const {
    method = 'PUT',
    path = SMS,
    authorization = [`Bearer ${token}`],
    contentTypes = ['application/json'],
    host = '127.0.0.1',
    more = [],
    body = JSON.stringify({ code }),
    framing = [['content-length', String(Buffer.byteLength(body))]] as const,
  } = await spoil(good);
  return {
    method,
    path,
    headers: [
      ['host', host],
      ...authorization.map((value): Header => ['Authorization', value]),
      ...contentTypes.map((value): Header => ['Content-Type', value]),
      ...more,
      ...framing,
    ],
    body,
  };
}

export function inChunks(body: string, size: number): Spoilt {
  return { body: chunked(body, size), framing: CHUNKED };
}

export function chunkOf(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

/** The right code in a body of exactly so many bytes. */
export function padded(code: string, size: number): string {
  const body = JSON.stringify({ code, padding: '' });
  return JSON.stringify({ code, padding: 'x'.repeat(size - body.length) });
}

function fullWidth(code: string): string {
  return code.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

/** The same claims under `"alg":"none"`. */
function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}
