/** Replaces exports of sources: the ledger records their calls wherever they are imported from now on. */
import { join } from 'node:path';
import { Err } from 'neverthrow';
import { vi } from 'vitest';
import { Redacted } from '../../packages/core/src/shared/keys/redacted.js';
import { learn, say, type Place } from './ledger.js';

const root = join(import.meta.dirname, '../..');

export type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

let isListening = false;

/** Whether nothing listens yet in this worker. All of its test files share its modules. */
export function isFirstInWorker(): boolean {
  const isFirst = !isListening;
  isListening = true;
  return isFirst;
}

/** Puts something around each function that a source exports. */
export function around(
  source: string,
  put: (original: AnyFunction, name: string) => AnyFunction,
): void {
  vi.doMock(join(root, source), async (load) =>
    Object.fromEntries(
      Object.entries(await load<Record<string, unknown>>()).map(([name, value]) => [
        name,
        typeof value === 'function' ? put(value as AnyFunction, name) : value,
      ]),
    ),
  );
}

/** What a function of a source gives was said. */
export function listenTo(source: string, listened: string, place: Place): void {
  around(source, (original, name) =>
    name === listened
      ? (...values) => {
          const result = original(...values);
          say(place, result);
          return result;
        }
      : original,
  );
}

/** Every error that has a code counts as reported once it is read, by any method; `isErr` calls `isOk`. */
export function listenToErrors(): void {
  const methods = Err.prototype as unknown as Record<string, AnyFunction>;
  const heard = new WeakSet();
  for (const name of ['isOk', 'match', 'mapErr', 'orElse', '_unsafeUnwrapErr']) {
    const original = methods[name];
    if (original === undefined) throw new Error(`an Err has no method ${name}`);
    methods[name] = function (...values) {
      const { error } = this as { readonly error: unknown };
      if (typeof error === 'object' && error !== null && 'code' in error && !heard.has(error)) {
        heard.add(error);
        say('an error', error);
      }
      return original.apply(this, values);
    };
  }
}

/** Whatever is revealed is a secret: codes and messages with one, keys, secrets of subscribers. */
export function learnFromRedacted(): void {
  const methods = Redacted.prototype as unknown as { reveal: AnyFunction };
  const { reveal } = methods;
  methods.reveal = function (this: unknown) {
    const value = reveal.call(this);
    learn(value);
    return value;
  };
}
