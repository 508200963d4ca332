import { createAssuranceCheck, type AssuranceOptions } from '@stepward/http';
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
  const check = createAssuranceCheck('requireAssurance', options);
  return async (request, reply) => {
    const refused = await check(neutralRequest(request, request.url));
    return refused === null ? undefined : send(reply, refused);
  };
}
