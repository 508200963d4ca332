import { AuthenticationUnavailable, type HttpRequest } from '@stepward/http';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import { Refusal } from './answer.js';

/** The scopes of receivers: to read a stream and poll it, and to change it, which includes the other. */
export type StreamScope = 'ssf.read' | 'ssf.manage';

/** `b64token` of RFC 6750 section 2.1, after the scheme in any case. */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Finds the receiver of a request: of a valid bearer token of the tenant in the `Authorization` header, with the scope (RFC 6750).
 * A token is never read from the query.
 *
 * @returns the receiver, or 401 `invalid_token`, 403 `insufficient_scope`, 403 for a token that came over http, 503 where the
 * token cannot be checked
 */
export async function authorise(
  { accessTokens, issuer, logger }: Pick<SharedSignalsWiring, 'accessTokens' | 'issuer' | 'logger'>,
  request: HttpRequest,
  tenantId: string,
  scope: StreamScope,
): Promise<string | Refusal> {
  const [header, ...others] = request.headers['authorization'] ?? [];
  if (header === undefined) return unauthorised('An access token is needed.', '');
  if (issuer.startsWith('https:') && request.scheme !== 'https') {
    return new Refusal(403, 'Send access tokens over https only.');
  }
  const token = others.length === 0 ? BEARER.exec(header)?.[1] : undefined;
  if (token === undefined) return invalidToken();
  try {
    const principal = await accessTokens.authenticate(token, request);
    if ('refused' in principal) {
      logger.debug({ refused: principal.refused, tenantId }, 'the token of a receiver was refused');
      return invalidToken();
    }
    if (principal.tenantId !== tenantId) return invalidToken();
    const { scopes, identityId } = principal;
    if (scopes.includes(scope) || scopes.includes('ssf.manage')) return identityId;
  } catch (error) {
    if (!(error instanceof AuthenticationUnavailable)) throw error;
    logger.error({ tenantId, reason: error.message }, 'access tokens cannot be checked');
    return new Refusal(503, 'Access tokens cannot be checked at the moment.');
  }
  const challenge = `Bearer realm="ssf", error="insufficient_scope", scope="${scope}"`;
  return new Refusal(403, `The scope ${scope} is needed.`, { 'www-authenticate': challenge });
}

function invalidToken(): Refusal {
  return unauthorised('The access token is not valid.', ', error="invalid_token"');
}

function unauthorised(detail: string, error: string): Refusal {
  return new Refusal(401, detail, { 'www-authenticate': `Bearer realm="ssf"${error}` });
}
