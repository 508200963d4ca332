import type { Failure } from './http-failure.js';

/** A step's word that the request stops here. A class, so that no value of a step is mistaken for one. */
export class Refusal {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/** Stops the request with a failure. */
export function refuse(failure: Failure): Refusal {
  return new Refusal(failure);
}
