import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { policyLayers, readableChange } from '../../test/policy-arbitraries.js';
import { addMs, days } from '../shared/duration.js';
import { readOverrides } from './change-policy.js';
import { mergePolicy, type StoredValues } from './merge-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from './policy-fields.js';
import { replacePolicy } from './replace-policy.js';
import { shownSchedule, type ScheduledChange } from './schedule-change.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const TOMORROW = addMs(NOW, days(1));
const TENANT = { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false };

function replace(
  body: object,
  stored: StoredValues = {},
  scheduled: ScheduledChange | null = null,
  tenant = TENANT,
) {
  return replacePolicy({ overrides: stored, legacy: {}, tenant, scheduled }, body, NOW);
}

function violationsOf(...given: Parameters<typeof replace>) {
  return replace(...given)._unsafeUnwrapErr().violations;
}

const valuesOf = (body: object): StoredValues => Object.fromEntries(readOverrides(body, []).values);

it('what is stored, sent back whole, replaces itself, however strict the tenant has become', () => {
  fc.assert(
    fc.property(policyLayers, readableChange, readableChange, (layers, first, second) => {
      const overrides = valuesOf(first);
      const scheduled = { effectiveFrom: TOMORROW, values: valuesOf(second) };
      const stored = { ...layers, overrides, scheduled };
      const body = { ...overrides, scheduled: shownSchedule(scheduled) };
      const replaced = replacePolicy(stored, body, NOW)._unsafeUnwrap();
      expect(replaced.overrides).toBe(overrides);
      expect(replaced.scheduled).toEqual(scheduled);
      expect(replaced.before).toEqual(replaced.after);
      expect(replaced.after).toEqual(mergePolicy(stored).policy);
    }),
    { numRuns: inject('tier') === 'full' ? 20_000 : 300 },
  );
});

