import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  checkHttpApi,
  nodeRequest,
  writeNodeResponse,
  type HttpApi,
  type HttpRequest,
} from '@stepward/http';

/**
 * The part of Express 4's and 5's request that is used. It has no `body`: a type of it here would be the one that Express infers
 * for the body of the handlers behind the middleware.
 */
export interface ExpressRequest extends IncomingMessage {
  /** By the application's `trust proxy`; undefined once the client is gone. */
  readonly ip?: string | undefined;
  /** By the application's `trust proxy`; undefined without a Host header. */
  readonly hostname?: string | undefined;
  /** By the application's `trust proxy`: whether the client came over TLS. */
  readonly secure?: boolean | undefined;
}

/** A middleware for `app.use`, in Express 4 and 5 alike. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts the API: `app.use(stepwardExpress(api))`, or below a path. It is right before and after
 * body parsers; paths it does not know go on to the next handler, failures to `next(error)`.
 *
 * @throws TypeError where `api` is not what `createHttpApi` returns, also at the first request where the
 * function itself was mounted: `app.use(stepwardExpress)`.
 */
export function stepwardExpress(api: HttpApi): ExpressMiddleware {
  checkHttpApi('app.use(stepwardExpress(api))', api);
  return (request, response, next) => {
    answer(api, request, response).then((answered) => {
      if (!answered) next();
    }, next);
  };
}

async function answer(
  api: HttpApi,
  request: ExpressRequest,
  response: ServerResponse,
): Promise<boolean> {
  checkExpress(request);
  const answered = await api.handle(neutralRequest(request));
  if (answered === null) return false;
  writeNodeResponse(response, answered);
  return true;
}

/** Express does not tell its version; since version 4 its requests have `hostname` and `baseUrl`. */
function checkExpress(request: ExpressRequest): void {
  if ('hostname' in request && 'baseUrl' in request) return;
  throw new Error(
    'stepwardExpress needs Express 4 or 5, and this request is of another server: update Express, or use ' +
      'createFetchHandler of @stepward/http',
  );
}

/** A request of Express as a neutral one, for authors of bindings: what the API and `createAssuranceCheck` take. */
export function neutralRequest(request: ExpressRequest): HttpRequest {
  return nodeRequest(request, {
    url: (request.url ?? '/').replace(ORIGIN, ''),
    host: request.hostname ?? null,
    clientAddress: request.ip ?? '',
    scheme: request.secure === true ? 'https' : 'http',
    original: request,
    parsedBody: 'body' in request ? request.body : undefined,
  });
}

/** What stands before the path in the absolute form that proxies send (RFC 9112 section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*/i;
