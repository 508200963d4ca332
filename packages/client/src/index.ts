export type { CallFailure, CallOptions, Client, Refusal, Result, Success } from './client-types.js';
export type { ClientOptions } from './client-options.js';
export { createClient } from './create-client.js';
export {
  createStepUpFetch,
  type StepUpChallenge,
  type StepUpFetchOptions,
} from './step-up-fetch.js';
export type { Credential } from './credential.js';
export type { paths } from './generated/paths.js';
