import { checkOptions } from '@stepward/core/adapter';
import {
  fetchContextRules,
  fetchRequestHead,
  type FetchContext,
  type FetchRequestContext,
} from '../fetch/fetch-request.js';
import { createGrantCheck, type GrantOptions } from './create-grant-check.js';

/**
 * Lets a request of the Fetch API pass with the grant of exactly its operation, once: returns null, and else the response
 * that refuses it. `operation` gets a copy of the request, whose body it may read.
 *
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 * @example
 * const requireApproval = requireGrant({
 *   accessTokens,
 *   grants: stepward.grants,
 *   operation: async (request) => paymentOf(await request.json()),
 * });
 */
export function requireGrant(
  options: GrantOptions<Request>,
  context: FetchContext = {},
): (request: Request, context?: FetchRequestContext) => Promise<Response | null> {
  const check = createGrantCheck('requireGrant', options, (request) => request.clone());
  checkOptions('requireGrant', context, fetchContextRules);
  return async (request, given) => {
    const refused = await check({
      ...fetchRequestHead(request, context, given),
      original: request,
    });
    if (refused === null) return null;
    const { status, headers, body } = refused;
    return new Response(body, { status, headers });
  };
}
