import type { PolicyFieldName, PolicyValue, PolicyValues } from '../policy-fields.js';
import { HIPAA } from './hipaa.js';
import { NIST_800_63B_4 } from './nist.js';
import { PCI_DSS_4 } from './pci-dss.js';
import type { PolicyTemplate, TemplateNeed } from './template.js';

/** What standards ask of a policy, as tables with a source in each row. */
export const policyTemplates = {
  nist_800_63b_4: NIST_800_63B_4,
  pci_dss_4: PCI_DSS_4,
  hipaa: HIPAA,
} as const satisfies Readonly<Record<string, PolicyTemplate>>;

export type PolicyTemplateName = keyof typeof policyTemplates;

/** Where a policy falls short of a template. */
export interface PolicyGap {
  readonly field: PolicyFieldName;
  readonly found: PolicyValue;
  readonly needed: TemplateNeed;
  /** The section of the standard. */
  readonly source: string;
}

/**
 * Returns what a policy lacks, in the order of the template; an empty list where it meets all of it. A template covers what policies
 * can say, and no more of the standard.
 *
 * @example
 * const gaps = assessPolicy(policy, policyTemplates.pci_dss_4);
 * for (const { field, source } of gaps) console.log(`${field}: ${source}`);
 */
export function assessPolicy(policy: PolicyValues, template: PolicyTemplate): readonly PolicyGap[] {
  return template
    .filter(({ isMet }) => !isMet(policy))
    .map(({ field, needed, source }) => ({ field, found: policy[field], needed, source }));
}
