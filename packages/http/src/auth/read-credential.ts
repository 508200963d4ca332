import { API_KEY_PREFIX } from '@stepward/core/adapter';
import type { Realm } from '../errors/http-errors.js';
import type { RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import { singleHeader } from '../request/headers.js';
import { refusedToken } from './refused-token.js';
import { createOriginCheck } from './require-origin.js';
import { createTlsCheck } from './require-tls.js';

/**
 * Where the access token of a request is: in the `Authorization` header with the scheme Bearer (RFC 6750),
 * in a cookie, or where a function finds it, which answers null for none.
 */
export type CredentialSource =
  | 'bearer'
  | { readonly cookie: string }
  | ((request: RequestHead) => string | null);

/** The credential of a request, by kind. Management keys are valid on the Customer API only. */
export interface Credential {
  readonly kind: 'access_token' | 'management_key';
  readonly text: string;
}

/** Where credentials are, and how they may travel. */
export interface CredentialOptions {
  /**
   * Where access tokens are: `bearer` (the default) in the `Authorization` header, `{ cookie: 'name' }` in a cookie,
   * or read by a function. Management keys are bearer tokens in every case.
   */
  readonly credentials?: CredentialSource;
  /**
   * Origins, for example `https://app.example.com`: their pages may send POST, PUT, PATCH and DELETE with a
   * credential that is not a bearer token. None by default: then only pages of the API's own origin may.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether the origin of such requests is checked (403 `origin_refused`); true. Set it to false if the host has its
   * own CSRF protection, or if no browser attaches the credential automatically.
   */
  readonly checkOrigin?: boolean;
  /**
   * Whether a credential that came over plain http is refused with 403 `tls_required` (specification,
   * "Authentication": TLS 1.2 or higher); true. Requests from this machine may use http: the client's address is
   * loopback or, where addresses are not known, the host name is `localhost`, `127.0.0.1` or `[::1]`; and no proxy
   * passed the request on for another machine.
   */
  readonly requireTls?: boolean;
}

/**
 * The credential of a request, in this order: `token_missing` where there is none, `tls_required`,
 * `origin_refused`, `token_invalid` where it cannot be one.
 */
export type ReadCredential = (request: RequestHead, realm: Realm) => Credential | Refusal;

/** `b64token` of RFC 6750 section 2.1. */
const B64_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Reads credentials from the place that the host configured. Management keys are always bearer tokens: no browser
 * sends them. A browser may attach any other credential to a request from any page, so its origin is checked.
 */
export function createCredentialReader(options: CredentialOptions): ReadCredential {
  const { credentials: source = 'bearer', checkOrigin = true } = options;
  const requireTls = createTlsCheck(options.requireTls ?? true);
  const requireOrigin = createOriginCheck(options.allowedOrigins ?? []);
  return (request, realm) => {
    const bearer = readBearer(request);
    const isKey = realm === 'customer' && isManagementKey(bearer);
    const [text, ...others] = isKey && bearer !== null ? [bearer] : find(source, request, bearer);
    if (text === undefined) return refuse({ code: 'token_missing', realm });
    const exposed = requireTls(request);
    if (exposed !== null) return exposed;
    const forged = checkOrigin && text !== bearer ? requireOrigin(request) : null;
    if (forged !== null) return forged;
    const isMalformed = others.length > 0 || (text === bearer && !B64_TOKEN.test(text));
    if (isMalformed)
      return refuse({ code: 'token_invalid', realm, why: refusedToken('malformed') });
    if (isKey) return { kind: 'management_key', text };
    return isManagementKey(text)
      ? refuse({ code: 'token_invalid', realm, why: refusedToken('management_key') })
      : { kind: 'access_token', text };
  };
}

/** The scheme in any case (RFC 9110 section 11.1), followed by a value. */
const BEARER = /^bearer +([^ ].*)$/i;

function readBearer({ headers }: RequestHead): string | null {
  return BEARER.exec(singleHeader(headers, 'authorization') ?? '')?.[1] ?? null;
}

function isManagementKey(text: string | null): boolean {
  return text?.startsWith(API_KEY_PREFIX) === true;
}

/** None, one, or several if a cookie was set twice. */
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
 * The values of a cookie, each once (RFC 6265 section 5.4); more than one if a page of another subdomain set a cookie
 * of the same name. Empty ones are left out, escapes (`%3A`) and quotation marks are taken away, as Express and
 * Fastify write them.
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
