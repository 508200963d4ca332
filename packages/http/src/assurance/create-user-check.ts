import { stderrLogger, systemRandom } from '@stepward/core';
import { refuse, Refusal } from '../answer.js';
import { authenticateUser } from '../auth/authenticate.js';
import type { UserPrincipal } from '../auth/principals.js';
import { createCredentialReader } from '../auth/read-credential.js';
import type { Failure } from '../errors/http-errors.js';
import { failSafeRenderer, renderProblemJson } from '../errors/problem.js';
import { logRefusedToken, refuseThrown } from '../errors/refused-requests.js';
import type { CredentialCheckOptions } from '../http-api-options.js';
import type { HttpResponse, RequestHead } from '../http-types.js';
import { createWarnOnce } from '../logging.js';
import { checkHeaders, readRequestId } from '../request/headers.js';
import { toResponse } from '../to-response.js';

/** Returns null for a request that may pass, and else the response that refuses it. Never rejects. */
export type AssuranceCheck = (request: RequestHead) => Promise<HttpResponse | null>;

const users = new WeakMap<object, UserPrincipal>();

/**
 * Returns the user of a request that `requireAssurance` or `requireGrant` let pass.
 *
 * @param request the framework's own request: that of Express or Fastify, or the `Request` of the Fetch API
 * @throws TypeError if neither stands before this handler.
 */
export function userOf(request: object): UserPrincipal {
  const user = users.get(request);
  if (user === undefined) {
    throw new TypeError(
      'userOf(request): requireAssurance or requireGrant must stand before this handler',
    );
  }
  return user;
}

/** Protects a host's own resource: authenticates the user of a request, and asks `judge`, which gives null for one that may pass. */
export function createUserCheck(
  options: CredentialCheckOptions,
  judge: (user: UserPrincipal, request: RequestHead) => Failure | null | Promise<Failure | null>,
): AssuranceCheck {
  const { accessTokens, logger = stderrLogger } = options;
  const { requestId: newRequestId = () => systemRandom.uuid() } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const warn = createWarnOnce(logger);
  const readCredential = createCredentialReader(options);

  async function check(request: RequestHead): Promise<UserPrincipal | Refusal> {
    const duplicated = checkHeaders(request.headers);
    if (duplicated !== null) return duplicated;
    const user = await authenticateUser({ readCredential, accessTokens }, request, REALM);
    if (user instanceof Refusal) return user;
    const failure = await judge(user, request);
    return failure === null ? user : refuse(failure);
  }

  return async (request) => {
    const requestId = readRequestId(request.headers) ?? newRequestId();
    const fields = { requestId, method: request.method };
    const checked = await check(request).catch((thrown: unknown) =>
      refuseThrown(thrown, fields, logger),
    );
    if (checked instanceof Refusal) {
      logRefusedToken(checked, fields, { logger, warn });
      return toResponse(checked, request, requestId, render);
    }
    if (typeof request.original === 'object' && request.original !== null) {
      users.set(request.original, checked);
    }
    return null;
  };
}

/** The realm of a host's own resources. */
export const REALM = 'resource';
