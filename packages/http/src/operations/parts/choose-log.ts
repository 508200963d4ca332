import type { AuditEventType, AuthenticationEntryType, FieldViolation } from '@stepward/core';
import { AUDIT_EVENT_TYPES, AUTHENTICATION_ENTRY_TYPES } from '@stepward/core/adapter';
import type { z } from 'zod';
import { idFilter, oneOf, rangeQuery } from './fields.js';

const ENTRY_TYPES = [...AUDIT_EVENT_TYPES, ...AUTHENTICATION_ENTRY_TYPES] as const;

/**
 * `type` is the name of a log or that of a type of its entries, `event_type` one of its types, `identity_id` whose
 * entries. `chooseLog` checks which of them may be combined.
 */
export const logsQuery = rangeQuery.extend({
  type: oneOf(['audit', 'authentication', ...ENTRY_TYPES]),
  event_type: oneOf(ENTRY_TYPES),
  identity_id: idFilter,
});

type LogsQuery = z.output<typeof logsQuery>;

/** The log that a query selects, and the filter of its entries. */
export type ChosenLog =
  | { readonly log: 'audit'; readonly filter: { readonly type: AuditEventType | null } }
  | {
      readonly log: 'authentication';
      readonly filter: {
        readonly type: AuthenticationEntryType | null;
        readonly identityId: string | null;
      };
    };

/** The filter of the audit log. */
const AUDIT_PARAMETERS = ['limit', 'cursor', 'since', 'until', 'type', 'event_type'];

/**
 * Returns the log and the filter that a query asks for, or its violations. `type` names the log, `audit` by
 * default, or a type of entry, which selects its log and that type. `event_type` must be a type of that log,
 * and `identity_id` filters the authentication log only. A filter without effect is a violation.
 */
export function chooseLog(
  query: Pick<LogsQuery, 'type' | 'event_type' | 'identity_id'>,
): ChosenLog | readonly FieldViolation[] {
  const { type, event_type: eventType, identity_id: identityId } = query;
  if (type === 'authentication' || isOneOf(AUTHENTICATION_ENTRY_TYPES, type)) {
    const chosen = chooseType(AUTHENTICATION_ENTRY_TYPES, type, eventType);
    return 'field' in chosen
      ? [chosen]
      : { log: 'authentication', filter: { ...chosen, identityId } };
  }
  const chosen = chooseType(AUDIT_EVENT_TYPES, type, eventType);
  const violations = 'field' in chosen ? [chosen] : [];
  if (identityId !== null) violations.push(notInAudit('identity_id', identityId));
  return 'field' in chosen || violations.length > 0 ? violations : { log: 'audit', filter: chosen };
}

/** The type of the entries that `type` and `event_type` agree on. */
function chooseType<Type extends string>(
  types: readonly Type[],
  type: string | null,
  eventType: string | null,
): { readonly type: Type | null } | FieldViolation {
  const named = isOneOf(types, type) ? type : null;
  if (eventType === null) return { type: named };
  const allowed = named === null ? types : [named];
  return isOneOf(allowed, eventType)
    ? { type: eventType }
    : { field: 'event_type', rule: 'one_of', limit: allowed, value: eventType };
}

function notInAudit(field: string, value: string): FieldViolation {
  return { field, rule: 'unknown_parameter', limit: AUDIT_PARAMETERS, value };
}

function isOneOf<Word extends string>(words: readonly Word[], text: string | null): text is Word {
  return words.some((word) => word === text);
}
