import type { ApiName } from './api.js';

/** The maximum size of a body in bytes, by API (docs/decisions.md, "Body limit"). */
export const BODY_LIMITS: Readonly<Record<ApiName, number>> = {
  account: 16 * 1024,
  customer: 256 * 1024,
  internal: 16 * 1024,
};
