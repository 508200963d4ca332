import { Readable } from 'node:stream';
import type { Stepward } from '@stepward/core';
import {
  createFetchHandler,
  createHttpApi,
  requireAssurance,
  type AccessTokenAuthenticator,
} from '@stepward/http';
import Koa, { type Context } from 'koa';

export interface AppOptions {
  readonly stepward: Stepward;
  readonly accessTokens: AccessTokenAuthenticator;
}

/** Stepward's API below `/v1`, and a route of the application that wants a second factor. */
export function createApp({ stepward, accessTokens }: AppOptions): Koa {
  const handle = createFetchHandler(createHttpApi({ stepward, accessTokens }));
  const refuse = requireAssurance({ accessTokens, acr: 'aal2' });
  const app = new Koa();

  // Before any middleware that reads bodies.
  app.use(async (context, next) => {
    if (context.path.startsWith('/v1/')) {
      context.body = await handle(toRequest(context), clientOf(context));
    } else {
      await next();
    }
  });

  app.use(async (context) => {
    if (context.path !== '/payments' || context.method !== 'POST') return;
    const refused = await refuse(toRequest(context), clientOf(context));
    context.body = refused ?? { paid: true };
  });

  return app;
}

/** Behind one proxy: `new Koa({ proxy: true, maxIpsCount: 1 })`. Without the count a client chooses its address. */
const clientOf = (context: Context) => ({
  clientAddress: context.ip,
  scheme: context.secure ? ('https' as const) : ('http' as const),
  original: context,
});

/** The request as the Fetch API has it. Its body is read when the API asks for it. */
function toRequest(context: Context): Request {
  const { href, method, req } = context;
  if (!URL.canParse(href)) context.throw(400);
  const headers = Object.entries(req.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(href, {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(req), duplex: 'half' }),
  });
}