describe('a replacement', () => {
  it('removes what it leaves out, and the planned change with it', () => {
    const scheduled = { effectiveFrom: TOMORROW, values: { mfaEnforcement: 'required' } };
    const stored = { passwordMinLength: 12, mfaPolicy: null };
    const {
      overrides,
      scheduled: left,
      after,
    } = replace({ gracePeriodMs: 0 }, stored, scheduled)._unsafeUnwrap();
    expect([overrides, left]).toEqual([{ gracePeriodMs: 0 }, null]);
    expect([after.gracePeriodMs, after.passwordMinLength]).toEqual([0, 8]);
  });

  it('stores what it names and nothing else, and holds from now on', () => {
    const { overrides, after, effective } = replace({ gracePeriodMs: 0 })._unsafeUnwrap();
    expect(Object.keys(overrides)).toEqual(['gracePeriodMs']);
    expect(effective).toEqual({ from: NOW, policy: after });
  });

  it('keeps the object that is stored where it has the same values in another order or spelling', () => {
    const stored = { passwordMinLength: 12, mfaPolicy: 'always' };
    const body = { mfa_policy: 'always', password_min_length: 12 };
    expect(replace(body, stored)._unsafeUnwrap().overrides).toBe(stored);
  });

  it('counts a planned change as overrides from its date on', () => {
    const body = (from: Date) => ({
      passwordMinLength: 12,
      scheduled: { effective_from: from.toISOString(), changes: { password_min_length: 14 } },
    });
    expect(replace(body(NOW))._unsafeUnwrap()).toMatchObject({
      overrides: { passwordMinLength: 14 },
      scheduled: null,
      after: { passwordMinLength: 14 },
    });
    const later = addMs(NOW, 1);
    expect(replace(body(later))._unsafeUnwrap()).toMatchObject({
      overrides: { passwordMinLength: 12 },
      scheduled: { effectiveFrom: later, values: { passwordMinLength: 14 } },
      after: { passwordMinLength: 12 },
      effective: { from: later, policy: { passwordMinLength: 14 } },
    });
  });

  it('may keep a value that the tenant has overtaken, and may not bring one in', () => {
    const tenant = { ...TENANT, password: { ...DEFAULT_PASSWORD_POLICY, minLength: 16 } };
    const stored = { passwordMinLength: 12 };
    expect(replace(stored, stored, null, tenant).isOk()).toBe(true);
    const weaker = { field: 'passwordMinLength', rule: 'weaker_than_tenant', limit: 16, value: 12 };
    expect(violationsOf(stored, {}, null, tenant)).toEqual([weaker]);
    const scheduled = { effectiveFrom: TOMORROW, values: stored };
    const body = { scheduled: shownSchedule(scheduled) };
    expect(replace(body, {}, scheduled, tenant).isOk()).toBe(true);
    expect(violationsOf(body, {}, null, tenant)).toEqual([
      { ...weaker, field: 'scheduled.changes.passwordMinLength' },
    ]);
  });

  it('names a field as the body spelled it, also that of a change whose date has passed', () => {
    const tenant = { ...TENANT, password: { ...DEFAULT_PASSWORD_POLICY, minLength: 16 } };
    const weaker = { field: 'password_min_length', rule: 'weaker_than_tenant' };
    const changes = { password_min_length: 12 };
    expect(violationsOf(changes, {}, null, tenant)).toMatchObject([weaker]);
    const scheduled = { effective_from: NOW.toISOString(), changes };
    expect(violationsOf({ scheduled }, {}, null, tenant)).toMatchObject([weaker]);
    expect(violationsOf({ colour: 1, scheduled })).toMatchObject([{ field: 'colour' }]);
  });

  it('keeps a planned date that is further ahead than one may be planned now', () => {
    const at = (from: Date) => ({ effectiveFrom: from, values: { passwordMinLength: 14 } });
    const furthest = addMs(NOW, days(366));
    const tooFar = addMs(furthest, 1);
    const planned = (from: Date, stored: ScheduledChange | null) =>
      replace({ scheduled: shownSchedule(at(from)) }, {}, stored).isOk();
    expect(planned(furthest, null)).toBe(true);
    expect(planned(tooFar, at(tooFar))).toBe(true);
    expect(planned(tooFar, at(furthest))).toBe(false);
  });

  it('is checked as a whole: a preferred factor must be allowed by what stays', () => {
    const stored = { allowedFactors: ['totp'] };
    expect(violationsOf({ ...stored, preferredFactor: 'sms' }, stored)).toMatchObject([
      { field: 'preferredFactor', rule: 'not_allowed' },
    ]);
    expect(replace({ preferredFactor: 'sms' }, stored).isOk()).toBe(true);
  });

  it.each<[object, object]>([
    [{ colour: 1 }, { field: 'colour', rule: 'unknown_field' }],
    [{ _inherited: {} }, { field: '_inherited', rule: 'unknown_field' }],
    [{ effective_from: TOMORROW }, { field: 'effective_from', rule: 'unknown_field' }],
    [{ passwordMinLength: 7 }, { field: 'passwordMinLength', rule: 'minimum' }],
    [{ scheduled: 'soon' }, { field: 'scheduled', rule: 'type', limit: 'object' }],
    [
      { scheduled: { changes: {} } },
      { field: 'scheduled.effective_from', rule: 'date_time', value: null },
    ],
    [
      { scheduled: { effective_from: 'soon', changes: {} } },
      { field: 'scheduled.effective_from', rule: 'date_time', value: 'soon' },
    ],
    [
      { scheduled: { effective_from: '2027-01-02T12:00:00.001Z', changes: {} } },
      { field: 'scheduled.effective_from', rule: 'maximum' },
    ],
    [
      { scheduled: { effective_from: TOMORROW.toISOString() } },
      { field: 'scheduled.changes', rule: 'type', limit: 'object' },
    ],
    [
      { scheduled: { effective_from: TOMORROW.toISOString(), changes: { colour: 1 } } },
      { field: 'scheduled.changes.colour', rule: 'unknown_field' },
    ],
    [
      { scheduled: { effective_from: TOMORROW.toISOString(), changes: {}, note: 'x' } },
      { field: 'scheduled.note', rule: 'unknown_field' },
    ],
  ])('%j is refused by its path', (body, violation) => {
    const refused = replace(body)._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'policy_invalid', violations: [violation] });
  });
});
