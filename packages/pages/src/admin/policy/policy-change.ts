import { POLICY_FIELD_NAMES, POLICY_FIELDS, type PolicyFieldName } from '@stepward/core/policy';
import type { Form } from '../../links/read-form.js';
import { DAY_MS, storedText, tickedIn } from './policy-view.js';

/**
 * Reads the form of `/policy`: the fields that differ from what the form was drawn with, for `policies.update`. Null
 * means that the organisation sets nothing. A value that cannot be read is handed over as it is, so that the service
 * names the rule that it breaks.
 */
export function policyChange(form: Form): Readonly<Partial<Record<PolicyFieldName, unknown>>> {
  return Object.fromEntries(
    POLICY_FIELD_NAMES.flatMap((name) => {
      const entered = form.get(name);
      // A field that is locked is not part of the form.
      if (entered === undefined) return [];
      const ticked = tickedIn(form, name);
      if (storedText(entered, ticked) === form.get(`was.${name}`)) return [];
      return [[name, valueOf(name, entered.trim(), ticked, form)] as const];
    }),
  );
}

function valueOf(
  name: PolicyFieldName,
  entered: string,
  ticked: readonly string[],
  form: Form,
): unknown {
  const { type, unit } = POLICY_FIELDS[name];
  const { schema } = type;
  if (schema['type'] === 'array') {
    // Where the organisation had no own set, ticking other boxes makes one.
    const wasOwn = form.get(`was.${name}`)?.startsWith('own') === true;
    return entered === 'own' || !wasOwn ? ticked : null;
  }
  if (entered === '') return null;
  if (schema['type'] === 'boolean')
    return entered === 'true' || (entered === 'false' ? false : entered);
  if (schema['type'] !== 'integer') return entered;
  return unit === 'millisecond' ? millisecondsOf(entered) : numberOf(entered);
}

function numberOf(entered: string): unknown {
  return /^-?\d{1,15}$/.test(entered) ? Number(entered) : entered;
}

/** Days, with a decimal point or comma. */
function millisecondsOf(entered: string): unknown {
  return /^\d{1,6}(?:[.,]\d{1,6})?$/.test(entered)
    ? Math.round(Number(entered.replace(',', '.')) * DAY_MS)
    : entered;
}
