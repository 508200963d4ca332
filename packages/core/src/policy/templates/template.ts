import type { FactorName } from '../../records/factor-name.js';
import {
  POLICY_FIELDS,
  type PolicyFieldName,
  type PolicyValue,
  type PolicyValues,
} from '../policy-fields.js';

/** What a template asks of a field: a value or a stricter one, exactly a value, or which factors are among those allowed. */
export type TemplateNeed =
  | { readonly at_least: PolicyValue }
  | { readonly exactly: PolicyValue }
  | { readonly includes: FactorName }
  | { readonly excludes: FactorName };

/** One requirement of a template. */
export interface TemplateRow {
  readonly field: PolicyFieldName;
  readonly needed: TemplateNeed;
  /** The section that asks for it: `NIST SP 800-63B-4, 2.2.2`. */
  readonly source: string;
  readonly isMet: (policy: PolicyValues) => boolean;
}

/** What a standard asks of a policy, by field. */
export type PolicyTemplate = readonly TemplateRow[];

/** The value, or a stricter one, by the order of the field. */
export function atLeast<Name extends PolicyFieldName>(
  field: Name,
  value: PolicyValues[Name],
  source: string,
): TemplateRow {
  const { type } = POLICY_FIELDS[field];
  const isMet = (policy: PolicyValues): boolean => type.isAtLeast(policy[field], value);
  return { field, needed: { at_least: value }, source, isMet };
}

/** This value alone: for what a standard forbids although it counts as stricter. */
export function exactly<Name extends PolicyFieldName>(
  field: Name,
  value: PolicyValues[Name],
  source: string,
): TemplateRow {
  return { field, needed: { exactly: value }, source, isMet: (policy) => policy[field] === value };
}

export function allows(factor: FactorName, source: string): TemplateRow {
  const isMet = ({ allowedFactors }: PolicyValues): boolean => allowedFactors.includes(factor);
  return { field: 'allowedFactors', needed: { includes: factor }, source, isMet };
}

export function forbids(factor: FactorName, source: string): TemplateRow {
  const isMet = ({ allowedFactors }: PolicyValues): boolean => !allowedFactors.includes(factor);
  return { field: 'allowedFactors', needed: { excludes: factor }, source, isMet };
}
