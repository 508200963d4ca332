import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';
import { singleHeader } from '../single-header.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import type { UserPrincipal } from './user-principal.js';

/** The scheme in any case (RFC 9110 section 11.1), and something behind it. */
const BEARER = /^bearer +([^ ].*)$/i;

/** `b64token` of RFC 6750 section 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Management API keys start so. They are never valid on the Account API. */
const MANAGEMENT_KEY_PREFIX = 'service_mgmt_';

/** The user behind a request: `token_missing` where no bearer token came, `token_invalid` for a bad one. */
export async function authenticateUser(
  accessTokens: AccessTokenAuthenticator,
  headers: HttpRequest['headers'],
): Promise<UserPrincipal | Refusal> {
  const token = BEARER.exec(singleHeader(headers, 'authorization') ?? '')?.[1];
  if (token === undefined) return refuse({ code: 'token_missing' });
  const invalid = refuse({ code: 'token_invalid' });
  if (!TOKEN.test(token) || token.startsWith(MANAGEMENT_KEY_PREFIX)) return invalid;
  return (await accessTokens.authenticate(token)) ?? invalid;
}
