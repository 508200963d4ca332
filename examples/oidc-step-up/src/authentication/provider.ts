/** The OpenID provider. */
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, type interactionPolicy } from 'oidc-provider';
import { findPerson, TENANT_ID } from '../people.js';

export interface ProviderOptions {
  readonly issuer: string;
  readonly policy: interactionPolicy.DefaultPolicy;
  readonly client: {
    readonly id: string;
    readonly secret: string;
    readonly redirectUri: string;
  };
  /** The resource server: the audience of access tokens, which are JSON Web Tokens. */
  readonly resource: string;
  /** A secret for its cookies. */
  readonly cookieKey: string;
}

/** The scope of payments. */
export const PAYMENTS_SCOPE = 'payments';

export async function createProvider(options: ProviderOptions): Promise<Provider> {
  const { issuer, policy, client, resource, cookieKey } = options;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256' };
  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: [cookieKey] },
    // Of confidential clients too (RFC 9700 section 2.1.1); by default oidc-provider asks only public ones for it.
    pkce: { required: () => true },
    acrValues: ['aal1', 'aal2'],
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time'] },
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) =>
      findPerson(id) === null ? undefined : { accountId: id, claims: () => ({ sub: id }) },
    // What requireAssurance and requireGrant read.
    extraTokenClaims(ctx) {
      const code = ctx.oidc.entities.AuthorizationCode;
      // A grant belongs to the session that it was approved in.
      const { acr, authTime, sessionUid } = code ?? {};
      return { tenant_id: TENANT_ID, acr, auth_time: authTime, sid: sessionUid };
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, indicator) => {
          if (indicator !== resource) throw new Error('an unknown resource server');
          return {
            scope: PAYMENTS_SCOPE,
            accessTokenFormat: 'jwt',
            audience: resource,
            jwt: { sign: { alg: 'ES256' } },
          };
        },
        useGrantedResource: () => true,
      },
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 600,
      Interaction: 600,
      Session: 86_400,
    },
  };
  return new Provider(issuer, configuration);
}
