import type { FieldViolation } from '@stepward/core';

/** Names every field that broke a rule, on one line: `min_length: minimum 8; sms.enabled: type boolean`. */
export function violationsText(violations: readonly FieldViolation[]): string {
  return violations
    .map(({ field, rule, limit }) => {
      const bound = typeof limit === 'string' ? limit : JSON.stringify(limit);
      return `${field}: ${rule}${limit === null ? '' : ` (${bound})`}`;
    })
    .join('; ');
}
