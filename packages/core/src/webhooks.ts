/** The rules of deliveries as pure functions: the requests, the results of attempts, and what a worker sends next. */
export { serviceSignature, standardSignature } from './events/signature/signature.js';
export {
  recordAttempt,
  type AttemptDecision,
  type AttemptOutcome,
} from './webhooks/attempts/record-attempt.js';
export {
  DEFAULT_RETRY_DELAYS_MS,
  retryDelay,
  type RetrySchedule,
} from './webhooks/attempts/retry-schedule.js';
export {
  signEnvelope,
  type SignedEnvelope,
  type UnsignedEnvelope,
} from './webhooks/attempts/sign-envelope.js';
export { createSchedule } from './webhooks/scheduling/create-schedule.js';
export { createDispatchTurns, type DispatchTurns } from './webhooks/scheduling/dispatch-turns.js';
export type { WaitingEvent } from './webhooks/waiting-event.js';
export type {
  Schedule,
  ScheduleOptions,
  ScheduleRead,
  Standing,
} from './webhooks/scheduling/schedule.js';
