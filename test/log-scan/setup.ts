/**
 * The log scan: no log line, audit entry or error carries a code, a full phone number, a secret or a token
 * (SECURITY.md). It runs before every test file, and listens where everything of a kind passes: at the
 * functions that write log lines, at the text of an audit entry, at the problem document of an answer, at
 * every error of a Result that somebody looks at. It learns secrets where they are revealed and presented.
 * A test in whose course one showed fails.
 */
import { join } from 'node:path';
import { Err } from 'neverthrow';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { silentLogger } from '../../packages/core/src/ports/logger.js';
import { Redacted } from '../../packages/core/src/shared/redacted.js';
import { learn, say, takeLeaks } from './ledger.js';
import { LOG_WRITERS } from './log-writers.js';
import { scannedLogger, withScannedLogger } from './scanned-logger.js';

const root = join(import.meta.dirname, '../..');

type AnyFunction = (...values: unknown[]) => unknown;
type Exports = Record<string, unknown>;

/** Replaces functions that a source exports, wherever it is imported from now on. */
function watch(path: string, around: (original: AnyFunction, name: string) => AnyFunction): void {
  vi.doMock(join(root, path), async (load) =>
    Object.fromEntries(
      Object.entries((await load()) as Exports).map(([name, value]) => [
        name,
        typeof value === 'function' ? around(value as AnyFunction, name) : value,
      ]),
    ),
  );
}

/** Lines of hosts that hand over no logger are scanned as well. */
Object.assign(silentLogger, scannedLogger({ ...silentLogger }));
for (const path of LOG_WRITERS) {
  watch(path, (write) => (...values) => write(...values.map(withScannedLogger)));
}
watch('packages/core/src/audit/audit-chain.ts', saying('auditText', 'an audit entry'));
watch('packages/http/src/problem.ts', saying('toProblem', 'a problem document'));

/** What one function of a source gives goes into the ledger. */
function saying(watched: string, place: string) {
  return (original: AnyFunction, name: string): AnyFunction =>
    name !== watched
      ? original
      : (...values) => {
          const result = original(...values);
          say(place, result);
          return result;
        };
}

/** By whichever method somebody looks at an error, which has a code; `isErr` asks `isOk`. */
const looks = Err.prototype as unknown as Record<string, (...values: unknown[]) => unknown>;
const lookedAt = new WeakSet();
for (const name of ['isOk', 'match', 'mapErr', 'orElse', '_unsafeUnwrapErr']) {
  const original = looks[name];
  if (original === undefined) throw new Error(`an Err has no method ${name}`);
  looks[name] = function (this: { readonly error: unknown }, ...values) {
    const { error } = this;
    if (hasCode(error) && !lookedAt.has(error)) {
      lookedAt.add(error);
      say('an error', error);
    }
    return original.apply(this, values);
  };
}

function hasCode(error: unknown): error is object {
  return typeof error === 'object' && error !== null && 'code' in error;
}

const reveal = Redacted.prototype.reveal;
Redacted.prototype.reveal = function (this: Redacted<unknown>) {
  const value = reveal.call(this);
  learn(value);
  return value;
};

/** Credentials as they are presented, good or bad. */
watch('packages/http/src/auth/bearer-token.ts', (read) => (...values) => {
  const credential = read(...values) as { readonly text?: unknown };
  learn(credential.text);
  return credential;
});
watch('packages/http/src/auth/service-secrets.ts', (createCheck) => (secrets, ...rest) => {
  for (const secret of secrets as readonly unknown[]) learn(secret);
  const check = createCheck(secrets, ...rest) as AnyFunction;
  return (given: unknown) => {
    learn(given);
    return check(given);
  };
});
watch('packages/core/src/identity/phone-number.ts', (parse) => (input, ...rest) => {
  if (typeof input === 'string' && /^\+[0-9]+$/.test(input)) learn(input.slice(1));
  return parse(input, ...rest);
});

const check = (): void => {
  expect(takeLeaks()).toEqual([]);
};
afterEach(check);
afterAll(check);
