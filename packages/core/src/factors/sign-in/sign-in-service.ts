import type { Result } from 'neverthrow';
import { isProvenFactor } from '../../records/factor-name.js';
import {
  checkArgument,
  isOfIdentity,
  isStringOrNull,
} from '../../shared/checks/check-arguments.js';
import { hasMoment } from '../../shared/duration.js';
import { decideSignIn, type SignIn, type SignInDecision } from './decide-sign-in.js';
import { decideForPerson, type DueWiring, type PersonRefused } from './due-service.js';

/** A sign-in after its first factor. */
export interface SignInRequest
  extends Pick<SignIn, 'proven'>, Partial<Pick<SignIn, 'risk' | 'trustedDevice'>> {
  readonly tenantId: string;
  readonly identityId: string;
  /** The organisation that the session is for; null, the default, for the tenant's own policy. */
  readonly organisationId?: string | null;
  /** When the person joined the organisation, for the last time: see `findEnrolmentDue`. */
  readonly memberSince: Date;
}

export type DecideSignInError = PersonRefused;

/** Sign-in by what is stored. */
export interface SignInService {
  /**
   * Decides as `decideSignIn` does, by the current policy, the factors and the phone of the person. The first decision that finds
   * that a factor is due stores it, for the person and the organisation: the grace period runs from there. `risk` is `unknown`
   * by default.
   *
   * @throws TypeError where the request has another form.
   */
  decide(request: SignInRequest): Promise<Result<SignInDecision, DecideSignInError>>;
}

export function createSignInService(wiring: DueWiring): SignInService {
  return {
    async decide(request) {
      checkRequest(request);
      const { proven, risk = 'unknown', trustedDevice = null, ...person } = request;
      const { organisationId = null } = person;
      return decideForPerson(wiring, { ...person, organisationId }, (found, now) =>
        decideSignIn({ ...found, proven, risk, trustedDevice }, now),
      );
    },
  };
}

const FORM =
  '{ tenantId, identityId, proven, memberSince }, and organisationId as a string or null';

function checkRequest(request: unknown): void {
  const isRequest =
    isOfIdentity(request) &&
    Array.isArray(request['proven']) &&
    request['proven'].every(isProvenFactor) &&
    hasMoment(request['memberSince']) &&
    isStringOrNull(request['organisationId'] ?? null);
  checkArgument('signIns.decide', 'request', isRequest, FORM);
}
