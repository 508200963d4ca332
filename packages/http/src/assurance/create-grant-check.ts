import type { GrantService, OperationInput } from '@stepward/core';
import { checkOptions, hasMethods, isFunction, required } from '@stepward/core/adapter';
import type { UserPrincipal } from '../auth/principals.js';
import type { Failure } from '../errors/http-errors.js';
import { credentialRules, type CredentialCheckOptions } from '../http-api-options.js';
import { clientOf } from '../request/client-of.js';
import { acrValuesRule } from './create-assurance-check.js';
import { createUserCheck, REALM, type AssuranceCheck } from './create-user-check.js';

/** The header that carries the grant of an operation. */
export const GRANT_HEADER = 'stepward-grant';

/** How a resource knows the operation that a request would do, and how its callers present their access tokens. */
export interface GrantOptions<HostRequest> extends CredentialCheckOptions {
  /** `stepward.grants`. */
  readonly grants: Pick<GrantService, 'use'>;
  /**
   * Returns the operation that a request would do, from the framework's own request: what the route is going to do, not
   * what the client says was approved. One that is not valid matches no grant.
   */
  readonly operation: (request: HostRequest) => OperationInput | Promise<OperationInput>;
  /** The `acr_values` of the challenge, as for `requireAssurance`; `aal2` by default. */
  readonly acrValues?: string;
}

/**
 * The check behind `requireGrant`, for authors of bindings. The header `Stepward-Grant` has the grant, which is spent. A
 * request without one is 401 `grant_missing`, one with a grant that is not good any more 401 `grant_invalid`, both with the
 * challenge of RFC 9470 section 3. A grant for another operation is 403 `grant_mismatch`. The access token has to name the
 * session that the operation was approved in.
 *
 * @param usage how the binding is called, for errors
 * @param copyOf what `operation` gets of the framework's request; by default itself
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 */
export function createGrantCheck<HostRequest>(
  usage: string,
  options: GrantOptions<HostRequest>,
  copyOf = (request: HostRequest): HostRequest => request,
): AssuranceCheck {
  checkOptions<GrantOptions<HostRequest>>(usage, options, {
    ...credentialRules,
    grants: required('stepward.grants', hasMethods('use')),
    operation: required('a function from a request to its operation', isFunction),
    acrValues: acrValuesRule,
  });
  const { grants, operation, acrValues = 'aal2' } = options;
  const challenge = { acrValues, realm: REALM } as const;

  return createUserCheck(options, async (user, request): Promise<Failure | null> => {
    const { headers, original } = request;
    const sessionId = sessionOf(user);
    const grant = headers[GRANT_HEADER]?.join() ?? '';
    if (grant === '') return { code: 'grant_missing', ...challenge };
    const { tenantId, identityId } = user;
    const used = await grants.use({
      ...{ tenantId, identityId, sessionId, grant, ...clientOf(request) },
      operation: await operation(copyOf(original as HostRequest)),
    });
    if (used.isOk()) return null;
    const { code } = used.error;
    return code === 'grant_invalid' ? { code, ...challenge } : { code };
  });
}

/** A grant belongs to a session. */
function sessionOf({ sessionId }: UserPrincipal): string {
  if (sessionId === null) {
    throw new TypeError('requireGrant: the access token must name its session (sid)');
  }
  return sessionId;
}
