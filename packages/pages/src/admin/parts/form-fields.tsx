import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';

/** What is wrong with a field of a form that was refused. */
export interface FieldFault {
  /** The rule that it breaks, as the HTTP API names it. */
  readonly rule: string;
  readonly text: string;
}

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The attributes of the input. */
  readonly input: JSX.IntrinsicElements['input'];
  /** Null where nothing is wrong. */
  readonly fault: FieldFault | null;
}

/** A field for text, with its label, a hint and what is wrong with it. */
export function TextField({ name, label, hint, input, fault }: TextFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} name={name} {...input} {...faultAttributes(name, fault)} />
      <p class="hint" id={`${name}-hint`}>
        {hint}
      </p>
      <Fault name={name} fault={fault} />
    </div>
  );
}

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  /** The values and their texts, in the order in which they are shown. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly selected: string;
  /** Null where nothing is wrong. */
  readonly fault: FieldFault | null;
}

/** A field for one of several values, with its label and what is wrong with it. */
export function SelectField({ name, label, options, selected, fault }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name} {...faultAttributes(name, fault, false)}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
      <Fault name={name} fault={fault} />
    </div>
  );
}

/** What is wrong with a field; nothing where it broke no rule. */
export function Fault({
  name,
  fault,
}: {
  readonly name: string;
  readonly fault: FieldFault | null;
}): Child {
  if (fault === null) return null;
  return (
    <p class="fault" id={`${name}-fault`} data-rule={fault.rule}>
      {fault.text}
    </p>
  );
}

/** The attributes of a field that may have a fault. */
export function faultAttributes(name: string, fault: FieldFault | null, hasHint = true) {
  const texts = [
    ...(hasHint ? [`${name}-hint`] : []),
    ...(fault === null ? [] : [`${name}-fault`]),
  ];
  return {
    'aria-invalid': fault === null ? undefined : ('true' as const),
    'aria-describedby': texts.length > 0 ? texts.join(' ') : undefined,
  };
}
