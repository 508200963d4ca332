import { API_KEY_PREFIX } from '@stepward/core/adapter';
import type { ApiName } from '../api.js';
import type { RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';
import { singleHeader } from '../single-header.js';
import type { RequireOrigin } from './require-origin.js';
import type { RequireTls } from './require-tls.js';

/**
 * Where the access token of a request is: in the `Authorization` header with the scheme Bearer (RFC 6750),
 * in a cookie, or where a function finds it, which answers null for none.
 */
export type CredentialSource =
  | 'bearer'
  | { readonly cookie: string }
  | ((request: RequestHead) => string | null);

/** What a request is authenticated with, by kind. Management keys are good on the Customer API alone. */
export interface Credential {
  readonly kind: 'access_token' | 'management_key';
  readonly text: string;
}

export interface CredentialOptions {
  readonly source: CredentialSource;
  readonly requireTls: RequireTls;
  /** Asked about credentials that browsers attach by themselves; null where the host checks that itself. */
  readonly requireOrigin: RequireOrigin | null;
}

/**
 * The credential of a request, in this order: `token_missing` where there is none, `tls_required`,
 * `origin_refused`, `token_invalid` where it cannot be one.
 */
export type ReadCredential = (request: RequestHead, realm: ApiName) => Credential | Refusal;

/** `b64token` of RFC 6750 section 2.1. */
const B64_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Reads credentials from the place that the host configured. Management keys are always bearer tokens: no browser
 * sends them. A browser may attach any other credential to a request from any page, so its origin is checked.
 */
export function createCredentialReader(options: CredentialOptions): ReadCredential {
  const { source, requireTls, requireOrigin } = options;
  return (request, realm) => {
    const bearer = readBearer(request);
    const isKey = realm === 'customer' && isManagementKey(bearer);
    const [text, ...others] = isKey && bearer !== null ? [bearer] : find(source, request, bearer);
    if (text === undefined) return refuse({ code: 'token_missing', realm });
    const exposed = requireTls(request);
    if (exposed !== null) return exposed;
    const forged = text === bearer ? null : (requireOrigin?.(request) ?? null);
    if (forged !== null) return forged;
    const isMalformed = others.length > 0 || (text === bearer && !B64_TOKEN.test(text));
    if (isMalformed) return refuse({ code: 'token_invalid', realm, why: 'malformed' });
    if (isKey) return { kind: 'management_key', text };
    return isManagementKey(text)
      ? refuse({ code: 'token_invalid', realm, why: 'management_key' })
      : { kind: 'access_token', text };
  };
}

/** The scheme in any case (RFC 9110 section 11.1), and something behind it. */
const BEARER = /^bearer +([^ ].*)$/i;

function readBearer({ headers }: RequestHead): string | null {
  return BEARER.exec(singleHeader(headers, 'authorization') ?? '')?.[1] ?? null;
}

function isManagementKey(text: string | null): boolean {
  return text?.startsWith(API_KEY_PREFIX) === true;
}

/** None, one, or where a cookie was set twice more than one. */
function find(
  source: CredentialSource,
  request: RequestHead,
  bearer: string | null,
): readonly string[] {
  if (typeof source === 'object') return readCookie(request.headers, source.cookie);
  const found: unknown = source === 'bearer' ? bearer : source(request);
  if (found === null || found === '') return [];
  if (typeof found !== 'string') throw new TypeError('credentials must return a string or null');
  return [found];
}

/**
 * The values of a cookie, each once (RFC 6265 section 5.4); more than one where a page of another
 * subdomain set a cookie of the same name. Empty ones are left out, escapes (`%3A`) and quotation marks
 * are taken away, as Express and Fastify write them.
 */
function readCookie(headers: RequestHead['headers'], name: string): readonly string[] {
  const values = (headers['cookie'] ?? [])
    .flatMap((line) => line.split(';'))
    .flatMap((pair) => {
      const equals = pair.indexOf('=');
      return equals !== -1 && pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1)] : [];
    })
    .map((value) => unescaped(value.trim().replace(/^"(.*)"$/, '$1')));
  return [...new Set(values)].filter((value) => value !== '');
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
