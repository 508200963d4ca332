/** The rules of deliveries as pure functions: the requests, the results of attempts, and what a worker sends next. */
export { serviceSignature, standardSignature } from '../events/signature.js';
export { recordAttempt, type AttemptDecision, type AttemptOutcome } from './record-attempt.js';
export { DEFAULT_RETRY_DELAYS_MS, retryDelay, type RetrySchedule } from './retry-schedule.js';
export { signEnvelope, type SignedEnvelope, type UnsignedEnvelope } from './sign-envelope.js';
export { createSchedule } from './scheduling/create-schedule.js';
export { createDispatchTurns, type DispatchTurns } from './scheduling/dispatch-turns.js';
export type { WaitingEvent } from './waiting-event.js';
export type { Schedule, ScheduleOptions, ScheduleRead, Standing } from './scheduling/schedule.js';
