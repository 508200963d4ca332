import type { EffectivePolicy } from '../../policy/merge-policy.js';
import type { FactorName } from '../../records/factor-name.js';
import { REMINDER_STAGES, type ReminderStage } from '../../records/reminder-stage.js';
import { addMs, days, earlier } from '../../shared/duration.js';
import { demandsFactor, hasAllowedFactor } from './decide-sign-in.js';
import { REJOINED_MS, REVIEWED_AGAIN_MS, type EnrolmentDue } from './enrolment-due.js';

/** A person whose enrolment is due, as a review finds them. */
export interface ReviewedPerson {
  /** The policy of the organisation as it holds now. */
  readonly policy: EffectivePolicy;
  readonly enrolled: readonly FactorName[];
  /** False for a suspended person, who cannot sign in and is not reminded. */
  readonly isActive: boolean;
}

/** What a person is reminded of. */
export interface Reminder {
  readonly stage: ReminderStage;
  /** When sign-in begins to demand the factor; past, or now, at `due`. */
  readonly deadline: Date;
}

/** What a review finds. */
export interface ReviewedDue {
  /** What to store in place of the enrolment; null to delete it. */
  readonly kept: EnrolmentDue | null;
  /** Null where there is nothing to remind of now. */
  readonly reminder: Reminder | null;
}

/** Milliseconds before the deadline. */
const BEFORE_DEADLINE: Readonly<Record<ReminderStage, number>> = {
  seven_days: days(7),
  one_day: days(1),
  due: 0,
};

/** Where only the next sign-in can change something: the person has a factor, or was reminded at the deadline. */
const SETTLED_MS = days(90);

const ENDED: ReviewedDue = { kept: null, reminder: null };

/**
 * Decides whether a person is reminded of an enrolment that is due. The deadline is computed again, so a longer grace period
 * moves it. Only the last stage that has come is reminded of, each stage once at most, and one that was over before the factor
 * became due is left out: a grace period of 3 days has `one_day` and `due`. An enrolment that is demanded no more is deleted, as
 * a sign-in would do; so is that of a person or an organisation that has not been known for 90 days.
 *
 * @param person null where the person or the organisation is not known
 */
export function reviewEnrolmentDue(
  due: EnrolmentDue,
  person: ReviewedPerson | null,
  now: Date,
): ReviewedDue {
  const tomorrow = addMs(now, REVIEWED_AGAIN_MS);
  if (person === null) {
    return now < addMs(due.foundAt, REJOINED_MS) ? reviewed(due, tomorrow) : ENDED;
  }
  if (!demandsFactor(person.policy)) return ENDED;
  if (hasAllowedFactor(person.policy, person.enrolled))
    return reviewed(due, addMs(now, SETTLED_MS));
  if (!person.isActive) return reviewed(due, tomorrow);
  const { deadline, stages } = stagesAhead(due, person.policy, now);
  const stage = stages.findLast(({ at }) => at <= now)?.stage;
  const next = stages.find(({ at }) => now < at);
  const reviewAt = next === undefined ? addMs(now, SETTLED_MS) : earlier(next.at, tomorrow);
  if (stage === undefined) return reviewed(due, reviewAt);
  return { kept: { ...due, reminded: stage, reviewAt }, reminder: { stage, deadline } };
}

function reviewed(due: EnrolmentDue, reviewAt: Date): ReviewedDue {
  return { kept: { ...due, reviewAt }, reminder: null };
}

/** The stages that come after the one that the person was reminded of. */
function stagesAhead(
  { requiredSince, reminded }: EnrolmentDue,
  { gracePeriodMs }: EffectivePolicy,
  now: Date,
) {
  // A clock that was ahead when the enrolment was found must not put the deadline off.
  const since = earlier(requiredSince, now);
  const deadline = addMs(since, gracePeriodMs);
  const ahead = reminded === null ? 0 : REMINDER_STAGES.indexOf(reminded) + 1;
  const stages = REMINDER_STAGES.slice(ahead)
    .map((stage) => ({ stage, at: addMs(deadline, -BEFORE_DEADLINE[stage]) }))
    .filter(({ at }) => at >= since);
  return { deadline, stages };
}
