import { codeOf } from '../failures.js';

/** Milliseconds to wait for an answer. */
const ANSWER_MS = 10_000;

/** Asks the service, as a client would reach it; the code of the failure where there is no answer. */
export async function askService(
  url: string,
  request: typeof fetch,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | string> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return await request(url, { redirect: 'manual', headers, signal });
  } catch (error) {
    return codeOfRequest(error);
  }
}

/** The code of what fetch, or the reading of its answer, threw: the cause says more than "fetch failed". */
export function codeOfRequest(error: unknown): string {
  return codeOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
