/** What a check or an operation answers: a reply, or a refusal. */
import type { CredentialOwner } from '@stepward/core';
import type { Failure } from './errors/http-errors.js';

/** The statuses of a success. */
export type SuccessStatus = 200 | 201 | 202;

/** The response of an operation on success. */
export interface Reply<Status extends SuccessStatus = SuccessStatus, Body extends object = object> {
  readonly status: Status;
  /** The whole body, wrapped in `data` where the API wraps; or a stream of lines. */
  readonly body: Body;
}

export function reply<Status extends SuccessStatus, const Body extends object>(
  status: Status,
  body: Body,
): Reply<Status, Body> {
  return { status, body };
}

/** The result of a check that refuses the request. A class, so it cannot be confused with a check's value. */
export class Refusal<F extends Failure = Failure> {
  readonly failure: F;
  /** Whom the credential of the request belongs to; null where it has none, or none that is genuine. */
  readonly owner: CredentialOwner | null;

  constructor(failure: F, owner: CredentialOwner | null = null) {
    this.failure = failure;
    this.owner = owner;
  }

  /** The same refusal of a request with this one's credential. */
  of(owner: CredentialOwner): Refusal<F> {
    return new Refusal(this.failure, owner);
  }
}

/** Refuses the request with a failure. */
export function refuse<F extends Failure>(failure: F): Refusal<F> {
  return new Refusal(failure);
}
