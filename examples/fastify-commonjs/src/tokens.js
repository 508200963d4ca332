// Signs the service's own access tokens with a key that lives as long as the process. The public half is a local
// JSON Web Key Set: nothing is fetched to check a token.

const { createJwtAuthenticator } = require('@stepward/http');
const { exportJWK, generateKeyPair, jwtVerify, SignJWT } = require('jose');

const ISSUER = 'https://app.example.com';

/**
 * What a token is good for. The password alone opens the steps of the sign-in; Stepward's Account API opens to
 * those who have to enrol a factor first and to those who are signed in; everything else to the latter alone.
 */
const AUDIENCES = {
  password: ['sign-in'],
  enrolling: ['sign-in', 'account-api'],
  signed_in: ['sign-in', 'account-api', 'app'],
};

/** @typedef {keyof typeof AUDIENCES} Stage */
/** @typedef {{ identityId: string, sessionId: string, stage: Stage, assurance: 'aal1' | 'aal2' }} Session */

/** @param {{ tenantId: string }} options */
async function createTokens({ tenantId }) {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'ES256' }] };

  return {
    jwks,

    /** For `createHttpApi`: accepts the tokens that are good for the Account API. */
    authenticator: createJwtAuthenticator({
      issuer: ISSUER,
      audience: 'account-api',
      algorithms: ['ES256'],
      keys: { jwks },
    }),

    /**
     * @param {Session} session
     * @returns {Promise<string>}
     */
    sign: ({ identityId, sessionId, stage, assurance }) =>
      new SignJWT({ tenant_id: tenantId, sid: sessionId, acr: assurance, stage })
        .setProtectedHeader({ alg: 'ES256', kid: 'key-1' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCES[stage])
        .setSubject(identityId)
        .setIssuedAt()
        .setExpirationTime(stage === 'signed_in' ? '8h' : '15m')
        .sign(privateKey),

    /**
     * The session of a token that is good for `audience`, or null.
     *
     * @param {string | undefined} token
     * @param {'sign-in' | 'app'} audience
     * @returns {Promise<Session | null>}
     */
    async read(token, audience) {
      if (token === undefined) return null;
      try {
        const { payload } = /** @type {{ payload: Record<string, unknown> }} */ (
          await jwtVerify(token, publicKey, { issuer: ISSUER, audience })
        );
        return {
          identityId: String(payload['sub']),
          sessionId: String(payload['sid']),
          stage: /** @type {Stage} */ (payload['stage']),
          assurance: payload['acr'] === 'aal2' ? 'aal2' : 'aal1',
        };
      } catch {
        return null;
      }
    },
  };
}

module.exports = { createTokens };
