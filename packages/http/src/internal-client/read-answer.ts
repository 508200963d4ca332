import type { Called } from './create-caller.js';

/** Nothing came of a call, whatever it was for. */
export type CallFailed =
  /** Too many codes or requests. 60 000 ms where the answer does not say how long to wait. */
  | { readonly status: 'rate_limited'; readonly retryAfterMs: number }
  /** `sms_disabled`, `factor_not_allowed`, `sms_not_sent`, or null where the service itself is not well. */
  | { readonly status: 'unavailable'; readonly reason: string | null }
  /** The secret is not an active one, or the tenant is unknown. */
  | { readonly status: 'unauthorized' }
  | { readonly status: 'unreachable'; readonly cause: 'network' | 'timeout' }
  /** A redirect, or an answer that this client cannot read: something else stands at that address. */
  | { readonly status: 'unexpected'; readonly httpStatus: number };

/**
 * What a session needs. `challenge`: send the person to `page` for SMS, and ask for the other factors yourself,
 * where it is null. `enrol`: offer to enrol a factor. `deny`: the person cannot continue without an administrator.
 */
export type DecideAnswer =
  | { readonly status: 'nothing' | 'deny' }
  | { readonly status: 'challenge'; readonly factor: string; readonly page: string | null }
  | { readonly status: 'enrol'; readonly skippable: boolean }
  | { readonly status: DecideStatus }
  | CallFailed;

/** What came of a challenge. `no_phone`: the identity has no verified number. */
export type ChallengeAnswer =
  | { readonly status: 'sent'; readonly phoneNumberMasked: string }
  | { readonly status: ChallengeStatus }
  | CallFailed;

/**
 * What came of a code. `wrong_code`: an attempt is spent. `malformed_code`: it cannot be a code, and is not counted.
 * `expired`, `exhausted`, `phone_changed`, `withdrawn`: a new challenge is needed. `no_challenge`: nothing was asked
 * for in this session, or its code was used already.
 */
export type VerifyAnswer =
  | { readonly status: 'verified' }
  | { readonly status: VerifyStatus }
  | CallFailed;

/** The `reason` of a problem document → the status to give for it. */
const CHALLENGE_STATUSES = {
  identity_not_found: 'unknown_identity',
  identity_suspended: 'suspended',
  sms_not_enrolled: 'not_enrolled',
  session_taken: 'session_taken',
  phone_not_verified: 'no_phone',
  destination_refused: 'destination_refused',
  organisation_not_found: 'unknown_organisation',
} as const;

const VERIFY_STATUSES = {
  nothing_pending: 'no_challenge',
  code_malformed: 'malformed_code',
  code_mismatch: 'wrong_code',
  code_expired: 'expired',
  attempts_exhausted: 'exhausted',
  phone_changed: 'phone_changed',
  code_withdrawn: 'withdrawn',
  sms_not_enrolled: 'not_enrolled',
  factor_not_enrolled: 'not_enrolled',
  organisation_not_found: 'unknown_organisation',
  identity_not_found: 'unknown_identity',
  identity_suspended: 'suspended',
} as const;

const DECIDE_STATUSES = {
  identity_not_found: 'unknown_identity',
  identity_suspended: 'suspended',
  organisation_not_found: 'unknown_organisation',
} as const;

type DecideStatus = (typeof DECIDE_STATUSES)[keyof typeof DECIDE_STATUSES];
type ChallengeStatus = (typeof CHALLENGE_STATUSES)[keyof typeof CHALLENGE_STATUSES];
type VerifyStatus = (typeof VERIFY_STATUSES)[keyof typeof VERIFY_STATUSES];

export function readChallengeAnswer(called: Called): ChallengeAnswer {
  if (called.type === 'answered' && called.httpStatus === 200) {
    const masked = called.body?.['phone_number_masked'];
    if (typeof masked === 'string') return { status: 'sent', phoneNumberMasked: masked };
  }
  return readRefusal(called, CHALLENGE_STATUSES);
}

export function readVerifyAnswer(called: Called): VerifyAnswer {
  const isVerified =
    called.type === 'answered' && called.httpStatus === 200 && called.body?.['verified'] === true;
  return isVerified ? { status: 'verified' } : readRefusal(called, VERIFY_STATUSES);
}

export function readDecideAnswer(called: Called): DecideAnswer {
  const decided =
    called.type === 'answered' && called.httpStatus === 200 ? readDecision(called.body) : null;
  return decided ?? readRefusal(called, DECIDE_STATUSES);
}

/** The decision of an answer; null for one that this client does not know. */
function readDecision(body: Readonly<Record<string, unknown>> | null): DecideAnswer | null {
  const { decision, factor, page = null, skippable } = body ?? {};
  switch (decision) {
    case 'nothing':
    case 'deny':
      return { status: decision };
    case 'challenge': {
      const isWhole = typeof factor === 'string' && (page === null || typeof page === 'string');
      return isWhole ? { status: decision, factor, page } : null;
    }
    case 'enrol':
      return typeof skippable === 'boolean' ? { status: decision, skippable } : null;
    default:
      return null;
  }
}

const UNTOLD_WAIT_MS = 60_000;

function readRefusal<Status extends string>(
  called: Called,
  statuses: Readonly<Record<string, Status>>,
): { readonly status: Status } | CallFailed {
  if (called.type === 'unreachable') return { status: 'unreachable', cause: called.cause };
  const { httpStatus, retryAfterMs, body } = called;
  const reason = httpStatus >= 400 ? reasonOf(body) : null;
  if (httpStatus === 429) {
    return { status: 'rate_limited', retryAfterMs: retryAfterMs ?? UNTOLD_WAIT_MS };
  }
  if (httpStatus >= 500) return { status: 'unavailable', reason };
  if (httpStatus === 401) return { status: 'unauthorized' };
  const status = reason !== null && Object.hasOwn(statuses, reason) ? statuses[reason] : undefined;
  return status === undefined ? { status: 'unexpected', httpStatus } : { status };
}

function reasonOf(body: Readonly<Record<string, unknown>> | null): string | null {
  const reason = body?.['reason'];
  return typeof reason === 'string' && /^[a-z_]{1,64}$/.test(reason) ? reason : null;
}
