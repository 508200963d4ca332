import type { AccessTokenAuthenticator } from '@stepward/http';
import { createJwtAuthenticator } from '@stepward/http';
import type { Clock } from '@stepward/core';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const ISSUER = 'https://issuer.demo.stepward.example';
const AUDIENCE = 'https://api.demo.stepward.example';

/** Stands in for the authorisation server that a real host has. */
export interface DemoTokens {
  /** What the API checks tokens with. */
  readonly authenticator: AccessTokenAuthenticator;
  /** An access token for ten years, so that the demo's clock may run ahead. */
  issue(token: {
    readonly tenantId: string;
    readonly identityId: string;
    readonly sessionId: string;
  }): Promise<string>;
}

/** Signs with a key that lives as long as the process. */
export async function createDemoTokens(clock: Clock): Promise<DemoTokens> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'demo', alg: 'ES256' }] };
  return {
    authenticator: createJwtAuthenticator({
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys: { jwks },
      clock,
    }),
    issue: ({ tenantId, identityId, sessionId }) =>
      new SignJWT({ tenant_id: tenantId, sid: sessionId })
        .setProtectedHeader({ alg: 'ES256', kid: 'demo', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(identityId)
        .setIssuedAt(clock.now())
        .setExpirationTime('10 years')
        .sign(privateKey),
  };
}
