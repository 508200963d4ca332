import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { policyLayers, readableChange } from '../../test/policy-arbitraries.js';
import { addMs, days } from '../shared/duration.js';
import { changePolicy } from './change-policy.js';
import { mergePolicy, type PolicyLayers } from './merge-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from './policy-fields.js';
import {
  isSameSchedule,
  overridesAt,
  planChange,
  shownSchedule,
  type ScheduledChange,
} from './schedule-change.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const TOMORROW = addMs(NOW, days(1));
const TENANT = { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false };
const LAYERS = { overrides: { passwordMinLength: 12 }, legacy: {}, tenant: TENANT };
const REQUIRED: ScheduledChange = {
  effectiveFrom: TOMORROW,
  values: { mfaEnforcement: 'required' },
};

function plan(body: object, scheduled: ScheduledChange | null = null) {
  return planChange({ ...LAYERS, scheduled }, body, NOW).map(
    ({ overrides, scheduled: planned }) => ({
      overrides,
      scheduled: planned,
    }),
  );
}

/** As a store keeps them: as JSON, which has no infinite number. */
const storedLayers = policyLayers.map(
  (layers) => JSON.parse(JSON.stringify(layers)) as PolicyLayers,
);

it('before its date a planned change changes no merge, and from it on each one as the same change made then', () => {
  fc.assert(
    fc.property(storedLayers, readableChange, fc.nat(days(366) - 1), (layers, body, ahead) => {
      const date = addMs(NOW, ahead + 1);
      const changed = changePolicy(layers, body);
      const unplanned = { ...layers, scheduled: null };
      const planned = planChange(unplanned, { ...body, effective_from: date }, NOW);
      if (changed.isErr() || planned.isErr()) {
        const refused = changed.isErr() ? changed.error.violations : [{ rule: 'no_change' }];
        expect(planned._unsafeUnwrapErr().violations).toMatchObject(refused);
        return;
      }
      const mergedAt = (at: Date) =>
        mergePolicy({ ...layers, ...overridesAt(planned.value, at) }).policy;
      expect(mergedAt(addMs(date, -1))).toEqual(mergePolicy(layers).policy);
      expect(mergedAt(date)).toEqual(changed.value.after);
      expect(planned.value.after).toEqual(planned.value.before);
    }),
    { numRuns: inject('tier') === 'full' ? 20_000 : 500 },
  );
});

