import { err, ok, type Result } from 'neverthrow';
import { isObject } from '../shared/checks/check-options.js';
import type { FieldViolation, ViolationRule } from '../shared/checks/field-violation.js';
import { timeField } from '../shared/checks/record-field.js';
import { addMs, days } from '../shared/duration.js';
import { sameJson } from '../shared/same-json.js';
import { changePolicy, type PolicyInvalid } from './change-policy.js';
import type { EffectivePolicy, PolicyLayers, StoredValues } from './merge-policy.js';
import { violationOf } from './read-change.js';

/** A change of an organisation's policy that holds from a date on. No job applies it: each read looks at the time. */
export interface ScheduledChange {
  readonly effectiveFrom: Date;
  /** What it stores, by camelCase name; null is the mark "inherit". */
  readonly values: StoredValues;
}

/** What an organisation's policy is made of, now and from a date on. */
export interface ScheduledOverrides {
  readonly overrides: StoredValues;
  /** The change that is to come; null for none. */
  readonly scheduled: ScheduledChange | null;
}

/** What is stored, as it holds at a time: from its date on, a scheduled change is one of the overrides. */
export function overridesAt(stored: ScheduledOverrides, now: Date): ScheduledOverrides {
  const { overrides, scheduled } = stored;
  if (scheduled === null || scheduled.effectiveFrom > now) return stored;
  return { overrides: { ...overrides, ...scheduled.values }, scheduled: null };
}

/** The scheduled change as the API shows it. */
export interface ShownSchedule {
  /** ISO 8601, in UTC. */
  readonly effective_from: string;
  readonly changes: StoredValues;
}

export function shownSchedule({ effectiveFrom, values }: ScheduledChange): ShownSchedule {
  return { effective_from: effectiveFrom.toISOString(), changes: values };
}

/** An accepted change: what to store, and the policy before and after it. */
export interface PlannedChange extends ScheduledOverrides {
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy;
  /** When the change begins to hold, and the policy then. */
  readonly effective: { readonly from: Date; readonly policy: EffectivePolicy };
}

/** How far ahead a change may be scheduled: a year, whatever its length. */
export const FURTHEST_MS = days(366);

/**
 * Changes an organisation's policy now, or plans the change for `effective_from`: ISO 8601 text or a `Date`, later than
 * now and at most a year ahead. One change can be planned at a time: a second takes its place, `scheduled: null` withdraws
 * it, and a change without a date leaves it. A planned change is checked as if it were made now.
 *
 * @param layers as they hold now, see {@link overridesAt}
 */
export function planChange(
  layers: PolicyLayers & ScheduledOverrides,
  body: object,
  now: Date,
): Result<PlannedChange, PolicyInvalid> {
  const { effective_from: from = null, scheduled, ...fields } = body as PlannedBody;
  const effectiveFrom = from === null ? ok(null) : readFuture(from, now);
  const changed = changePolicy(layers, fields);
  const violations = [
    ...(effectiveFrom.isErr() ? [effectiveFrom.error] : []),
    ...againstShown(scheduled, layers.scheduled),
    ...(changed.isErr() ? changed.error.violations : []),
  ];
  if (effectiveFrom.isErr() || changed.isErr() || violations.length > 0) {
    return err({ code: 'policy_invalid', violations });
  }
  const { before, after, overrides } = changed.value;
  if (effectiveFrom.value === null) {
    const left = scheduled === null ? null : layers.scheduled;
    const effective = { from: now, policy: after };
    return ok({ overrides, scheduled: left, before, after, effective });
  }
  const values = differences(layers.overrides, overrides);
  if (Object.keys(values).length === 0) {
    return err({ code: 'policy_invalid', violations: [violation('no_change', null, from)] });
  }
  const planned = { effectiveFrom: effectiveFrom.value, values };
  const effective = { from: effectiveFrom.value, policy: after };
  return ok({ overrides: layers.overrides, scheduled: planned, before, after: before, effective });
}

interface PlannedBody {
  readonly effective_from?: unknown;
  readonly scheduled?: unknown;
}

function readFuture(from: unknown, now: Date): Result<Date, FieldViolation> {
  const read = timeField.read(from);
  if (read.isErr()) return err(violationOf('effective_from', read.error, from));
  const furthest = addMs(now, FURTHEST_MS);
  if (read.value <= now) return err(violation('past', now.toISOString(), from));
  if (read.value > furthest) return err(violation('maximum', furthest.toISOString(), from));
  return ok(read.value);
}

/** A body may hold the schedule that a GET response had, or null; another one would look as if it had been stored. */
function againstShown(sent: unknown, scheduled: ScheduledChange | null): readonly FieldViolation[] {
  if (sent === undefined || sent === null || isShown(sent, scheduled)) return [];
  return [
    { field: 'scheduled', rule: 'not_current', limit: 'null, or as GET has it', value: null },
  ];
}

function isShown(sent: unknown, scheduled: ScheduledChange | null): boolean {
  if (scheduled === null || !isObject(sent)) return false;
  const { effective_from: from, changes } = sent;
  const shown = shownSchedule(scheduled);
  return from === shown.effective_from && isObject(changes) && isSame(changes, shown.changes);
}

function violation(
  rule: ViolationRule,
  limit: FieldViolation['limit'],
  value: unknown,
): FieldViolation {
  return { field: 'effective_from', rule, limit, value };
}

/** What `after` sets to another value. */
function differences(before: StoredValues, after: StoredValues): StoredValues {
  const stored: Readonly<Record<string, unknown>> = before;
  const changed = Object.entries(after).filter(([name, value]) => !sameJson(stored[name], value));
  return Object.fromEntries(changed);
}

/** Whether two plan the same change for the same time. */
export function isSameSchedule(
  left: ScheduledChange | null,
  right: ScheduledChange | null,
): boolean {
  if (left === null || right === null) return left === right;
  const isSameTime = left.effectiveFrom.getTime() === right.effectiveFrom.getTime();
  return isSameTime && isSame(left.values, right.values);
}

/** Whether two have the same values, in any order. */
export function isSame(left: StoredValues, right: StoredValues): boolean {
  const changed = { ...differences(left, right), ...differences(right, left) };
  return Object.keys(changed).length === 0;
}
