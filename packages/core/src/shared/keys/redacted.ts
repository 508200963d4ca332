/** The method that `util.inspect`, and so `console.log`, calls to format an object. */
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

  /** Returns the secret. Call it only where the secret is used, not where it is passed on. */
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
