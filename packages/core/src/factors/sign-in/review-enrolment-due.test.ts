import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { mergePolicy, type EffectivePolicy } from '../../policy/merge-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '../../policy/policy-fields.js';
import { REMINDER_STAGES, type ReminderStage } from '../../records/reminder-stage.js';
import { addMs, days, hours } from '../../shared/duration.js';
import { findEnrolmentDue, type EnrolmentDue } from './enrolment-due.js';
import { reviewEnrolmentDue, type Reminder, type ReviewedPerson } from './review-enrolment-due.js';

const FOUND = new Date('2026-01-01T12:00:00.000Z');
const at = (day: number): Date => addMs(FOUND, days(day));

const DEFAULTS = mergePolicy({
  overrides: {},
  legacy: {},
  tenant: { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false },
}).policy;

const DUE: EnrolmentDue = {
  ...{ organisationId: 'org_main', requiredSince: FOUND, foundAt: FOUND },
  ...{ reminded: null, reviewAt: FOUND },
};

/** An active person without a factor, who needs one after a grace period in days. */
function personWith(
  graceDays: number,
  {
    policy = {},
    ...changes
  }: Partial<Omit<ReviewedPerson, 'policy'>> & {
    policy?: Partial<EffectivePolicy>;
  } = {},
): ReviewedPerson {
  const demanding = { mfaEnforcement: 'required', unenrolledUserAction: 'block' } as const;
  const allowed = { allowedFactors: ['totp'], gracePeriodMs: days(graceDays) } as const;
  return {
    policy: { ...DEFAULTS, ...demanding, ...allowed, ...policy },
    ...{ enrolled: [], isActive: true, ...changes },
  };
}

function due(changes: Partial<EnrolmentDue>): EnrolmentDue {
  return { ...DUE, ...changes };
}

describe('a person whose enrolment is due', () => {
  it.each<[string, number, number, ReminderStage | null, number]>([
    ['is not reminded before', 14, 3, null, 4],
    ['is not reminded before, and is looked at again when that comes', 14, 6.5, null, 7],
    ['is reminded 7 days before', 14, 7, 'seven_days', 8],
    ['is reminded 1 day before', 14, 13, 'one_day', 14],
    ['is reminded at', 14, 14, 'due', 104],
    ['is reminded once after a long outage, of what holds by then, at', 14, 24, 'due', 114],
    ['of a week is reminded at once, 7 days before', 7, 0, 'seven_days', 1],
    ['of 3 days is not reminded 7 days before', 3, 0, null, 1],
    ['of no time is reminded at once, at', 0, 0, 'due', 90],
  ])('%s the deadline (grace of %d days, on day %d): %s', (_, grace, day, stage, reviewDay) => {
    const { kept, reminder } = reviewEnrolmentDue(DUE, personWith(grace), at(day));
    expect(reminder).toEqual(stage && { stage, deadline: at(grace) });
    expect(kept).toEqual({ ...DUE, reminded: stage, reviewAt: at(reviewDay) });
  });

  it('is reminded by the deadline of now: a longer grace period moves what is still to come', () => {
    const reminded = due({ reminded: 'seven_days' });
    const longer = personWith(30);
    expect(reviewEnrolmentDue(reminded, longer, at(23)).reminder).toBeNull();
    expect(reviewEnrolmentDue(reminded, longer, at(29)).reminder).toEqual({
      ...{ stage: 'one_day', deadline: at(30) },
    });
    expect(reviewEnrolmentDue(reminded, personWith(1), at(5)).reminder).toEqual({
      ...{ stage: 'due', deadline: at(1) },
    });
  });

  it.each<[string, ReviewedPerson | null, EnrolmentDue | null]>([
    ['who has a factor', personWith(14, { enrolled: ['totp'] }), due({ reviewAt: at(110) })],
    ['who is suspended', personWith(14, { isActive: false }), due({ reviewAt: at(21) })],
    ['who is not known', null, due({ reviewAt: at(21) })],
    ['who needs no factor', personWith(14, { policy: { mfaEnforcement: 'optional' } }), null],
    ['who is let in', personWith(14, { policy: { unenrolledUserAction: 'allow' } }), null],
  ])('%s is not reminded', (_, person, kept) => {
    expect(reviewEnrolmentDue(DUE, person, at(20))).toEqual({ kept, reminder: null });
  });

  it('who has a factor that the policy does not allow is reminded', () => {
    const person = personWith(14, { enrolled: ['sms'] });
    expect(reviewEnrolmentDue(DUE, person, at(14)).reminder?.stage).toBe('due');
  });

  it('who was not known for 90 days is forgotten', () => {
    expect(reviewEnrolmentDue(DUE, null, addMs(at(90), -1)).kept).not.toBeNull();
    expect(reviewEnrolmentDue(DUE, null, at(90)).kept).toBeNull();
  });

  it('whose enrolment was found by a clock that was ahead has the deadline of a sign-in of now', () => {
    const { reminder } = reviewEnrolmentDue(DUE, personWith(0), at(-300));
    expect(reminder).toEqual({ stage: 'due', deadline: at(-300) });
  });
});

