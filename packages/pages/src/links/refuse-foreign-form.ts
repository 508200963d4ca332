import { timingSafeEqual } from 'node:crypto';
import type { RequestHead } from '@stepward/http';
import type { RefusedForm } from './refused-form.js';

/**
 * Checks that a form was sent by the page of a link: its field `csrf` has the link's id, which only the page shows, and
 * the browser does not name another origin. Null where it was.
 */
export function refuseLinkForm(
  linkId: string,
  csrf: string,
  request: Pick<RequestHead, 'headers'>,
  ownOrigin: string,
): RefusedForm | null {
  return (
    refuseOrigin(request, ownOrigin) ?? (isSameText(csrf, linkId) ? null : { reason: 'token' })
  );
}

/**
 * Checks that the browser does not name another origin as the one that a form comes from. Null where it does not.
 *
 * Pages are served with `Referrer-Policy: no-referrer`, so browsers send `Origin: null`; `Sec-Fetch-Site` then tells
 * whether the request is the page's own. A client that sends neither header is no browser of another site.
 */
export function refuseOrigin(
  { headers }: Pick<RequestHead, 'headers'>,
  ownOrigin: string,
): RefusedForm | null {
  const origin = headers['origin'] ?? [];
  const site = headers['sec-fetch-site'] ?? [];
  // A reload or a restored tab has `none`: no page caused it.
  const isSiteOwn = site.every((value) => value === 'same-origin' || value === 'none');
  const isOriginOwn = origin.every(
    (value) => value === ownOrigin || (value === 'null' && site.includes('same-origin')),
  );
  return isSiteOwn && isOriginOwn ? null : { reason: 'origin', expected: ownOrigin, origin, site };
}

function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
