import type { ApiName } from './api.js';

/** Bytes that a body may have, by API (docs/decisions.md, "Body limit"). */
export const BODY_LIMITS: Readonly<Record<ApiName, number>> = {
  account: 16 * 1024,
  customer: 256 * 1024,
  internal: 16 * 1024,
};
