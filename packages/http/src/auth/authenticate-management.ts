import type { ApiKeyService } from '@stepward/core';
import type { HttpRequest } from '../http-types.js';
import { refuse, Refusal } from '../refusal.js';
import type { AccessTokenAuthenticator } from './access-tokens.js';
import { readBearerToken, type BearerToken } from './bearer-token.js';
import {
  principalOfKey,
  principalOfUser,
  type ManagementPrincipal,
} from './management-principal.js';

/** Where the credentials of the Customer API are looked up. */
export interface ManagementCredentials {
  readonly accessTokens: AccessTokenAuthenticator;
  readonly apiKeys: Pick<ApiKeyService, 'authenticate'>;
}

/** Who calls the Customer API. What begins like a management key never reaches the host's authenticator. */
export async function authenticateManagement(
  credentials: ManagementCredentials,
  headers: HttpRequest['headers'],
): Promise<ManagementPrincipal | Refusal> {
  const realm = 'customer';
  const token = readBearerToken(headers, realm);
  if (token instanceof Refusal) return token;
  return (await lookUp(credentials, token)) ?? refuse({ code: 'token_invalid', realm });
}

async function lookUp(
  { accessTokens, apiKeys }: ManagementCredentials,
  { kind, text }: BearerToken,
): Promise<ManagementPrincipal | null> {
  switch (kind) {
    case 'management_key': {
      const key = await apiKeys.authenticate(text);
      return key && principalOfKey(key);
    }
    case 'access_token': {
      const user = await accessTokens.authenticate(text);
      return user && principalOfUser(user);
    }
  }
}
