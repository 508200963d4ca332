import type { RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';

/** Methods that change nothing (RFC 9110 section 9.2.1); a page that forges one gains nothing. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Whether the origin of requests with a method is checked. */
export function isUnsafe(method: string): boolean {
  return !SAFE.includes(method);
}

/** Refuses a request that a page of another site may have made the browser send, with `origin_refused`. */
export type RequireOrigin = (request: RequestHead) => Refusal | null;

/**
 * Lets a request with an unsafe method through where its `Origin` (RFC 6454) is one of the allowed, or its
 * `Sec-Fetch-Site` is `same-origin` (W3C Fetch Metadata). Browsers set both headers themselves, and no page
 * can change them. A request with neither is refused.
 */
export function createOriginCheck(allowed: readonly string[]): RequireOrigin {
  return ({ method, headers }) => {
    if (!isUnsafe(method)) return null;
    const origin = onlyValue(headers['origin']);
    const isListed = origin !== null && allowed.includes(origin);
    const isOwn = onlyValue(headers['sec-fetch-site']) === 'same-origin';
    return isListed || isOwn ? null : refuse({ code: 'origin_refused' });
  };
}

/** Null if a header was not sent, or was sent twice: one of two values may come from an attacker's page. */
function onlyValue(values: readonly string[] = []): string | null {
  const [value, ...others] = values;
  return value === undefined || others.length > 0 ? null : value;
}
