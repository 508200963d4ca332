import { err, ok, type Result } from 'neverthrow';
import { NO_FACTOR } from '../../identity/identity-scope.js';
import { requireActivePerson } from '../../identity/require-active.js';
import {
  readPolicy,
  type OrganisationNotFound,
  type PolicyWiring,
} from '../../organisations/policy-service.js';
import {
  verifiedPhone,
  type IdentityNotFound,
  type IdentitySuspended,
} from '../../records/identity.js';
import type { SuspensionLimits } from '../authenticator.js';
import { mfaStatus } from '../mfa-status.js';
import { usableAuthenticators } from '../suspension.js';
import type { SignIn } from './decide-sign-in.js';
import { findEnrolmentDue, NOTHING_DUE } from './enrolment-due.js';

/** The person to decide about. */
export interface DecidedPerson {
  readonly tenantId: string;
  readonly identityId: string;
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
  readonly memberSince: Date;
}

/** What storage knows of a sign-in. */
export type FoundSignIn = Pick<
  SignIn,
  'policy' | 'enrolled' | 'suspended' | 'phoneVerified' | 'memberSince' | 'requiredSince'
>;

export interface DueWiring extends PolicyWiring {
  readonly limits: SuspensionLimits;
}

/** The refusals of a person who is not there, or may not sign in. */
export type PersonRefused = IdentityNotFound | IdentitySuspended | OrganisationNotFound;

/**
 * Decides about a sign-in by what is stored of the person and the organisation, and stores since when a factor is due. The grace
 * period runs from there alone, so `memberSince` of what is found is the same time.
 */
export async function decideForPerson<T>(
  wiring: DueWiring,
  { tenantId, identityId, ...person }: DecidedPerson,
  decide: (found: FoundSignIn, now: Date) => T,
): Promise<Result<T, PersonRefused>> {
  const read = await readPolicy(wiring, tenantId, person.organisationId);
  if (read.isErr()) return err(read.error);
  const policy = read.value;
  const scope = { tenantId, identityId, ...NO_FACTOR, enrolmentsDue: true } as const;
  return wiring.storage.decide<T, PersonRefused>(scope, (facts) =>
    requireActivePerson(facts.identity).andThen((identity) => {
      const { record, enrolmentsDue } = facts;
      const { methods: enrolled } = mfaStatus(identity, record.authenticators);
      const usable = usableAuthenticators(record.authenticators, wiring.limits);
      const { methods: answerable } = mfaStatus(identity, usable);
      const suspended = enrolled.filter((factor) => !answerable.includes(factor));
      const now = wiring.clock.now();
      const due = findEnrolmentDue(
        enrolmentsDue ?? NOTHING_DUE,
        { ...person, policy, enrolled },
        now,
      );
      const { requiredSince, changed } = due;
      const memberSince = requiredSince ?? person.memberSince;
      const phoneVerified = verifiedPhone(identity) !== null;
      const found = { policy, enrolled, suspended, phoneVerified, memberSince, requiredSince };
      return ok({
        outcome: decide(found, now),
        record,
        ...(changed !== null && { enrolmentsDue: changed }),
      });
    }),
  );
}
