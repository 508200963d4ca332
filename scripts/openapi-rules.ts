import type { Oas3Rule, Plugin } from '@redocly/openapi-core';
import { errorTable } from '../packages/http/src/errors/error-table.js';
import { withoutReferences } from './api-changes/without-references.js';
import { documentedOperations, reasonsOf } from './openapi-operations.js';
import type { JsonObject } from './json.js';

/**
 * The reasons that no operation answers: what a host's own routes get from services, from `requireAssurance` or from
 * `requireGrant`, and the wrong method on a path.
 */
const WITHOUT_OPERATION: readonly string[] = [
  'authentication_insufficient',
  'event_invalid',
  'event_too_large',
  'event_type_reserved',
  'event_type_unknown',
  'grant_invalid',
  'grant_mismatch',
  'grant_missing',
  'identity_active',
  'identity_invalid',
  'method_not_allowed',
  'not_in_transaction',
  'password_rejected',
  'reason_missing',
  'tenant_exists',
];

/** Redocly rules of our own. */
export const openApiRules: Plugin = {
  id: 'stepward',
  // A plugin that is not loaded from a file has the whole names.
  rules: { oas3: { 'stepward/reasons-occur': reasonsOccur } },
};

/** Every reason of the error table is an answer of an operation, unless it is listed as one that none answers. */
function reasonsOccur(): ReturnType<Oas3Rule> {
  return {
    Root: {
      leave(document, context) {
        const answered = new Set(
          documentedOperations(withoutReferences(document as unknown as JsonObject)).flatMap(
            reasonsOf,
          ),
        );
        for (const reason of Object.keys(errorTable)) {
          if (answered.has(reason) === WITHOUT_OPERATION.includes(reason)) {
            const message = answered.has(reason)
              ? `The reason ${reason} is listed as one that no operation answers, and one does.`
              : `No operation answers the reason ${reason}.`;
            context.report({ message, location: context.location });
          }
        }
      },
    },
  };
}
