import type { HttpRequest } from '../http-types.js';
import { refuse, Refusal } from '../refusal.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import { readBearerToken } from './bearer-token.js';
import type { UserPrincipal } from './user-principal.js';

/** The user behind a request of the Account API. A management key is an invalid token there. */
export async function authenticateUser(
  accessTokens: AccessTokenAuthenticator,
  headers: HttpRequest['headers'],
): Promise<UserPrincipal | Refusal> {
  const realm = 'account';
  const token = readBearerToken(headers, realm);
  if (token instanceof Refusal) return token;
  const user = token.kind === 'access_token' ? await accessTokens.authenticate(token.text) : null;
  return user ?? refuse({ code: 'token_invalid', realm });
}
