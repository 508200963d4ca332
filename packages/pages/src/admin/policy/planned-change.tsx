import type { OrganisationPolicy } from '@stepward/core';
import type { PolicyFieldName } from '@stepward/core/policy';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { Time } from '../../layout/time.js';
import { PortalForm, type PortalFormProps } from '../../portal/portal-document.js';
import { TextField } from '../parts/form-fields.js';
import { formatValue } from './format-policy-value.js';
import type { PolicyTexts } from './policy-english.js';
import type { RefusedPolicy } from './policy-view.js';

type Scheduled = NonNullable<OrganisationPolicy['scheduled']>;

interface PlannedChangeProps
  extends PageFrame<PolicyTexts>, Pick<PortalFormProps, 'action' | 'csrf'> {
  readonly scheduled: Scheduled;
}

/** The change that is planned, and the button that withdraws it. */
export function PlannedChange({ scheduled, chosen, brand, action, csrf }: PlannedChangeProps) {
  const { texts } = chosen;
  const changes = Object.entries(scheduled.values) as [PolicyFieldName, unknown][];
  const valueText = (name: PolicyFieldName, value: unknown): string =>
    value === null ? texts.inheritPlanned : formatValue(name, value, chosen);
  return (
    <section class="note" aria-labelledby="planned">
      <h2 id="planned">{texts.plannedHeading}</h2>
      <p>
        {fillText(texts.plannedFrom, {
          time: <Time at={scheduled.effectiveFrom} chosen={chosen} />,
        })}
      </p>
      <ul>
        {changes.map(([name, value]) => (
          <li>
            {texts[`${name}Label`]}: <b>{fillText(valueText(name, value), { app: brand.name })}</b>
          </li>
        ))}
      </ul>
      <PortalForm action={action} csrf={csrf}>
        <button name="do" value="withdraw">
          {texts.withdraw}
        </button>
      </PortalForm>
    </section>
  );
}

interface EffectiveFromProps extends PageFrame<PolicyTexts> {
  readonly refused: RefusedPolicy | null;
}

/** From when on a change holds. */
export function EffectiveFrom({ refused, chosen }: EffectiveFromProps) {
  const { texts } = chosen;
  const violation = refused?.violations.find(({ field }) => field === 'effective_from');
  const fault = violation && {
    rule: violation.rule,
    text: texts[FAULTS.get(violation.rule) ?? 'faultDate'],
  };
  const value = refused?.entered.get('effective_from') ?? '';
  return (
    <TextField
      name="effective_from"
      label={texts.effectiveFromLabel}
      hint={texts.effectiveFromHint}
      input={{ type: 'datetime-local', step: '1', value }}
      fault={fault ?? null}
    />
  );
}

const FAULTS: ReadonlyMap<string, keyof PolicyTexts> = new Map([
  ['past', 'faultPast'],
  ['maximum', 'faultTooFar'],
  ['no_change', 'faultNoChange'],
]);
