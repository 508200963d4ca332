/** How `util.inspect`, and with it `console.log`, asks an object for its text. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * A secret in transit: a one-time code, the text that carries it. Logging it, joining it into a
 * string or serialising it gives `[redacted]`; only {@link Redacted.reveal} gives the value.
 */
export class Redacted<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** The secret itself. Call it where it is used, never where it is passed on. */
  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '[redacted]';
  }

  toJSON(): string {
    return '[redacted]';
  }

  [INSPECT](): string {
    return '[redacted]';
  }
}
