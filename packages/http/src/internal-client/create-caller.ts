import { readFetchBody } from '../read-fetch-body.js';

/** What a call came to: an answer as far as every answer is read alike, or none. */
export type Called =
  | {
      readonly type: 'answered';
      readonly httpStatus: number;
      /** From `Retry-After`, where that is a number of seconds; else null. */
      readonly retryAfterMs: number | null;
      /** The JSON object of the answer; null where it is none. */
      readonly body: Readonly<Record<string, unknown>> | null;
    }
  | { readonly type: 'unreachable'; readonly cause: 'network' | 'timeout' };

export interface CallerOptions {
  /** Ends with a slash. */
  readonly baseUrl: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** Posts JSON to a path below the base. */
export type Caller = (path: string, body: object) => Promise<Called>;

/** Bytes of an answer that are read; ours have a few hundred. */
const MAX_ANSWER = 64 * 1024;

/**
 * Calls that never reject: whatever goes wrong on the way, no error of it is passed on, since one may
 * hold the request's headers.
 */
export function createCaller({ baseUrl, headers, timeoutMs, ...options }: CallerOptions): Caller {
  async function exchange(path: string, body: object, signal: AbortSignal): Promise<Called> {
    const response = await options.fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    });
    return {
      type: 'answered',
      httpStatus: response.status,
      retryAfterMs: secondsOf(response.headers.get('retry-after')),
      body: await readObject(response, signal),
    };
  }

  return async (path, body) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await Promise.race([exchange(path, body, signal), rejectedBy(signal)]);
    } catch {
      return { type: 'unreachable', cause: signal.aborted ? 'timeout' : 'network' };
    }
  };
}

/** A fetch, or a body, that does not listen to the signal is left behind all the same. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
  });
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
}

async function readObject(
  response: Response,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  const read = await readFetchBody(response, MAX_ANSWER, signal);
  // The connection broke off: that is no answer.
  if (read.type === 'incomplete' || read.type === 'timed_out') throw new Error('incomplete');
  if (read.type !== 'bytes') return null;
  const value = parse(new TextDecoder().decode(read.bytes));
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
