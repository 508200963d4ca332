import type {
  RemoveEnrolmentError,
  StartEnrolmentError,
  VerifyEnrolmentError,
} from '../factors/sms/enrolment-service.js';
import type {
  RemovePhoneError,
  StartPhoneError,
  VerifyPhoneError,
} from '../phones/phone-service.js';
import type { EmitError } from '../events/event-service.js';
import type {
  ReplayError,
  ReplayRangeError,
  DeliveryNotFound,
} from '../webhooks/delivery-service.js';
import type {
  ChangeSubscriberError,
  CreateSubscriberError,
  RotateSecretError,
} from '../webhooks/subscriber-service.js';
import type {
  ApiKeyInvalid,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  ScopeNotHeld,
} from '../access/change-api-key.js';
import type {
  IdempotencyKeyInFlight,
  IdempotencyKeyReused,
} from '../idempotency/idempotency-service.js';
import type { IdentityInvalid } from '../identity/check-identity.js';
import type { PasswordRejected } from '../policy/password-service.js';
import type { OrganisationNotFound } from '../policy/policy-service.js';
import type {
  ChallengeError,
  DecideStepUpError,
  VerifyChallengeError,
} from '../factors/step-up/step-up-service.js';
import type { ReasonMissing, TenantInvalid } from '../tenant/tenant-service.js';

/**
 * Every refusal that a service can answer with, told apart by `code`. Each is declared beside the
 * function that decides it; here they are united, so that an edge can translate all of them and the
 * compiler names the one it forgot.
 */
export type DomainError =
  | StartEnrolmentError
  | VerifyEnrolmentError
  | RemoveEnrolmentError
  | StartPhoneError
  | VerifyPhoneError
  | RemovePhoneError
  | ChallengeError
  | VerifyChallengeError
  | DecideStepUpError
  | IdentityInvalid
  | TenantInvalid
  | ReasonMissing
  | OrganisationNotFound
  | PasswordRejected
  | ApiKeyInvalid
  | ApiKeyLimitReached
  | ApiKeyNotFound
  | ScopeNotHeld
  | EmitError
  | CreateSubscriberError
  | ChangeSubscriberError
  | RotateSecretError
  | DeliveryNotFound
  | ReplayError
  | ReplayRangeError
  | IdempotencyKeyInFlight
  | IdempotencyKeyReused;
