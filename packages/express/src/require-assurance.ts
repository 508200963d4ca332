import {
  createAssuranceCheck,
  createGrantCheck,
  writeNodeResponse,
  type AssuranceCheck,
  type AssuranceOptions,
  type GrantOptions,
} from '@stepward/http';
import {
  neutralRequest,
  type ExpressMiddleware,
  type ExpressRequest,
} from './express-middleware.js';

/**
 * Protects a host's own routes: a request passes where its access token is valid and its user authenticated strongly
 * and recently enough. Others are answered with 401 and the challenge of RFC 9470. `userOf(request)` of
 * `@stepward/http` is the user of a request that passed.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * app.post('/payments', requireAssurance({ accessTokens, acr: 'aal2', maxAge: 300 }), (request, response) => {
 *   response.json({ paidBy: userOf(request).identityId });
 * });
 */
export function requireAssurance(options: AssuranceOptions): ExpressMiddleware {
  return middlewareOf(createAssuranceCheck('requireAssurance', options));
}

/**
 * Lets a request pass with the grant of exactly its operation, once. It stands after the parser of the body, where
 * `operation` reads that. Others are answered with 401 and the challenge of RFC 9470, or with 403 `grant_mismatch`.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * app.post(
 *   '/payments',
 *   express.json(),
 *   requireGrant({ accessTokens, grants: stepward.grants, operation: ({ body }) => paymentOf(body) }),
 *   (request, response) => response.json({ paidBy: userOf(request).identityId }),
 * );
 */
export function requireGrant<
  Request extends ExpressRequest = ExpressRequest & { readonly body?: unknown },
>(options: GrantOptions<Request>): ExpressMiddleware {
  return middlewareOf(createGrantCheck('requireGrant', options));
}

function middlewareOf(check: AssuranceCheck): ExpressMiddleware {
  return (request, response, next) => {
    const pass = async (): Promise<boolean> => {
      const refused = await check(neutralRequest(request));
      // Throws where the host has answered meanwhile, for example after a timeout.
      if (refused !== null) writeNodeResponse(response, refused);
      return refused === null;
    };
    pass().then((hasPassed) => {
      if (hasPassed) next();
    }, next);
  };
}
