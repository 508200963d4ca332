import type { FieldType } from './field-type.js';
import { sameJson } from '../shared/same-json.js';
import {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValue,
  type PolicyValues,
} from './policy-fields.js';

/** A field whose value differs between two policies. */
export interface PolicyFieldChange {
  readonly field: PolicyFieldName;
  readonly from: PolicyValue;
  readonly to: PolicyValue;
  /** `other` where neither value is stricter, as for the preferred factor. */
  readonly effect: 'stricter' | 'weaker' | 'other';
}

/**
 * Returns the fields whose values differ, in the order of the specification.
 *
 * @example
 * const weaker = comparePolicies(before, after).filter(({ effect }) => effect === 'weaker');
 */
export function comparePolicies(
  before: PolicyValues,
  after: PolicyValues,
): readonly PolicyFieldChange[] {
  return POLICY_FIELD_NAMES.filter((field) => !sameJson(before[field], after[field])).map(
    (field) => {
      const [from, to] = [before[field], after[field]];
      const { type } = POLICY_FIELDS[field] as PolicyField<PolicyValue>;
      return { field, from, to, effect: effectOf(type, from, to) };
    },
  );
}

/** Whether the second of two values of a field is the stricter one. */
export function effectOf<T>(type: FieldType<T>, from: T, to: T): PolicyFieldChange['effect'] {
  const [isStricter, isWeaker] = [type.isAtLeast(to, from), type.isAtLeast(from, to)];
  if (isStricter === isWeaker) return 'other';
  return isStricter ? 'stricter' : 'weaker';
}
