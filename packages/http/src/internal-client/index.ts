export {
  createInternalClient,
  type ChallengedSession,
  type InternalClient,
  type InternalClientOptions,
} from './create-internal-client.js';
export type { CallFailed, ChallengeAnswer, VerifyAnswer } from './read-answer.js';
