import { getConnInfo } from '@hono/node-server/conninfo';
import type { Stepward } from '@stepward/core';
import {
  createFetchHandler,
  createHttpApi,
  requireAssurance,
  type AccessTokenAuthenticator,
} from '@stepward/http';
import { Hono, type Context } from 'hono';

export interface AppOptions {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
}

/** Stepward's API below `/v1`, and a route of the application that wants a second factor. */
export function createApp({ stepward, accessTokens }: AppOptions): Hono {
  const handle = createFetchHandler(createHttpApi({ stepward, accessTokens }));
  const refuse = requireAssurance({ accessTokens, acr: 'aal2' });
  const app = new Hono();

  app.all('/v1/*', (context) => handle(context.req.raw, clientOf(context)));

  app.post('/payments', async (context) => {
    const refused = await refuse(context.req.raw, clientOf(context));
    return refused ?? context.json({ paid: true });
  });

  return app;
}

/** What a `Request` does not have. Behind a proxy, take the address and the scheme from what the proxy sends. */
const clientOf = (context: Context) => ({
  clientAddress: getConnInfo(context).remote.address,
  original: context,
});
