import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { mergePolicy, type EffectivePolicy } from '../../policy/merge-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '../../policy/policy-fields.js';
import { addMs, days } from '../../shared/duration.js';
import { findEnrolmentDue, type DuePerson, type EnrolmentDue } from './enrolment-due.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const at = (day: number): Date => addMs(NOW, days(day));

const DEFAULTS = mergePolicy({
  overrides: {},
  legacy: {},
  tenant: { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false },
}).policy;

/** A long-standing member of `org_main`, which demands a factor, without one. */
function personWith({
  policy = {},
  ...changes
}: Partial<Omit<DuePerson, 'policy'>> & { policy?: Partial<EffectivePolicy> } = {}): DuePerson {
  const required = { ...DEFAULTS, mfaEnforcement: 'required', ...policy } as const;
  return {
    policy: { ...required, unenrolledUserAction: 'force_enrollment', ...policy },
    ...{ enrolled: [], organisationId: 'org_main', memberSince: at(-400), ...changes },
  };
}

const due = (requiredSince: Date, foundAt = requiredSince): EnrolmentDue => ({
  ...{
    organisationId: 'org_main',
    requiredSince,
    foundAt,
    reminded: null,
    reviewAt: requiredSince,
  },
});
const OTHER = { ...due(at(-50)), organisationId: null };

describe('a factor that is due', () => {
  it('has been since the first decision that finds it, also for a person who joined long ago', () => {
    expect(findEnrolmentDue([OTHER], personWith(), NOW)).toEqual({
      requiredSince: NOW,
      changed: [OTHER, due(NOW)],
    });
  });

  it.each<[string, EnrolmentDue, DuePerson, Date]>([
    ['a sign-in of the same day', due(at(-1), addMs(at(0), -1)), personWith(), at(-1)],
    [
      'a factor of the person',
      due(at(-3), at(-2)),
      personWith({ enrolled: ['totp'], policy: { allowedFactors: ['totp'] } }),
      at(-3),
    ],
  ])('stays as it is stored after %s', (_, stored, person, requiredSince) => {
    expect(findEnrolmentDue([stored], person, NOW)).toEqual({ requiredSince, changed: null });
  });

  it.each([
    ['another sign-in', at(-400), at(-3), at(-2)],
    ['joining again within 90 days', at(0), at(-95), at(-90)],
    ['a time of joining that is yet to come', at(1), at(-95), at(-91)],
  ])('is not renewed by %s', (_, memberSince, requiredSince, foundAt) => {
    const found = findEnrolmentDue([due(requiredSince, foundAt)], personWith({ memberSince }), NOW);
    expect(found).toEqual({ requiredSince, changed: [due(requiredSince, NOW)] });
  });

  it('is reviewed at once where that was put off, and keeps what the person was reminded of', () => {
    const stored = {
      ...due(at(-3), addMs(NOW, -1)),
      reminded: 'one_day',
      reviewAt: at(80),
    } as const;
    const found = findEnrolmentDue([stored], personWith(), NOW);
    expect(found.changed).toEqual([{ ...stored, foundAt: NOW, reviewAt: NOW }]);
    const all = { ...stored, reminded: 'due' } as const;
    expect(findEnrolmentDue([all], personWith(), NOW).changed).toBeNull();
    expect(
      findEnrolmentDue([{ ...stored, reviewAt: at(1) }], personWith(), NOW).changed,
    ).toBeNull();
  });

  it('begins again for a person who joins again after more than 90 days', () => {
    const stored = due(at(-200), addMs(at(-90), -1));
    const found = findEnrolmentDue([stored], personWith({ memberSince: NOW }), NOW);
    expect(found).toEqual({ requiredSince: NOW, changed: [due(NOW)] });
  });

  it('begins now where a clock that was ahead stored it', () => {
    const found = findEnrolmentDue([due(at(300))], personWith(), NOW);
    expect(found).toEqual({ requiredSince: NOW, changed: [due(NOW)] });
  });

  it.each<[string, Partial<EffectivePolicy>]>([
    ['demands none', { mfaEnforcement: 'optional' }],
    ['lets people in without one', { unenrolledUserAction: 'allow' }],
  ])('ends where the policy %s, for its organisation alone', (_, policy) => {
    const person = personWith({ policy });
    const ended = { requiredSince: null, changed: [OTHER] };
    expect(findEnrolmentDue([due(at(-3)), OTHER], person, NOW)).toEqual(ended);
    const none = { requiredSince: null, changed: null };
    expect(findEnrolmentDue([OTHER], person, NOW)).toEqual(none);
  });
});

it('whatever a person does, the time is the first finding, until 90 days go by without one and the person joins again', () => {
  const step = fc.record({
    waits: fc.integer({ min: 0, max: days(60) }),
    enrols: fc.boolean(),
    joins: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let [stored, now, memberSince]: [readonly EnrolmentDue[], Date, Date] = [[], NOW, at(-1)];
      let expected: Date | null = null;
      for (const { waits, enrols, joins } of steps) {
        now = addMs(now, waits);
        if (joins) memberSince = now;
        const [before] = stored;
        const person = personWith({
          ...{ memberSince, enrolled: enrols ? ['totp'] : [] },
          policy: { allowedFactors: ['totp'] },
        });
        const { requiredSince, changed } = findEnrolmentDue(stored, person, now);
        stored = changed ?? stored;
        const isNew = before === undefined || memberSince > addMs(before.foundAt, days(90));
        if (!enrols && isNew) expected = now;
        expect(requiredSince).toEqual(expected);
      }
    }),
    { numRuns: inject('tier') === 'full' ? 20_000 : 200 },
  );
});
