import { err, ok, type Result } from 'neverthrow';
import { isObject } from '../shared/checks/check-options.js';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import { timeField } from '../shared/checks/record-field.js';
import { sameJson } from '../shared/same-json.js';
import {
  checkChange,
  readOverrides,
  type PolicyChange,
  type PolicyInvalid,
} from './change-policy.js';
import type { PolicyLayers, StoredValues } from './merge-policy.js';
import { POLICY_FIELD_NAMES, type PolicyFieldName } from './policy-fields.js';
import {
  FURTHEST_MS,
  isSame,
  type PlannedChange,
  type ScheduledChange,
  type ScheduledOverrides,
} from './schedule-change.js';
import { addMs } from '../shared/duration.js';
import { violationOf } from './read-change.js';

/**
 * Replaces all that is stored of an organisation's policy. The body holds each override, in either spelling, null for the
 * mark "inherit", and optionally `scheduled: {effective_from, changes}`; what it leaves out is removed. A scheduled change
 * whose date has passed counts as overrides. What is stored already is not checked again: a value that the tenant has
 * overtaken may stay.
 *
 * @param layers as they hold now, see `overridesAt`
 */
export function replacePolicy(
  layers: PolicyLayers & ScheduledOverrides,
  body: object,
  now: Date,
): Result<PlannedChange, PolicyInvalid> {
  const { scheduled = null, ...fields } = body as { readonly scheduled?: unknown };
  const read = readOverrides(fields, []);
  const planned = readScheduled(scheduled, layers.scheduled, now);
  if (planned.isErr()) return invalid([...read.violations, ...planned.error]);
  const { later, from } = planned.value;
  const isPast = from !== null && from <= now;
  const wanted = isPast ? joined(read, later) : read;
  const overrides = storedOr(layers.overrides, wanted);
  const changed = checkChange(layers, withoutStored(wanted, layers.overrides), overrides);
  if (from === null || isPast) {
    return changed.map(({ before, after }) => {
      const effective = { from: now, policy: after };
      return { overrides, scheduled: null, before, after, effective };
    });
  }
  const values = storedOr(layers.scheduled?.values ?? {}, later);
  const atDate = checkChange(
    { ...layers, overrides },
    withoutStored(later, layers.scheduled?.values ?? {}),
    { ...overrides, ...values },
  );
  const violations = [
    ...(changed.isErr() ? changed.error.violations : []),
    ...(atDate.isErr() ? atDate.error.violations.map(inChanges) : []),
  ];
  if (changed.isErr() || atDate.isErr()) return invalid(violations);
  const { before, after } = changed.value;
  const effective = { from, policy: atDate.value.after };
  return ok({ overrides, scheduled: { effectiveFrom: from, values }, before, after, effective });
}

/** The change that a body schedules, and its date; null for none. */
interface Later {
  readonly later: PolicyChange;
  readonly from: Date | null;
}

function readScheduled(
  body: unknown,
  stored: ScheduledChange | null,
  now: Date,
): Result<Later, readonly FieldViolation[]> {
  if (body === null) return ok({ later: readOverrides({}, []), from: null });
  if (!isObject(body)) return err([scheduledViolation('scheduled', 'type', 'object')]);
  const { effective_from: from, changes, ...others } = body;
  const unknown = Object.keys(others).map((name) =>
    scheduledViolation(`scheduled.${name}`, 'unknown_field', null),
  );
  const date = timeField.read(from);
  if (date.isErr()) {
    return err([...unknown, violationOf('scheduled.effective_from', date.error, from ?? null)]);
  }
  const furthest = addMs(now, FURTHEST_MS);
  if (date.value > furthest && stored?.effectiveFrom.getTime() !== date.value.getTime()) {
    const limit = furthest.toISOString();
    return err([...unknown, scheduledViolation('scheduled.effective_from', 'maximum', limit)]);
  }
  if (!isObject(changes)) {
    return err([...unknown, scheduledViolation('scheduled.changes', 'type', 'object')]);
  }
  const later = readOverrides(changes, []);
  const violations = [...unknown, ...later.violations.map(inChanges)];
  return violations.length > 0 ? err(violations) : ok({ later, from: date.value });
}

function scheduledViolation(
  field: string,
  rule: FieldViolation['rule'],
  limit: FieldViolation['limit'],
): FieldViolation {
  return { field, rule, limit, value: null };
}

function inChanges(violation: FieldViolation): FieldViolation {
  return { ...violation, field: `scheduled.changes.${violation.field}` };
}

/** Two changes as one; the second wins. */
function joined(first: PolicyChange, second: PolicyChange): PolicyChange {
  return {
    values: new Map([...first.values, ...second.values]),
    spelling: new Map([...first.spelling, ...second.spelling]),
    violations: [...first.violations, ...second.violations],
  };
}

/** The values of a change in the order of the specification, or the stored object where it has the same. */
function storedOr(stored: StoredValues, { values }: PolicyChange): StoredValues {
  const named = POLICY_FIELD_NAMES.filter((name) => values.has(name));
  const wanted = Object.fromEntries(named.map((name) => [name, values.get(name)]));
  return isSame(stored, wanted) ? stored : wanted;
}

/** The change without the values that are stored already. */
function withoutStored(
  { values, spelling, violations }: PolicyChange,
  stored: StoredValues,
): PolicyChange {
  const isNew = (name: PolicyFieldName): boolean =>
    !values.has(name) || !sameJson(stored[name], values.get(name));
  return {
    values: new Map([...values].filter(([name]) => isNew(name))),
    spelling: new Map([...spelling].filter(([name]) => isNew(name))),
    violations,
  };
}

function invalid(violations: readonly FieldViolation[]): Result<never, PolicyInvalid> {
  return err({ code: 'policy_invalid', violations });
}
