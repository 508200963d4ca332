import type { Stepward } from '@stepward/core';
import {
  createFetchHandler,
  createHttpApi,
  requireAssurance,
  type AccessTokenAuthenticator,
} from '@stepward/http';

export interface RouteOptions {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
}

export type RouteHandler = (request: Request) => Promise<Response>;

/** The route handlers: Stepward's API, and a route of the application that requires a second factor. */
export function createRoutes({ stepward, accessTokens }: RouteOptions): {
  readonly api: RouteHandler;
  readonly pay: RouteHandler;
} {
  const context = { clientAddress, scheme };
  const refuse = requireAssurance({ accessTokens, acr: 'aal2' }, context);
  return {
    api: createFetchHandler(createHttpApi({ stepward, accessTokens }), context),
    pay: async (request) => (await refuse(request)) ?? Response.json({ paid: true }),
  };
}

/**
 * Next.js gives handlers no socket, so the proxy in front of it has to say who calls: the last address is the one that it added
 * itself. Without a proxy that sets the header, a client could choose its address.
 */
function clientAddress({ headers }: Request): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
}

function scheme({ headers }: Request): 'http' | 'https' {
  return headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
}
