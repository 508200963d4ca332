/** The maximum depth of nested objects in a log line. */
const MAX_DEPTH = 6;

/** Characters of one string in a log line. */
const MAX_TEXT = 8_192;

/** Names of fields that hold credentials. */
const SECRET_NAME =
  /^(?:authorization|(?:set-)?cookie|password|passphrase|secrets?|token|.*[_-](?:secret|token)|.*(?:Secret|Token))$/i;

/** The user and password of a connection string or another URL. */
const USER_INFO = /(\w:\/\/)[^/@\s]*@/g;

const REDACTED = '[redacted]';

/**
 * Turns a value into one that `JSON.stringify` takes, for a log line. Errors are shown with name, message, code,
 * stack and cause, and without their other members: drivers keep parameters of queries there. Fields with names of
 * credentials, and the user info of URLs, are redacted; byte arrays are shown by their length only.
 */
export function toLogValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[too deep]';
  if (value instanceof Error) return toLogError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  if (Array.isArray(value)) return value.map((item) => toLogValue(item, depth + 1));
  if (hasToJson(value)) return toLogValue(value.toJSON(), depth + 1);
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    SECRET_NAME.test(name) ? REDACTED : toLogValue(member, depth + 1),
  ]);
  return Object.fromEntries(entries) as unknown;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function toLogError(error: Error, depth: number): object {
  const code = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: toText(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack !== undefined && { stack: toText(error.stack) }),
    ...(error.cause !== undefined && { cause: toLogValue(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.map((each: unknown) => toLogValue(each, depth + 1)),
    }),
  };
}

function toText(text: string): string {
  const safe = text.replace(USER_INFO, `$1${REDACTED}@`);
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
}
