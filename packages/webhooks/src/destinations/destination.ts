import { isFunction, readOptions, required, type OptionTable } from '@stepward/core/adapter';
import { HOST_CODE_OPTIONS } from '../host-code.js';

/** A delivery for a destination: what HTTP would send, without the URL. */
export interface DestinationRequest {
  /** The event's tenant, which is in neither the headers nor the body. */
  readonly tenantId: string;
  /** All of them, with the signature; their names are in lower case. `x-idempotency-key` is the same if the event comes again. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text, in UTF-8: the JSON of the envelope. */
  readonly body: string;
}

/**
 * A place in the host's own process that deliveries go to in place of HTTP, such as a queue. Subscribers with the URL
 * `destination:<name>`, which only the host's own code can register, are sent to it at least once.
 */
export interface Destination {
  /** 1 to 64 lower-case letters, digits, `-` and `_`, beginning with a letter. */
  readonly name: string;
  /**
   * Takes a delivery; it is `delivered` when this returns, or its promise resolves. One that throws, rejects, or takes longer than
   * `timeoutMs` is a failed attempt, and the delivery comes again, as the schedule says.
   *
   * @param signal aborts after `timeoutMs`: what goes on regardless may run beside the next attempt
   */
  send(request: DestinationRequest, signal: AbortSignal): unknown;
  /** Milliseconds; 15,000, 1 to 15,000. */
  readonly timeoutMs?: number;
}

/** A destination with its defaults. */
export type DestinationSettings = Required<Destination>;

const DESTINATION: OptionTable<Destination> = {
  ...HOST_CODE_OPTIONS,
  send: required('a function of a request', isFunction),
};

/** @throws TypeError that names the destination and the field that is wrong, or the name that two have */
export function readDestinations(given: readonly Destination[]): readonly DestinationSettings[] {
  const destinations = given.map((destination, index) =>
    readOptions(
      'createDeliveryWorker',
      destination,
      DESTINATION,
      `destinations[${String(index)}].`,
    ),
  );
  const names = new Set<string>();
  for (const { name } of destinations) {
    if (names.has(name)) {
      throw new TypeError(
        `createDeliveryWorker: destinations: two have the name ${name}; give one another name`,
      );
    }
    names.add(name);
  }
  return destinations;
}
