/**
 * The log scan: no log line, audit entry or error carries a code, a full phone number, a secret or a token
 * (SECURITY.md). It runs before every test file, and listens where everything of a kind passes: at the functions that
 * write log lines, at the text of an audit entry, at the problem document of an answer, at every error of a Result
 * that is read, and at the logs of the example hosts. It learns secrets where they are revealed and presented,
 * one-time codes among them: no other number of six digits is taken for one. A test in whose course a secret showed
 * fails.
 */
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { HostProcess } from '../../examples/reference-host/src/testing/host-process.js';
import type { HttpApi } from '../../packages/http/src/http-types.js';
import { silentLogger } from '../../packages/core/src/ports/platform.js';
import { stderrLogger } from '../../packages/core/src/ports/stderr-logger.js';
import { watched } from '../answers/watch-answers.js';
import { beginTest, emptyLedger, endTest, learn, say, takeLeaks } from './ledger.js';
import {
  around,
  isFirstInWorker,
  learnFromRedacted,
  listenTo,
  listenToErrors,
  type AnyFunction,
} from './listen.js';
import { LOG_WRITERS } from './log-writers.js';
import { scannedLogger, withScannedLogger } from './scanned-logger.js';

/** They write log lines, and are replaced below: of two replacements of a module, either may win. */
const PROBLEMS = 'packages/http/src/errors/problem.ts';
const HTTP_API = 'packages/http/src/create-http-api.ts';
for (const source of LOG_WRITERS.filter((each) => ![PROBLEMS, HTTP_API].includes(each))) {
  around(
    source,
    (write) =>
      (...values) =>
        write(...values.map(withScannedLogger)),
  );
}
around(PROBLEMS, (write, name) => (...values) => {
  const result = write(...values.map(withScannedLogger));
  if (name === 'toProblem') say('an error', result);
  return result;
});
around(HTTP_API, (create) => (...values) => {
  return watched(create(...values.map(withScannedLogger)) as HttpApi);
});
listenTo('packages/core/src/audit/audit-chain.ts', 'canonicalJson', 'an audit entry');
// Modules, and what is changed in place, last as long as the worker; this file runs once for each test file.
if (isFirstInWorker()) {
  // Where no logger is handed over, what would be logged counts as well, and is not printed.
  const unheard = scannedLogger({ ...silentLogger });
  Object.assign(silentLogger, unheard);
  Object.assign(stderrLogger, unheard);
  listenToErrors();
  learnFromRedacted();
}
around('packages/core/src/records/phone-number.ts', (parse) => (input) => {
  if (typeof input === 'string' && /^\+[0-9]+$/.test(input)) learn(input.slice(1));
  return parse(input);
});
// Secrets that are shown once, as they are shown.
for (const [source, shows] of [
  ['packages/core/src/factors/totp/totp.ts', 'toBase32'],
  ['packages/core/src/shared/base32-code.ts', 'printBase32Code'],
] as const) {
  around(source, (original, name) =>
    name === shows
      ? (...values) => {
          const shown = original(...values);
          learn(shown);
          return shown;
        }
      : original,
  );
}
// Credentials as they are presented, good or bad.
around('packages/http/src/auth/read-credential.ts', (createReader) => (options) => {
  const read = createReader(options) as AnyFunction;
  return (...values: unknown[]) => {
    const credential = read(...values) as { readonly text?: unknown };
    learn(credential.text);
    return credential;
  };
});
around('packages/http/src/auth/service-secrets.ts', (createCheck) => (secrets) => {
  if (Array.isArray(secrets)) for (const secret of secrets) learn(secret);
  const check = createCheck(secrets) as AnyFunction;
  return (given: unknown) => {
    learn(given);
    return check(given);
  };
});
around(
  'examples/reference-host/src/testing/host-process.ts',
  (start) => async (script, url, _hear, variables) => {
    const hear = (line: string): void => say('a log line', line);
    const host = (await start(script, url, hear, variables)) as HostProcess;
    learn(host.report.service_secret);
    return host;
  },
);

const check = (): void => {
  expect(takeLeaks()).toEqual([]);
};
beforeEach(beginTest);
afterEach(() => {
  try {
    check();
  } finally {
    endTest();
  }
});
afterAll(() => {
  try {
    check();
  } finally {
    emptyLedger();
  }
});
