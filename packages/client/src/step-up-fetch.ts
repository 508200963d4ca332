/** What a resource asks for (RFC 9470 section 3), and its request and answer. */
export interface StepUpChallenge {
  /** The levels that it takes, the preferred one first; empty where it does not say. */
  readonly acrValues: readonly string[];
  /** The maximum age of the authentication in seconds; null for any. */
  readonly maxAge: number | null;
  /** A copy of the request, whose body may be read. */
  readonly request: Request;
  /** A copy of the answer: its `reason` is `grant_missing` where an operation has to be approved. */
  readonly response: Response;
}

export interface StepUpFetchOptions {
  /**
   * Has the person step up, and returns the headers to send instead: a new access token, or the grant of an operation.
   * Null gives up, and the answer of the resource is returned. What it throws is thrown.
   */
  readonly stepUp: (challenge: StepUpChallenge) => Promise<Readonly<Record<string, string>> | null>;
  /** The global `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * Makes a `fetch` that answers the challenge of `requireAssurance` and `requireGrant`: it calls `stepUp`, and repeats the
 * request once with other headers. The second answer is returned, whatever it is.
 *
 * @throws TypeError where an option is no function.
 * @example
 * const send = createStepUpFetch({
 *   stepUp: async ({ request }) => ({ 'stepward-grant': await approve(await request.json()) }),
 * });
 * const paid = await send('https://pay.example.com/payments', { method: 'POST', body });
 */
export function createStepUpFetch(
  options: StepUpFetchOptions,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  const { stepUp, fetch: send = (request: Request) => fetch(request) } = options;
  for (const [name, value] of Object.entries({ stepUp, fetch: send })) {
    if (typeof value !== 'function') {
      throw new TypeError(`createStepUpFetch: ${name} must be a function`);
    }
  }
  return async (input, init) => {
    const request = new Request(input, init);
    const [first, second, shown] = [request.clone(), request.clone(), request];
    const response = await send(first);
    const asked = challengeOf(response);
    if (asked === null) return response;
    const headers = await stepUp({ ...asked, request: shown, response: response.clone() });
    if (headers === null) return response;
    for (const [name, value] of Object.entries(headers)) second.headers.set(name, value);
    // It ends when the copy does, so nobody waits for it.
    response.body?.cancel().catch(() => undefined);
    return send(second);
  };
}

const INSUFFICIENT = /(?:^|[\s,])error="insufficient_user_authentication"/;

/** Null for an answer that asks for no step-up. */
function challengeOf({
  status,
  headers,
}: Response): Pick<StepUpChallenge, 'acrValues' | 'maxAge'> | null {
  const challenge = headers.get('www-authenticate') ?? '';
  if (status !== 401 || !INSUFFICIENT.test(challenge)) return null;
  const acrValues = /[\s,]acr_values="([^"]*)"/.exec(challenge)?.[1] ?? '';
  const maxAge = /[\s,]max_age="?([0-9]{1,10})/.exec(challenge)?.[1];
  return {
    acrValues: acrValues.split(' ').filter((value) => value !== ''),
    maxAge: maxAge === undefined ? null : Number(maxAge),
  };
}
