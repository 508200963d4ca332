import type { AccessTokenAuthenticator } from '@stepward/http';
import { createJwtAuthenticator } from '@stepward/http';
import type { AssuranceLevel, Clock } from '@stepward/core';
import { importJWK, SignJWT, type JWK } from 'jose';

const ISSUER = 'https://issuer.demo.stepward.example';
const AUDIENCE = 'https://api.demo.stepward.example';

/** Replaces the authorisation server of a real host. */
export interface DemoTokens {
  /** The options with which the API verifies tokens. */
  readonly authenticator: AccessTokenAuthenticator;
  /** An access token for ten years, because the demo's clock may run ahead. */
  issue(token: {
    readonly tenantId: string;
    readonly identityId: string;
    readonly sessionId: string;
    /** The `acr` claim; left out, the token says nothing of its session's assurance. */
    readonly assurance?: AssuranceLevel;
  }): Promise<string>;
}

/** Signs with the private key that `tokenKey` is the JSON of. */
export async function createDemoTokens(clock: Clock, tokenKey: string): Promise<DemoTokens> {
  const key = JSON.parse(tokenKey) as JWK;
  const privateKey = await importJWK(key, 'ES256');
  const publicKey = { ...key, kid: 'demo', alg: 'ES256' };
  delete publicKey.d;
  const jwks = { keys: [publicKey] };
  return {
    authenticator: createJwtAuthenticator({
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys: { jwks },
      clock,
    }),
    issue: ({ tenantId, identityId, sessionId, assurance: acr }) =>
      new SignJWT({ tenant_id: tenantId, sid: sessionId, ...(acr !== undefined && { acr }) })
        .setProtectedHeader({ alg: 'ES256', kid: 'demo', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(identityId)
        .setIssuedAt(clock.now())
        .setExpirationTime('10 years')
        .sign(privateKey),
  };
}
