import { isObject } from '@stepward/core/adapter';
import { isForwardedInVain } from './request/forwarded.js';
import type { RequestHead } from './http-types.js';
import type { WarnOnce } from './logging.js';

/**
 * Warns where the client's address is not known, and where the framework ignores what a proxy says about it. Both have
 * consequences for all clients of the host, and no request fails at first.
 */
export function warnOfAddress(
  { clientAddress, headers }: Pick<RequestHead, 'clientAddress' | 'headers'>,
  warn: WarnOnce,
): void {
  if (clientAddress === null) warn(ADDRESS_UNKNOWN);
  // Empty where the client has disconnected.
  else if (clientAddress !== '') {
    warn(PROXY_NOT_TRUSTED, {}, () => isForwardedInVain({ clientAddress, headers }));
  }
}

const ADDRESS_UNKNOWN =
  'the addresses of clients are not known, so nothing is limited by address: pass { clientAddress } as the second argument of the Fetch handler, or the option clientAddress to createFetchHandler';

const PROXY_NOT_TRUSTED =
  'a request has X-Forwarded-For or Forwarded, but the framework does not trust the proxy, so all its clients count as one address: set `trust proxy` in Express, `trustProxy` in Fastify, clientAddress of the Fetch handler';

/** What every path of the API begins with. */
const FIRST_SEGMENT = '/v1/';

/**
 * Warns where a request that the API does not know was sent to a path that ends with one of its own: the mount point was
 * not removed, or more than it.
 *
 * @param patternOf returns a path as the API lists it, null for one that is not the API's
 */
export function warnOfMount(
  request: Pick<RequestHead, 'path' | 'original'>,
  patternOf: (path: string) => string | null,
  warn: WarnOnce,
): void {
  const path = sentPathOf(request);
  const start = path.lastIndexOf(FIRST_SEGMENT);
  // What stands before it is the client's text, and is not logged.
  const pattern = start > 1 ? patternOf(path.slice(start)) : null;
  if (pattern !== null) warn(MOUNT_NOT_REMOVED, { path: pattern });
}

/** The path as the client sent it: Express and Fastify keep it in `originalUrl`, with the query. */
function sentPathOf({ path, original }: Pick<RequestHead, 'path' | 'original'>): string {
  if (!isObject(original)) return path;
  const { originalUrl: url } = original as { readonly originalUrl?: unknown };
  return typeof url === 'string' ? url.replace(/[?#].*$/s, '') : path;
}

const MOUNT_NOT_REMOVED =
  "a request was not answered, because its path ends with a path of the API but does not begin there: pass `prefix` to createFetchHandler; in Express mount with app.use('/path', stepwardExpress(api)); in NestJS do so in main.ts, since consumer.apply(…).forRoutes(…) does not strip the prefix alone";

/** Warns where a browser's preflight reached the API, which sets no headers of CORS. */
export function warnOfPreflight({ method, headers }: RequestHead, warn: WarnOnce): void {
  const isPreflight =
    method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (isPreflight) warn(PREFLIGHT);
}

const PREFLIGHT =
  'a preflight of a browser was answered with 405: mount a CORS middleware of your framework before the API';
