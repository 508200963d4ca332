export {
  createInternalClient,
  type ChallengedSession,
  type InternalClient,
  type InternalClientOptions,
  type SessionAnswer,
  type SessionToDecide,
} from './create-internal-client.js';
export type { CallFailed, ChallengeAnswer, DecideAnswer, VerifyAnswer } from './read-answer.js';
