import type { HttpResponse } from '@stepward/http';
import { originOf } from './brand.js';

/** What a page loads and where its forms lead, beyond its own origin. */
export interface PageSources {
  readonly logoUrl: string | undefined;
  /** The origins that a form may be redirected to. Browsers check each redirect after a form (CSP `form-action`). */
  readonly formOrigins: readonly string[];
}

/** The headers of every page: no scripts or styles but its own, no framing, no caching, no referrer. */
export function securityHeaders({ logoUrl, formOrigins }: PageSources): HttpResponse['headers'] {
  const logoOrigin = logoUrl === undefined ? null : originOf(logoUrl);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    ...(logoOrigin === null ? [] : [`img-src ${logoOrigin}`]),
    ["form-action 'self'", ...new Set(formOrigins)].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'otp-credentials=(self)',
    'x-robots-tag': 'noindex, nofollow',
  };
}

/** The headers of an answer that has no page. */
export function bareHeaders(): HttpResponse['headers'] {
  return securityHeaders({ logoUrl: undefined, formOrigins: [] });
}
