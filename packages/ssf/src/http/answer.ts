import type { HttpResponse } from '@stepward/http';

/** A request that is not served, and why, in words for the developer of the receiver. */
export class Refusal {
  readonly status: number;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Refusal['headers'] = {}) {
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }

  /** Problem details (RFC 9457) with the status's own meaning. */
  toResponse(): HttpResponse {
    const { status, detail, headers } = this;
    const problem = { status, title: TITLES[status] ?? 'Error', detail };
    return {
      status,
      headers: { ...PRIVATE, ...headers, 'content-type': 'application/problem+json' },
      body: JSON.stringify(problem),
    };
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const PRIVATE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** An answer to one receiver. */
export function answer(status: 200 | 201, body: object): HttpResponse {
  const headers = { ...PRIVATE, 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(body) };
}

/** An answer without a body. */
export function emptyAnswer(status: 200 | 204): HttpResponse {
  return { status, headers: PRIVATE, body: null };
}

/** A document that is the same for everyone, and may be kept for 5 minutes. */
export function publicDocument(contentType: string, body: object): HttpResponse {
  const headers = {
    ...PRIVATE,
    'cache-control': 'public, max-age=300',
    'content-type': contentType,
  };
  return { status: 200, headers, body: JSON.stringify(body) };
}
