import type { StoredValues } from '../policy/merge-policy.js';
import { POLICY_FIELDS, POLICY_FIELD_NAMES } from '../policy/policy-fields.js';

/** Returns the values of the older metadata store under their camelCase names; null and other keys are ignored. */
export function readLegacyValues(metadata: Readonly<Record<string, unknown>> | null): StoredValues {
  if (metadata === null) return {};
  const held = POLICY_FIELD_NAMES.flatMap((name) => {
    const value = own(metadata, name) ?? own(metadata, POLICY_FIELDS[name].wireName);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(held);
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
