import createFetchClient from 'openapi-fetch';
import { checkClientOptions, type ClientOptions } from './client-options.js';
import type { CallFailure, Client } from './client-types.js';
import { credentialHeaders, secretOf } from './credential.js';
import { createExchange } from './exchange.js';
import { readAnswer, unreadable, type Answer } from './read-answer.js';

/**
 * Makes a client for the HTTP API of a Stepward service. It runs on Node, in browsers and on edge runtimes.
 *
 * A call is bounded by `timeoutMs`, follows no redirect, and never rejects: its outcome is `data`, or an `error` with a `reason`.
 * No outcome contains the credential.
 *
 * @throws TypeError where an option has not its form; the credential is in no message.
 * @example
 * const client = createClient({
 *   baseUrl: 'https://api.example.com',
 *   credential: { managementKey: 'service_mgmt_c2FtcGxlLWtleQ' },
 * });
 * const { data, error } = await client.GET('/v1/customer/settings/password-policy');
 * if (error) console.log(error.reason, error.retryAfterMs);
 * else console.log(data.minLength);
 */
export function createClient(options: ClientOptions): Client {
  checkClientOptions(options);
  const { credential, tenantId, timeoutMs = 10_000 } = options;
  const client = createFetchClient({
    baseUrl: options.baseUrl,
    headers: {
      ...credentialHeaders(credential),
      ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
    },
    redirect: 'manual',
    // Only where it is needed: some edge runtimes refuse a request that has it.
    ...('cookies' in credential && { credentials: credential.cookies }),
  }) as unknown as UntypedClient;

  async function call(method: string, path: string, given: GivenOptions = {}): Promise<Answer> {
    const { params, body, signal } = given;
    if (leavesItsPath(params?.path)) return failed('request_invalid');
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    const exchange = createExchange(options.fetch ?? fetch, secretOf(credential));
    try {
      const sent = client.request(method, path, {
        params,
        body,
        signal: end,
        fetch: exchange.fetch,
      });
      const { data, error, response } = await Promise.race([sent, rejectedBy(end)]);
      return readAnswer(`${method} ${path}`, response, data ?? error);
    } catch {
      // No error is passed on: one may hold the headers of the request.
      const state = exchange.state();
      if (typeof state === 'object') return unreadable(state);
      if (timeout.aborted) return failed('timed_out');
      if (end.aborted) return failed('aborted');
      return failed(state === 'unsent' ? 'request_invalid' : 'network_failed');
    }
  }

  const methods = METHODS.map((method) => [method, call.bind(null, method)] as const);
  return Object.fromEntries(methods) as unknown as Client;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What `CallOptions` are, whatever the operation. */
interface GivenOptions {
  readonly params?: { readonly path?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** As far as it is used here; `Client` has the types of the operations. */
interface UntypedClient {
  request(
    method: string,
    path: string,
    init: object,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
}

/** Whether a parameter would change the path around it: `..` is resolved by every URL parser, however it is encoded. */
function leavesItsPath(parameters: Readonly<Record<string, unknown>> = {}): boolean {
  return Object.values(parameters).some((value) => /^\.{0,2}$/.test(String(value)));
}

function failed(reason: (CallFailure & { readonly status: null })['reason']): Answer {
  return { error: { reason, status: null, retryAfterMs: null } };
}

/** For a fetch, or a body, that does not listen to the signal. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(new Error('ended'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
