import type { Stepward } from '@stepward/core';
import type { AccessTokenAuthenticator, HttpApi } from '@stepward/http';

/** The token of {@link StepwardModuleOptions}. Interfaces do not exist at run time. */
export const OPTIONS = Symbol('StepwardModuleOptions');

export interface StepwardModuleOptions {
  readonly stepward: Stepward;
  /** Whose requests pass `RequireAssurance` and `RequireGrant`: what `createHttpApi` got as well. */
  readonly accessTokens: AccessTokenAuthenticator;
  /** What the server of the application answers: the API, and pages where there are some. None by default. */
  readonly mounts?: readonly StepwardMount[];
  /** Started when the application is, and stopped with it: what `createDeliveryWorker` returns. None by default. */
  readonly worker?: { start(): void; stop(): Promise<void> };
  /** Called last, after the worker has stopped, to close what you opened: the webhook sender, the pool. */
  readonly close?: () => Promise<void>;
}

export interface StepwardMount {
  /** Without a slash at the end, such as `/identity`; `/` for the root. Nest's global prefix is not added. */
  readonly path: string;
  /** What `createHttpApi`, or a function of `@stepward/pages`, returns. */
  readonly api: HttpApi;
}