/** What happens to a person within an hour: nothing, for most of them. */
const happening = fc.record({
  hoursBefore: fc.integer({ min: 0, max: 24 * 12 }),
  graceDays: fc.constantFrom(0, 1, 3, 7, 8, 30, 60),
  isDemanded: fc.boolean(),
  enrolled: fc.constantFrom([], [], ['totp'] as const),
  isActive: fc.boolean(),
  signsIn: fc.boolean(),
});

it('whatever happens, a stage is reminded of at most once, in order, when it is the last that has come, and only who owes a factor', () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 1, maxLength: 12 }), (happenings) => {
      let [stored, now]: [EnrolmentDue | null, Date] = [DUE, FOUND];
      for (const { hoursBefore, graceDays, isDemanded, signsIn, ...facts } of happenings) {
        const policy = isDemanded ? {} : ({ mfaEnforcement: 'optional' } as const);
        const person = personWith(graceDays, { ...facts, policy });
        if (signsIn && person.isActive) stored = afterSignIn(stored, person, now);
        for (let hour = 0; hour < hoursBefore; hour += 1, now = addMs(now, hours(1))) {
          if (stored === null || now < stored.reviewAt) continue;
          const { kept, reminder } = reviewEnrolmentDue(stored, person, now);
          if (reminder !== null) expectRight(reminder, stored, person, now);
          expect(kept?.reminded ?? null).toBe(kept && (reminder?.stage ?? stored.reminded));
          stored = kept;
        }
        // A day of reviews is enough to find whatever has come.
        const owes = isDemanded && person.enrolled.length === 0 && person.isActive;
        if (owes && signsIn && hoursBefore > 24 && stored !== null) {
          expect(rankOf(stored.reminded)).toBeGreaterThanOrEqual(lastStage(stored, graceDays, now));
        }
      }
    }),
    { numRuns: inject('tier') === 'full' ? 5_000 : 200 },
  );
});

function afterSignIn(
  stored: EnrolmentDue | null,
  { policy, enrolled }: ReviewedPerson,
  now: Date,
): EnrolmentDue | null {
  const person = { policy, enrolled, organisationId: 'org_main', memberSince: at(-400) };
  const { changed } = findEnrolmentDue(stored === null ? [] : [stored], person, now);
  return changed === null ? stored : (changed[0] ?? null);
}

function expectRight(
  { stage, deadline }: Reminder,
  before: EnrolmentDue,
  { policy, enrolled, isActive }: ReviewedPerson,
  now: Date,
): void {
  expect({ enrolled, isActive, demanded: policy.mfaEnforcement }).toEqual({
    ...{ enrolled: [], isActive: true, demanded: 'required' },
  });
  expect(deadline).toEqual(addMs(before.requiredSince, policy.gracePeriodMs));
  expect(rankOf(stage)).toBeGreaterThan(rankOf(before.reminded));
  const [from, until] = {
    seven_days: [-7, -1],
    one_day: [-1, 0],
    due: [0, Infinity],
  }[stage] as [number, number];
  const day = (now.getTime() - deadline.getTime()) / days(1);
  expect(day).toBeGreaterThanOrEqual(from);
  expect(day).toBeLessThan(until);
}

function rankOf(stage: ReminderStage | null): number {
  return stage === null ? -1 : REMINDER_STAGES.indexOf(stage);
}

/** The rank of the last stage that came an hour ago or earlier; one that was before the factor became due does not count. */
function lastStage({ requiredSince }: EnrolmentDue, graceDays: number, now: Date): number {
  const sinceDays = (now.getTime() - hours(1) - requiredSince.getTime()) / days(1);
  const stageDays = [graceDays - 7, graceDays - 1, graceDays];
  return stageDays.findLastIndex((day) => day >= 0 && day <= sinceDays);
}
