import { refuse, Refusal } from '../refusal.js';
import type { Realm } from '../http-failure.js';
import type { RequestHead } from '../http-types.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import type { ReadCredential } from './read-credential.js';
import { isRefusedToken } from './refused-token.js';
import type { UserPrincipal } from './user-principal.js';

/** How end users authenticate. */
export interface UserCredentials {
  readonly readCredential: ReadCredential;
  readonly accessTokens: AccessTokenAuthenticator;
}

/** Authenticates the user of a request. A management key is an invalid token there. */
export async function authenticateUser(
  { readCredential, accessTokens }: UserCredentials,
  request: RequestHead,
  realm: Realm,
): Promise<UserPrincipal | Refusal> {
  const token = readCredential(request, realm);
  if (token instanceof Refusal) return token;
  const user = await accessTokens.authenticate(token.text, request);
  return isRefusedToken(user) ? refuse({ code: 'token_invalid', realm, why: user }) : user;
}
