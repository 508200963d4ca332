/** The rules of deliveries as pure functions: the requests, the results of attempts, and what a worker sends next. */
export {
  asymmetricSignature,
  serviceSignature,
  standardSignature,
} from './events/signature/signature.js';
export { recordAttempt } from './webhooks/attempts/record-attempt.js';
export { DEFAULT_RETRY_DELAYS_MS, retryDelay } from './webhooks/attempts/retry-schedule.js';
export { signEnvelope } from './webhooks/attempts/sign-envelope.js';
export { createSchedules } from './webhooks/scheduling/create-schedules.js';
export { createSchedule } from './webhooks/scheduling/create-schedule.js';
export { createDispatchTurns } from './webhooks/scheduling/dispatch-turns.js';
