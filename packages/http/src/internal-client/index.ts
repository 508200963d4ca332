export {
  createInternalClient,
  type ChallengedSession,
  type InternalClient,
  type InternalClientOptions,
  type SessionToDecide,
} from './create-internal-client.js';
export type { CallFailed, ChallengeAnswer, DecideAnswer, VerifyAnswer } from './read-answer.js';
