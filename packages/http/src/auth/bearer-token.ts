import { API_KEY_PREFIX } from '@stepward/core';
import type { ApiName } from '../api.js';
import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';
import { singleHeader } from '../single-header.js';

/** The scheme in any case (RFC 9110 section 11.1), and something behind it. */
const BEARER = /^bearer +([^ ].*)$/i;

/** `b64token` of RFC 6750 section 2.1. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * What stands in the `Authorization` header, by the kind of credential that it claims to be. Management
 * keys are good on the Customer API alone.
 */
export interface BearerToken {
  readonly kind: 'access_token' | 'management_key';
  readonly text: string;
}

/** The bearer token of a request: `token_missing` where none came, `token_invalid` where it can be none. */
export function readBearerToken(
  headers: HttpRequest['headers'],
  realm: ApiName,
): BearerToken | Refusal {
  const text = BEARER.exec(singleHeader(headers, 'authorization') ?? '')?.[1];
  if (text === undefined) return refuse({ code: 'token_missing', realm });
  if (!TOKEN.test(text)) return refuse({ code: 'token_invalid', realm });
  return { kind: text.startsWith(API_KEY_PREFIX) ? 'management_key' : 'access_token', text };
}