describe('a planned change', () => {
  it('holds what differs from what is stored', () => {
    const body = { mfa_enforcement: 'required', passwordMinLength: 12, effective_from: TOMORROW };
    expect(plan(body)._unsafeUnwrap()).toEqual({
      overrides: LAYERS.overrides,
      scheduled: REQUIRED,
    });
  });

  it('leaves the policy, and says what holds from its date on', () => {
    const unplanned = { ...LAYERS, scheduled: null };
    const { after, effective } = planChange(unplanned, REQUIRED.values, NOW)._unsafeUnwrap();
    expect(effective).toEqual({ from: NOW, policy: after });
    const body = { ...REQUIRED.values, effective_from: TOMORROW };
    const planned = planChange(unplanned, body, NOW)._unsafeUnwrap();
    expect(planned.effective).toEqual({ from: TOMORROW, policy: after });
  });

  it('leaves the object that is stored until its date', () => {
    const stored = { overrides: LAYERS.overrides, scheduled: REQUIRED };
    expect(overridesAt(stored, addMs(TOMORROW, -1))).toBe(stored);
    const unplanned = { ...stored, scheduled: null };
    expect(overridesAt(unplanned, NOW)).toBe(unplanned);
  });

  it.each([
    ['takes the place of an earlier one', { gracePeriodMs: 5 }, { gracePeriodMs: 5 }],
    ['can take a value back', { passwordMinLength: null }, { passwordMinLength: null }],
  ])('%s', (_, change, values) => {
    const later = addMs(NOW, days(366));
    const body = { ...change, effective_from: later.toISOString(), scheduled: null };
    const { scheduled } = plan(body, REQUIRED)._unsafeUnwrap();
    expect(scheduled).toEqual({ effectiveFrom: later, values });
  });

  it.each([
    ['without a date', { gracePeriodMs: 5 }],
    ['with null for a date', { gracePeriodMs: 5, effective_from: null }],
    ['that sends the schedule back', { gracePeriodMs: 5, scheduled: shownSchedule(REQUIRED) }],
  ])('is left by a change %s', (_, body) => {
    const overrides = { ...LAYERS.overrides, gracePeriodMs: 5 };
    expect(plan(body, REQUIRED)._unsafeUnwrap()).toEqual({ overrides, scheduled: REQUIRED });
  });

  it('is withdrawn by null', () => {
    const { scheduled } = plan({ scheduled: null }, REQUIRED)._unsafeUnwrap();
    expect(scheduled).toBeNull();
  });

  it.each<[string, unknown, string]>([
    ['now', NOW, 'past'],
    ['a millisecond ago', addMs(NOW, -1), 'past'],
    ['an hour in 1970', '1970-01-01T01:00:00Z', 'past'],
    ['more than a year ahead', addMs(NOW, days(366) + 1), 'maximum'],
    ['the year 9999', '9999-12-31T23:59:59Z', 'maximum'],
    ['a date without a time', '2026-02-01', 'date_time'],
    ['a time without a zone', '2026-02-01T00:00:00', 'date_time'],
    ['a day that is not there', '2026-02-30T00:00:00Z', 'date_time'],
    ['a number', TOMORROW.getTime(), 'date_time'],
    ['a list', [TOMORROW.toISOString()], 'date_time'],
  ])('for %s is refused', (_, from, rule) => {
    const refused = plan({ mfaEnforcement: 'required', effective_from: from })._unsafeUnwrapErr();
    expect(refused.violations).toMatchObject([{ field: 'effective_from', rule }]);
  });

  it.each([
    ['no field', {}],
    ['what is stored already', { passwordMinLength: 12 }],
  ])('of %s is refused', (_, change) => {
    const refused = plan({ ...change, effective_from: TOMORROW })._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'policy_invalid',
      violations: [{ field: 'effective_from', rule: 'no_change' }],
    });
  });

  it('is refused with all that is wrong', () => {
    const body = { passwordMinLength: 2, colour: 'red', effective_from: 'soon', scheduled: {} };
    const { code, violations } = plan(body, REQUIRED)._unsafeUnwrapErr();
    expect(code).toBe('policy_invalid');
    expect(violations.map(({ field, rule }) => [field, rule])).toEqual([
      ['effective_from', 'date_time'],
      ['scheduled', 'not_current'],
      ['passwordMinLength', 'minimum'],
      ['colour', 'unknown_field'],
    ]);
  });

  it.each([
    ['with another date', { ...shownSchedule(REQUIRED), effective_from: '2026-03-01T00:00:00Z' }],
    ['with other values', { ...shownSchedule(REQUIRED), changes: { gracePeriodMs: 5 } }],
    ['with fewer values', { ...shownSchedule(REQUIRED), changes: {} }],
    ['as a text', 'tomorrow'],
  ])('is not made by a schedule %s', (_, scheduled) => {
    const { violations } = plan({ scheduled }, REQUIRED)._unsafeUnwrapErr();
    const limit = 'null, or as GET has it';
    expect(violations).toMatchObject([{ field: 'scheduled', rule: 'not_current', limit }]);
    expect(plan({ scheduled })._unsafeUnwrapErr().violations).toEqual(violations);
  });
});

describe('two schedules are the same', () => {
  const again = { effectiveFrom: new Date(TOMORROW), values: { ...REQUIRED.values } };

  it.each<[boolean, string, ScheduledChange | null, ScheduledChange | null]>([
    [true, 'with the same values at the same time', REQUIRED, again],
    [true, 'where there is none', null, null],
    [false, 'at another time', REQUIRED, { ...again, effectiveFrom: NOW }],
    [false, 'with other values', REQUIRED, { ...again, values: {} }],
    [false, 'where only one is', REQUIRED, null],
    [false, 'where only the other is', null, REQUIRED],
  ])('%s %s', (same, _, left, right) => {
    expect(isSameSchedule(left, right)).toBe(same);
  });
});
