import type { Failure } from './http-failure.js';

/** A step's word that the request stops here. A class, so that no value of a step is mistaken for one. */
export class Refusal<F extends Failure = Failure> {
  readonly failure: F;

  constructor(failure: F) {
    this.failure = failure;
  }
}

/** A refusal with what a method of a service refuses. */
export type RefusalOf<Method extends (...args: never[]) => Promise<unknown>> = Refusal<
  Extract<Awaited<ReturnType<Method>>, { readonly error: Failure }>['error']
>;

/** Stops the request with a failure. */
export function refuse<F extends Failure>(failure: F): Refusal<F> {
  return new Refusal(failure);
}
