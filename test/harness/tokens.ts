import type { Clock } from '@stepward/core';
import { createJwtAuthenticator, type AccessTokenAuthenticator } from '@stepward/http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const ISSUER = 'https://issuer.example';
const AUDIENCE = 'https://api.example';

/** What a token says, beside its issuer and audience. */
export interface Claims {
  readonly tenantId: string;
  readonly identityId: string;
  /** The `acr` claim: the session's assurance. Left out, the host tracks none. */
  readonly acr?: string;
  /** The `scope` claim: names with spaces between. */
  readonly scope?: string;
  /** Seconds from now to its expiry; 600. */
  readonly expiresIn?: number;
}

/** An authorisation server: it signs, and the API checks. */
export interface Tokens {
  readonly authenticator: AccessTokenAuthenticator;
  issue(claims: Claims): Promise<string>;
}

/** Signs with a new ES256 key, by the given clock. */
export async function createTokens(clock: Clock): Promise<Tokens> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }] };
  return {
    authenticator: createJwtAuthenticator({
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys: { jwks },
      clock,
    }),
    issue({ tenantId, identityId, acr, scope, expiresIn = 600 }) {
      const now = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({
        tenant_id: tenantId,
        ...(acr !== undefined && { acr }),
        ...(scope !== undefined && { scope }),
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(identityId)
        .setIssuedAt(now)
        .setExpirationTime(now + expiresIn)
        .sign(privateKey);
    },
  };
}
