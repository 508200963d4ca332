import { DOMAIN_ERROR_TABLE } from './domain-error-table.js';
import type { ErrorDefinition } from './error-definition.js';
import type { Failure } from './http-failure.js';
import { HTTP_ERROR_TABLE } from './http-error-table.js';

/** Every `reason` that a problem can have, with its status, short code and wording. */
export const errorTable: Readonly<Record<Failure['code'], ErrorDefinition>> = {
  ...DOMAIN_ERROR_TABLE,
  ...HTTP_ERROR_TABLE,
};
