import {
  createAssuranceCheck,
  createGrantCheck,
  type AssuranceCheck,
  type AssuranceOptions,
  type GrantOptions,
} from '@stepward/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { neutralRequest, send } from './fastify-plugin.js';

/** An `onRequest` or `preHandler` hook. */
export type AssuranceHook = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Protects a host's own routes: a request passes where its access token is valid and its user authenticated strongly
 * and recently enough. Others are answered with 401 and the challenge of RFC 9470. `userOf(request)` of
 * `@stepward/http` is the user of a request that passed.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * app.post(
 *   '/payments',
 *   { onRequest: requireAssurance({ accessTokens, acr: 'aal2', maxAge: 300 }) },
 *   async (request) => ({ paidBy: userOf(request).identityId }),
 * );
 */
export function requireAssurance(options: AssuranceOptions): AssuranceHook {
  return hookOf(createAssuranceCheck('requireAssurance', options));
}

/**
 * A `preHandler` hook that lets a request pass with the grant of exactly its operation, once. Others are answered with 401
 * and the challenge of RFC 9470, or with 403 `grant_mismatch`.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * const requireApproval = requireGrant({
 *   accessTokens,
 *   grants: stepward.grants,
 *   operation: ({ body }) => paymentOf(body),
 * });
 * app.post('/payments', { preHandler: requireApproval }, async (request) => pay(request.body));
 */
export function requireGrant(options: GrantOptions<FastifyRequest>): AssuranceHook {
  return hookOf(createGrantCheck('requireGrant', options));
}

function hookOf(check: AssuranceCheck): AssuranceHook {
  return async (request, reply) => {
    const refused = await check(neutralRequest(request, request.url));
    return refused === null ? undefined : send(reply, refused);
  };
}
