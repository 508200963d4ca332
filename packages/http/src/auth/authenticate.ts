import type { Stepward } from '@stepward/core';
import { Refusal } from '../answer.js';
import type { Realm } from '../errors/http-errors.js';
import type { RequestHead } from '../http-types.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import {
  ownerOfKey,
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
  return isRefusedToken(user) ? refuseToken(user, realm) : user;
}

/** How administrators and automation authenticate. */
export interface ManagementCredentials extends UserCredentials {
  readonly apiKeys: Pick<Stepward['apiKeys'], 'identify'>;
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
  return isRefusedToken(found) ? refuseToken(found, realm) : found;
}

function refuseToken(why: RefusedToken, realm: Realm): Refusal {
  return new Refusal({ code: 'token_invalid', realm, why }, why.owner);
}

async function lookUp(
  { accessTokens, apiKeys }: ManagementCredentials,
  { kind, text }: Credential,
  request: RequestHead,
): Promise<ManagementPrincipal | RefusedToken> {
  switch (kind) {
    case 'management_key': {
      const found = await apiKeys.identify(text);
      if (found === null) return refusedToken('unknown');
      return found.isLive
        ? principalOfKey(found)
        : refusedToken('ended', { owner: ownerOfKey(found) });
    }
    case 'access_token': {
      const user = await accessTokens.authenticate(text, request);
      return isRefusedToken(user) ? user : principalOfUser(user);
    }
  }
}
