import type { FieldViolation } from '@stepward/core';
import { KEPT_FACTORS } from '@stepward/core/factors';
import { fillText } from '../../layout/fill-text.js';
import type { Form } from '../../links/read-form.js';
import { Confirm, type PortalFormProps } from '../../portal/portal-document.js';
import { Fault, TextField, type FieldFault } from '../parts/form-fields.js';
import type { PeopleTexts } from './people-english.js';
import { Identity, Person, type PeopleFrame } from './person-page.js';
import type { PersonView } from './person-view.js';

type Violations = readonly FieldViolation[];

export interface HelpFormProps extends PeopleFrame, Pick<PortalFormProps, 'action' | 'csrf'> {
  readonly view: PersonView;
  /** What was entered before; empty at first. */
  readonly entered: Form;
  /** The rules that the last form broke. */
  readonly violations: Violations;
}

/** Reads what a reset should remove. Without `factors`, it is everything. What the person no longer has may be selected. */
export function resetInput(form: Form) {
  const factors = KEPT_FACTORS.filter((factor) => form.has(`factor.${factor}`));
  return {
    reason: form.get('reason')?.trim() ?? '',
    ...(form.get('what') === 'some' && { factors }),
  };
}

/** Reads a request for a pass. The service reports what is wrong with it. */
export function passInput(form: Form) {
  return {
    reason: form.get('reason')?.trim() ?? '',
    lifetime_minutes: Number(form.get('lifetime_minutes')),
  };
}

/** The question before a reset, with the reason and what to remove. */
export function ResetForm({ view, action, csrf, ...props }: HelpFormProps) {
  const { texts } = props.chosen;
  return [
    <Identity view={view} {...props} />,
    <p class="note">{texts.verifyFirst}</p>,
    <Confirm
      text={fillText(texts.resetText, { person: <Person view={view} /> })}
      action={action}
      csrf={csrf}
      act="reset"
      label={texts.reset}
    >
      {view.removable.length > 0 && <ResetChoice view={view} {...props} />}
      <Reason {...props} />
    </Confirm>,
  ];
}

function ResetChoice({
  view,
  entered,
  violations,
  chosen,
  brand,
}: Omit<HelpFormProps, 'action' | 'csrf'>) {
  const { texts } = chosen;
  const isSome = entered.get('what') === 'some';
  return (
    <fieldset class="picker">
      <legend>{texts.resetWhat}</legend>
      {(['all', 'some'] as const).map((what) => (
        <label class="choice">
          <input type="radio" name="what" value={what} checked={(what === 'some') === isSome} />
          <span>
            {what === 'all' ? fillText(texts.resetAll, { app: brand.name }) : texts.resetSome}
          </span>
        </label>
      ))}
      <div class="inner boxes">
        {view.removable.map((factor) => (
          <label class="choice">
            <input
              type="checkbox"
              name={`factor.${factor}`}
              checked={entered.has(`factor.${factor}`)}
            />
            <span>{texts[`factor_${factor}`]}</span>
          </label>
        ))}
      </div>
      <Fault name="factors" fault={faultOf('factors', violations, texts)} />
    </fieldset>
  );
}

/** The question before a pass is given, with the reason and how long it is valid. */
export function PassForm({ view, action, csrf, ...props }: HelpFormProps) {
  const { entered, violations, chosen } = props;
  const { texts } = chosen;
  return [
    <Identity view={view} {...props} />,
    <p class="note">{texts.verifyFirst}</p>,
    <Confirm
      text={fillText(texts.passText, { person: <Person view={view} /> })}
      action={action}
      csrf={csrf}
      act="give"
      label={texts.pass}
    >
      <Reason {...props} />
      <TextField
        name="lifetime_minutes"
        label={texts.minutesLabel}
        hint={texts.minutesHint}
        input={{
          ...PLAIN,
          inputmode: 'numeric',
          value: entered.get('lifetime_minutes') ?? '60',
        }}
        fault={faultOf('lifetime_minutes', violations, texts)}
      />
    </Confirm>,
  ];
}

const PLAIN = { type: 'text', autocomplete: 'off' } as const;

function Reason({
  entered,
  violations,
  chosen: { texts },
}: Pick<HelpFormProps, 'entered' | 'violations' | 'chosen'>) {
  return (
    <TextField
      name="reason"
      label={texts.reasonLabel}
      hint={texts.reasonHint}
      input={{ ...PLAIN, value: entered.get('reason') ?? '' }}
      fault={faultOf('reason', violations, texts)}
    />
  );
}

/** The text of the rule that each field can break. */
const FAULTS = {
  reason: 'faultReason',
  factors: 'faultFactors',
  lifetime_minutes: 'faultMinutes',
} as const;

function faultOf(
  name: keyof typeof FAULTS,
  violations: Violations,
  texts: PeopleTexts,
): FieldFault | null {
  const violation = violations.find(({ field }) => field === name);
  return violation === undefined ? null : { rule: violation.rule, text: texts[FAULTS[name]] };
}
