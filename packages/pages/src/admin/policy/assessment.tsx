import type { EffectivePolicy } from '@stepward/core';
import { assessPolicy, policyTemplates, type PolicyGap } from '@stepward/core/policy';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { formatValue } from './format-policy-value.js';
import type { PolicyTexts } from './policy-english.js';

interface AssessmentProps extends PageFrame<PolicyTexts> {
  readonly policy: EffectivePolicy;
}

/** What the policy in force lacks of each standard. */
export function Assessment({ policy, chosen }: AssessmentProps) {
  const { texts } = chosen;
  return (
    <section aria-labelledby="standards">
      <h2 id="standards">{texts.standardsHeading}</h2>
      <p>{texts.standardsAbout}</p>
      {TEMPLATES.map(([name, template]) => {
        const gaps = assessPolicy(policy, template);
        const standard = texts[`template_${name}`];
        if (gaps.length === 0) return <p>{fillText(texts.noGaps, { standard })}</p>;
        const count = String(gaps.length);
        return (
          <details>
            <summary>{fillText(texts.gaps, { standard, count })}</summary>
            <ul>
              {gaps.map((gap) => (
                <li>{gapText(gap, chosen)}</li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}

type TemplateName = keyof typeof policyTemplates;

const TEMPLATES = Object.entries(policyTemplates) as [
  TemplateName,
  (typeof policyTemplates)[TemplateName],
][];

function gapText({ field, found, needed, source }: PolicyGap, chosen: AssessmentProps['chosen']) {
  const { texts } = chosen;
  const [[relation, value] = []] = Object.entries(needed);
  return fillText(texts[RELATIONS[relation as keyof typeof RELATIONS]], {
    field: texts[`${field}Label`],
    found: formatValue(field, found, chosen),
    value: formatValue(field, value, chosen),
    source,
  });
}

const RELATIONS = {
  at_least: 'gapAtLeast',
  exactly: 'gapExactly',
  includes: 'gapIncludes',
  excludes: 'gapExcludes',
} as const satisfies Readonly<Record<string, keyof PolicyTexts>>;
