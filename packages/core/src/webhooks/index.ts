/** The rules of deliveries as pure functions: the requests, and the results of attempts. */
export { serviceSignature, standardSignature } from '../events/signature.js';
export { recordAttempt, type AttemptDecision, type AttemptOutcome } from './record-attempt.js';
export { DEFAULT_RETRY_DELAYS_MS, retryDelay, type RetrySchedule } from './retry-schedule.js';
export { signEnvelope, type SignedEnvelope, type UnsignedEnvelope } from './sign-envelope.js';
