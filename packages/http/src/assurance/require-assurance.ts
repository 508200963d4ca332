import { checkOptions } from '@stepward/core/adapter';
import {
  fetchContextRules,
  fetchRequestHead,
  type FetchContext,
  type FetchRequestContext,
} from '../fetch/fetch-request.js';
import { createAssuranceCheck, type AssuranceOptions } from './create-assurance-check.js';

/**
 * Protects a host's own resource in anything that speaks the Fetch API: returns null for a request that may pass, and
 * else the response that refuses it (RFC 9470). `userOf(request)` is its user. The bindings have one for their
 * frameworks.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * const requireStepUp = requireAssurance({ accessTokens, acr: 'aal2', maxAge: 300 });
 * const serve = async (request: Request) =>
 *   (await requireStepUp(request)) ?? Response.json({ paidBy: userOf(request).identityId });
 */
export function requireAssurance(
  options: AssuranceOptions,
  context: FetchContext = {},
): (request: Request, context?: FetchRequestContext) => Promise<Response | null> {
  const check = createAssuranceCheck('requireAssurance', options);
  checkOptions('requireAssurance', context, fetchContextRules);
  return async (request, given) => {
    const refused = await check(fetchRequestHead(request, context, given));
    if (refused === null) return null;
    const { status, headers, body } = refused;
    return new Response(body, { status, headers });
  };
}
