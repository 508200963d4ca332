import type { EffectivePolicy } from '../../policy/merge-policy.js';
import type { FactorName } from '../../records/factor-name.js';
import type { ReminderStage } from '../../records/reminder-stage.js';
import { addMs, days } from '../../shared/duration.js';
import { demandsFactor, hasAllowedFactor } from './decide-sign-in.js';

/** A factor that the policy of an organisation demands of a person, as storage keeps it. */
export interface EnrolmentDue {
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
  /** When a decision first found that the factor is due; the grace period runs from here. */
  readonly requiredSince: Date;
  /** When a decision last found it, to the day. */
  readonly foundAt: Date;
  /** The last stage that the person was reminded of; null for none. */
  readonly reminded: ReminderStage | null;
  /** When it is looked at again, to remind the person or to delete it: see `reviewEnrolmentDue`. */
  readonly reviewAt: Date;
}

/** What a person owes to no organisation. */
export const NOTHING_DUE: readonly EnrolmentDue[] = [];

/** A person under the policy of an organisation. */
export interface DuePerson {
  readonly policy: EffectivePolicy;
  readonly enrolled: readonly FactorName[];
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
  /** When the person joined, for the last time. */
  readonly memberSince: Date;
}

/** What a decision finds. */
export interface FoundDue {
  /** Null where the policy demands no factor, or the person always had one. */
  readonly requiredSince: Date | null;
  /** What to store in place of what is stored; null where that stays as it is. */
  readonly changed: readonly EnrolmentDue[] | null;
}

/** A person who joins again after more than this time gets a new grace period. */
export const REJOINED_MS = days(90);

/** How old `foundAt` may become before it is stored again: at most one write a day for a person. */
const FOUND_AGAIN_MS = days(1);

/** The decision on a person who may still be reminded is made again after this time at most, because the policy may change. */
export const REVIEWED_AGAIN_MS = days(1);

/**
 * Finds since when a factor has been due. The first finding is kept: neither another sign-in renews it, nor a factor that the
 * person enrols and removes, nor a person who leaves and joins again within 90 days. Those are counted from `foundAt`, because
 * Stepward does not learn who leaves. It ends when the policy demands no factor any more.
 *
 * @param stored of all of the person's organisations
 */
export function findEnrolmentDue(
  stored: readonly EnrolmentDue[],
  person: DuePerson,
  now: Date,
): FoundDue {
  const { policy, enrolled, organisationId } = person;
  const before = stored.find((due) => due.organisationId === organisationId) ?? null;
  const others = stored.filter((due) => due !== before);
  if (!demandsFactor(policy)) return { requiredSince: null, changed: before && others };
  if (hasAllowedFactor(policy, enrolled)) {
    return { requiredSince: before?.requiredSince ?? null, changed: null };
  }
  const after = dueAgain(before, person, now);
  return {
    requiredSince: after.requiredSince,
    changed: after === before ? null : [...others, after],
  };
}

function dueAgain(
  before: EnrolmentDue | null,
  { organisationId, memberSince }: DuePerson,
  now: Date,
): EnrolmentDue {
  const first: EnrolmentDue = {
    ...{ organisationId, requiredSince: now, foundAt: now },
    ...{ reminded: null, reviewAt: now },
  };
  // A clock that was ahead when the first finding was stored must not lengthen the grace period.
  if (before === null || now < before.requiredSince) return first;
  const hasRejoined = memberSince > addMs(before.foundAt, REJOINED_MS) && memberSince <= now;
  if (hasRejoined) return first;
  // The review was put off because the person had a factor, or has been reminded of everything.
  const isPutOff = before.reviewAt > addMs(now, REVIEWED_AGAIN_MS) && before.reminded !== 'due';
  if (isPutOff) return { ...before, foundAt: now, reviewAt: now };
  return now < addMs(before.foundAt, FOUND_AGAIN_MS) ? before : { ...before, foundAt: now };
}
