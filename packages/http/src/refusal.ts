import type { Failure } from './http-failure.js';

/** The result of a check that refuses the request. A class, so that it cannot be confused with a check's value. */
export class Refusal<F extends Failure = Failure> {
  readonly failure: F;

  constructor(failure: F) {
    this.failure = failure;
  }
}

/** Wraps the error of a service in a refusal. */
export type RefusalOf<Method extends (...args: never[]) => Promise<unknown>> = Refusal<
  Extract<Awaited<ReturnType<Method>>, { readonly error: Failure }>['error']
>;

/** Refuses the request with a failure. */
export function refuse<F extends Failure>(failure: F): Refusal<F> {
  return new Refusal(failure);
}
