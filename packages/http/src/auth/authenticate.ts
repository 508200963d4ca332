import type { Stepward } from '@stepward/core';
import { refuse, Refusal } from '../answer.js';
import type { Realm } from '../errors/http-errors.js';
import type { RequestHead } from '../http-types.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import {
  principalOfKey,
  principalOfUser,
  type ManagementPrincipal,
  type UserPrincipal,
} from './principals.js';
import type { Credential, ReadCredential } from './read-credential.js';
import { isRefusedToken, refusedToken, type RefusedToken } from './refused-token.js';

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

/** How administrators and automation authenticate. */
export interface ManagementCredentials extends UserCredentials {
  readonly apiKeys: Pick<Stepward['apiKeys'], 'authenticate'>;
}

/**
 * Authenticates callers of the Customer API. A credential with the prefix of a management key never reaches the
 * host's authenticator.
 */
export async function authenticateManagement(
  credentials: ManagementCredentials,
  request: RequestHead,
): Promise<ManagementPrincipal | Refusal> {
  const realm = 'customer';
  const credential = credentials.readCredential(request, realm);
  if (credential instanceof Refusal) return credential;
  const found = await lookUp(credentials, credential, request);
  return isRefusedToken(found) ? refuse({ code: 'token_invalid', realm, why: found }) : found;
}

async function lookUp(
  { accessTokens, apiKeys }: ManagementCredentials,
  { kind, text }: Credential,
  request: RequestHead,
): Promise<ManagementPrincipal | RefusedToken> {
  switch (kind) {
    case 'management_key': {
      const key = await apiKeys.authenticate(text);
      return key === null ? refusedToken('unknown') : principalOfKey(key);
    }
    case 'access_token': {
      const user = await accessTokens.authenticate(text, request);
      return isRefusedToken(user) ? user : principalOfUser(user);
    }
  }
}
