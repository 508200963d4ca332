import { ok } from 'neverthrow';
import { stampEvent } from '../../events/event-recorder-service.js';
import { NO_FACTOR } from '../../identity/identity-scope.js';
import { readPolicy, type PolicyWiring } from '../../organisations/policy-service.js';
import type { EffectivePolicy } from '../../policy/merge-policy.js';
import type { EnrolmentReview, EnrolmentReviews, Storage } from '../../ports/storage.js';
import { seconds } from '../../shared/duration.js';
import { inTime, nameOf } from '../../shared/host-calls.js';
import { isOfOneTenant, isStorageUnavailable } from '../../shared/storage/storage-errors.js';
import { mfaStatus } from '../mfa-status.js';
import { NOTHING_DUE } from './enrolment-due.js';
import { reviewEnrolmentDue, type Reminder } from './review-enrolment-due.js';

/** The enrolments that are read at a time. */
const BATCH = 500;

/** How long the host's ports may take for one person, in milliseconds. */
const DEADLINE_MS = seconds(10);

/** The maximum number of people of a tenant for whom the host did not answer in time; then the others wait for the next pass. */
const MOST_TIMEOUTS = 3;

/** What went wrong with people of a tenant in one pass. */
interface TenantFailure {
  readonly failed: number;
  readonly timeouts: number;
  /** Of the last one. */
  readonly reason: string;
}

/**
 * Reminds all people of one database whose enrolment is due, where a stage of `mfa.enrolment_due` has come. Each enrolment is
 * decided again, by the policy and the factors of now, and stored in one write with its event: several processes may do this at
 * once, and where one dies the next pass goes on. People who cannot be read are left for the next pass, and logged once for a
 * tenant.
 *
 * @param database where the enrolments are read
 * @throws StorageUnavailable
 */
export async function remindOfEnrolments(
  wiring: PolicyWiring,
  database: Pick<Storage, 'lookUp'>,
): Promise<void> {
  const { clock, logger } = wiring;
  const now = clock.now();
  const failures = new Map<string, TenantFailure>();
  let after: EnrolmentReview | null = null;
  do {
    const batch: EnrolmentReviews | null = await database.lookUp('enrolmentReviews', {
      now,
      after,
      limit: BATCH,
    });
    if (batch === null) break;
    await remindBatch(wiring, batch, failures);
    after = batch.reviews[BATCH - 1] ?? null;
  } while (after !== null);
  for (const [tenantId, { failed, reason }] of failures) {
    logger.warn({ tenantId, failed, reason }, 'people could not be reminded of their enrolment');
  }
}

async function remindBatch(
  wiring: PolicyWiring,
  { reviews, now }: EnrolmentReviews,
  failures: Map<string, TenantFailure>,
): Promise<void> {
  const policyOf = policiesOf(wiring);
  for (const review of reviews) {
    const before = failures.get(review.tenantId) ?? { failed: 0, timeouts: 0 };
    if (before.timeouts >= MOST_TIMEOUTS) continue;
    const signal = wiring.clock.timeout(DEADLINE_MS);
    try {
      await inTime(remind(wiring, review, policyOf, now), signal);
    } catch (error) {
      if (isStorageUnavailable(error) && !isOfOneTenant(error)) throw error;
      failures.set(review.tenantId, {
        failed: before.failed + 1,
        timeouts: before.timeouts + Number(signal.aborted),
        reason: signal.aborted ? 'timeout' : nameOf(error),
      });
    }
  }
}

type PolicyOf = (whose: EnrolmentReview) => Promise<EffectivePolicy | null>;

/** Reads the policy of each organisation once; null for one that is not known. */
function policiesOf(wiring: PolicyWiring): PolicyOf {
  const read = new Map<string, Promise<EffectivePolicy | null>>();
  return ({ tenantId, organisationId }) => {
    const key = JSON.stringify([tenantId, organisationId]);
    const policy =
      read.get(key) ??
      readPolicy(wiring, tenantId, organisationId).then((result) => result.unwrapOr(null));
    read.set(key, policy);
    return policy;
  };
}

/** Reviews one enrolment, which another process may have reviewed, or a sign-in changed, in the meantime. */
async function remind(
  wiring: PolicyWiring,
  review: EnrolmentReview,
  policyOf: PolicyOf,
  now: Date,
): Promise<null> {
  const { tenantId, identityId, organisationId } = review;
  const policy = await policyOf(review);
  const scope = { tenantId, identityId, ...NO_FACTOR, enrolmentsDue: true } as const;
  const decided = await wiring.storage.decide<null, never>(
    scope,
    ({ identity, record, enrolmentsDue }) => {
      const dues = enrolmentsDue ?? NOTHING_DUE;
      const due = dues.find((one) => one.organisationId === organisationId);
      if (due === undefined || now < due.reviewAt) return ok({ outcome: null, record });
      const person = identity &&
        policy && {
          policy,
          enrolled: mfaStatus(identity, record.authenticators).methods,
          isActive: identity.state === 'active',
        };
      const { kept, reminder } = reviewEnrolmentDue(due, person, now);
      const others = dues.filter((one) => one !== due);
      const events = reminder === null ? [] : [reminderEvent(wiring, review, reminder)];
      return ok({
        ...{ outcome: null, record },
        enrolmentsDue: kept === null ? others : [...others, kept],
        trail: { entries: [], events },
      });
    },
  );
  return decided.match(
    (done) => done,
    (impossible) => impossible,
  );
}

function reminderEvent(
  wiring: PolicyWiring,
  { tenantId, identityId, organisationId }: EnrolmentReview,
  { stage, deadline }: Reminder,
) {
  return stampEvent(wiring, {
    ...{ type: 'mfa.enrolment_due', tenantId },
    ...(organisationId !== null && { organisationId }),
    data: {
      identity_id: identityId,
      ...(organisationId !== null && { organisation_id: organisationId }),
      stage,
      deadline: deadline.toISOString(),
    },
  });
}
