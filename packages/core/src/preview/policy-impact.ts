import { decideSignIn, type SignIn } from '../factors/sign-in/decide-sign-in.js';
import { findEnrolmentDue, type EnrolmentDue } from '../factors/sign-in/enrolment-due.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import { sessionExpiry } from '../policy/session-expiry.js';

/** What is known of a member. */
export interface MemberFacts extends Pick<SignIn, 'enrolled' | 'phoneVerified' | 'memberSince'> {
  readonly identityId: string;
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
  /** What storage has of factors that are due. */
  readonly enrolmentsDue: readonly EnrolmentDue[];
  /** Since when a factor is due, where the host keeps that itself; null where storage does. */
  readonly requiredSince: Date | null;
  /** The open sessions; null where they are not known. */
  readonly sessions: readonly { readonly createdAt: Date; readonly lastSeenAt: Date }[] | null;
}

/** Whom a policy concerns: members by what an ordinary sign-in of theirs, with `risk: 'low'`, would ask for. */
export interface PolicyImpact {
  readonly members: number;
  /** Have a factor, and are asked for it at every sign-in. */
  readonly askedEachTime: number;
  /** Have no factor, and must set one up, now or by the end of their grace period. */
  readonly mustEnrol: number;
  /** Have no factor, and cannot sign in. */
  readonly blocked: number;
  /** The open sessions that end earlier than before; null where no sessions are known. */
  readonly sessionsShortened: number | null;
  /** The ids of the first 20 of each. */
  readonly sample: { readonly mustEnrol: readonly string[]; readonly blocked: readonly string[] };
}

export const NO_IMPACT: PolicyImpact = {
  members: 0,
  askedEachTime: 0,
  mustEnrol: 0,
  blocked: 0,
  sessionsShortened: null,
  sample: { mustEnrol: [], blocked: [] },
};

/** The ids in a sample, at most. */
const SAMPLE = 20;

/** A change of a policy: what holds before it and after it. */
export interface ComparedPolicies {
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy;
}

/**
 * Counts whom a change of a policy concerns. Each member is counted by what `decideSignIn` decides at `now` under the policy after it.
 *
 * @param counted what was counted so far, for members in pages
 */
export function policyImpact(
  { before, after }: ComparedPolicies,
  members: readonly MemberFacts[],
  now: Date,
  counted: PolicyImpact = NO_IMPACT,
): PolicyImpact {
  const concerns = members.map((member) => concernOf(after, member, now));
  const idsOf = (concern: Concern): readonly string[] =>
    members.filter((_, index) => concerns[index] === concern).map(({ identityId }) => identityId);
  const [mustEnrol, blocked] = [idsOf('must_enrol'), idsOf('blocked')];
  const { sample } = counted;
  return {
    members: counted.members + members.length,
    askedEachTime: counted.askedEachTime + idsOf('asked_each_time').length,
    mustEnrol: counted.mustEnrol + mustEnrol.length,
    blocked: counted.blocked + blocked.length,
    sessionsShortened: members.reduce(
      (sum, { sessions }) => addShortened(sum, sessions, { before, after }, now),
      counted.sessionsShortened,
    ),
    sample: {
      mustEnrol: [...sample.mustEnrol, ...mustEnrol].slice(0, SAMPLE),
      blocked: [...sample.blocked, ...blocked].slice(0, SAMPLE),
    },
  };
}

type Concern = 'asked_each_time' | 'must_enrol' | 'blocked' | null;

function concernOf(policy: EffectivePolicy, member: MemberFacts, now: Date): Concern {
  const since = graceOf(policy, member, now);
  const decision = decideSignIn({ ...member, ...since, policy, proven: [], risk: 'low' }, now);
  switch (decision.type) {
    case 'challenge':
      return 'asked_each_time';
    case 'enrol': {
      // A person who is only prompted may go on without a factor, also when the grace period is over.
      const isDue = decision.until !== null && policy.unenrolledUserAction !== 'prompt';
      return isDue || !decision.skippable ? 'must_enrol' : null;
    }
    case 'deny':
      return 'blocked';
    case 'allow':
    case 'verify_phone':
      return null;
  }
}

/** What the grace period runs from. */
function graceOf(
  policy: EffectivePolicy,
  member: MemberFacts,
  now: Date,
): Pick<SignIn, 'memberSince' | 'requiredSince'> {
  if (member.requiredSince !== null) return member;
  const { requiredSince } = findEnrolmentDue(member.enrolmentsDue, { ...member, policy }, now);
  return { memberSince: requiredSince ?? member.memberSince, requiredSince };
}

function addShortened(
  sum: number | null,
  sessions: MemberFacts['sessions'],
  { before, after }: ComparedPolicies,
  now: Date,
): number | null {
  if (sessions === null) return sum;
  const shortened = sessions.filter(({ createdAt, lastSeenAt }) => {
    const { expiresAt } = sessionExpiry(before, createdAt, lastSeenAt);
    return now < expiresAt && sessionExpiry(after, createdAt, lastSeenAt).expiresAt < expiresAt;
  });
  return (sum ?? 0) + shortened.length;
}
