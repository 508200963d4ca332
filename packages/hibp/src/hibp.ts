import { createHash } from 'node:crypto';
import {
  type BreachAnswer,
  type BreachedPasswords,
  type Clock,
  type Logger,
  stderrLogger,
  systemClock,
} from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isLogger,
  isPositiveInteger,
  optional,
  parseUrl,
} from '@stepward/core/adapter';

/** Characters of the hash that are sent; the service answers with all hashes that begin so. */
const PREFIX_LENGTH = 5;

/** A padded answer has about 40 KB; whatever is much larger is not one. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** The part of `fetch` that is used. */
export type HibpFetch = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: 'error';
    readonly signal: AbortSignal;
  },
) => Promise<Pick<Response, 'status' | 'body'>>;

export interface HibpOptions {
  /** The range API, an http or https URL; `https://api.pwnedpasswords.com`. */
  readonly baseUrl?: string;
  /** Milliseconds for the whole exchange, the answer's last byte included; 2 000. A positive integer. */
  readonly timeoutMs?: number;
  /** The platform's own by default. */
  readonly fetch?: HibpFetch;
  readonly clock?: Clock;
  /** Gets at `warn` the name and code of an error that kept the service from answering; standard error by default. */
  readonly logger?: Logger;
}

/**
 * Asks Have I Been Pwned by k-anonymity: five characters of the SHA-1 of the password leave the
 * process, and the answer is padded, so that its size reveals nothing either. Whatever goes wrong is
 * `unavailable`; whether that lets a password pass is the policy's to say.
 *
 * @example
 * const breachedPasswords = createHibp({ timeoutMs: 1_000 });
 *
 * @throws TypeError that names the option that is wrong or unknown.
 */
export function createHibp(options: HibpOptions = {}): BreachedPasswords {
  checkOptions('createHibp', options, {
    baseUrl: optional('an http or https URL without a slash at its end', isBaseUrl),
    timeoutMs: optional('a positive integer of milliseconds', isPositiveInteger),
    fetch: optional('a function', isFunction),
    clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
    logger: optional('a logger with debug, info, warn and error', isLogger),
  });
  const { baseUrl = 'https://api.pwnedpasswords.com', timeoutMs = 2_000 } = options;
  const { fetch: send = fetch, clock = systemClock, logger = stderrLogger } = options;

  async function ask(password: string): Promise<BreachAnswer> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const signal = clock.timeout(timeoutMs);
    const response = await send(`${baseUrl}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'stepward' },
      redirect: 'error',
      signal,
    });
    if (response.status !== 200 || response.body === null) return 'unavailable';
    const text = await readBoundedText(response.body, MAX_ANSWER_BYTES, signal);
    return text === null ? 'unavailable' : lookUp(text, hash.slice(PREFIX_LENGTH));
  }

  return {
    check: (password) =>
      ask(password).catch((error: unknown): BreachAnswer => {
        logger.warn(nameAndCode(error), 'the range API of Have I Been Pwned did not answer');
        return 'unavailable';
      }),
  };
}

function isBaseUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/.*[^/]$/.test(value) && parseUrl(value) !== null;
}

/** What is logged of an error. Its message may contain the URL, and with it the beginning of the hash. */
function nameAndCode(error: unknown): { readonly name: string; readonly code: string | null } {
  if (!(error instanceof Error)) return { name: 'NotAnError', code: null };
  return { name: error.name, code: codeOf(error) ?? codeOf(error.cause) };
}

/** `fetch` keeps the code of a broken connection on the cause of its error. */
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** Lines of `suffix:count`; padding has the count 0. A line of another shape makes the answer worthless. */
function lookUp(text: string, suffix: string): BreachAnswer {
  let answer: BreachAnswer = 'clean';
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const match = /^([0-9A-F]{35}):([0-9]+)$/.exec(line);
    if (match === null) return 'unavailable';
    if (match[1] === suffix && Number(match[2]) > 0) answer = 'breached';
  }
  return answer;
}

/**
 * Reads a body as text, or gives null where it has more than `limit` bytes. Throws where it breaks off
 * or `signal` aborts; the rest is cancelled in every case.
 */
async function readBoundedText(
  body: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<string | null> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks).toString();
      size += value.byteLength;
      if (size > limit) return null;
      chunks.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
