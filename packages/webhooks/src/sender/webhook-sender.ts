import { systemClock, type Clock } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isObject,
  isPositiveInteger,
  isText,
  optional,
  type OptionRules,
  type WebhookFailure,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookSender,
} from '@stepward/core/adapter';
import { checkUrl, type CheckedUrl, type Refusal } from '../targets/check-url.js';
import {
  CertificateFailure,
  identityOf,
  type ClientCertificates,
  type Identity,
} from './client-certificates.js';
import { createConnectionPools, type Connections, type PoolKey } from './connection-pools.js';
import { codeOf, failureOf, readAnswer } from './outcome.js';
import { createPoolOpener, tlsOptions } from './pool-opener.js';
import { RESOLVE_MS, resolveTarget } from '../targets/resolve-target.js';
import { defaultResolver, type Resolver } from '../targets/resolvers.js';
import { createTargetRules, type TargetOptions } from '../targets/target-rules.js';
import { untilAborted } from '../waiting/timers.js';

const OWN_HEADERS = {
  // Some gateways refuse requests without one.
  'user-agent': 'stepward-webhooks',
  'accept-encoding': 'identity',
};

export interface WebhookSenderOptions {
  readonly targets?: TargetOptions;
  /**
   * Certificates, as PEM, of authorities that are trusted in addition to Node's list. They replace the ones of
   * NODE_EXTRA_CA_CERTS.
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * The client certificates that subscribers may name (mutual TLS). Without it, attempts of subscribers that name one fail with
   * `client_certificate_failed`.
   */
  readonly clientCertificates?: ClientCertificates;
  /**
   * By default the machine's name servers are asked, and names in `targets.allowNames` are resolved as the machine
   * does, `/etc/hosts` and search domains included. `systemResolver` does that for all names; use it only if you
   * trust the subscribers, because a slow name then delays every other lookup of the process.
   */
  readonly resolve?: Resolver;
  /** Origins that keep connections at the same time, counted once for each tenant, 1 or more; 256. */
  readonly maxOrigins?: number;
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<WebhookSenderOptions> = {
  targets: optional('an object, for example { allow: ["10.20.0.0/16"] }', isObject),
  certificateAuthorities: optional(
    'a list of certificates as PEM text',
    (value) => Array.isArray(value) && value.every(isText),
  ),
  clientCertificates: optional('an object with find', hasMethods('find')),
  resolve: optional('a function from a host name to its addresses', isFunction),
  maxOrigins: optional('a positive integer', isPositiveInteger),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
};

/** A sender with open connections. */
export interface HttpWebhookSender extends WebhookSender {
  /** Waits for the attempts in progress; each later one fails with `connection_failed`. */
  close(): Promise<void>;
}

/**
 * POSTs to subscribers' URLs with protection against SSRF: over HTTP/1.1 and TLS 1.2 or later, to vetted addresses
 * alone, without redirects, proxies of the environment or compression. Connections, and with them the verdict on a
 * name, are kept for at most 60 seconds, idle ones for 4, separately for each tenant and client certificate. An attempt never waits for a
 * connection: if all are busy, another is opened. One that reads 256 KiB without a complete answer fails with
 * `bad_answer`.
 *
 * A POST is never sent twice: one that meets a connection which the receiver has just closed fails with
 * `connection_lost`.
 *
 * @throws TypeError that names the option that is wrong or unknown
 * @example
 * const sender = createWebhookSender({ targets: { allow: ['10.20.0.0/16'] } });
 * const worker = createDeliveryWorker({ outbox: stepward.outbox, sender });
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): HttpWebhookSender {
  checkOptions('createWebhookSender', options, OPTIONS);
  const { clock = systemClock } = options;
  const rules = createTargetRules('createWebhookSender', options.targets);
  const { resolve = defaultResolver(rules) } = options;
  const tls = tlsOptions(options.certificateAuthorities ?? []);
  const pools = createConnectionPools({
    clock,
    maxOrigins: options.maxOrigins ?? 256,
    open: createPoolOpener(tls),
  });

  async function identify(
    { tenantId, origin, certificate = null }: PoolKey,
    deadline: AbortSignal,
  ): Promise<Identity | null> {
    if (certificate === null) return null;
    if (!origin.startsWith('https:')) throw new CertificateFailure('certificate_needs_https');
    const { clientCertificates } = options;
    if (clientCertificates === undefined) {
      throw new CertificateFailure('certificates_not_configured');
    }
    const found = await untilAborted(deadline, async () => {
      try {
        return await clientCertificates.find(tenantId, certificate);
      } catch {
        throw new CertificateFailure('certificate_lookup_failed');
      }
    });
    if (found === null) throw new CertificateFailure('certificate_not_found');
    return identityOf(found, clock.now(), tls);
  }

  async function attempt(
    checked: Exclude<CheckedUrl, Refusal>,
    request: WebhookRequest,
    deadline: AbortSignal,
  ): Promise<WebhookOutcome> {
    const { url } = checked;
    const key = poolKeyOf(request, url);
    const known = pools.find(key);
    if (known !== null) return post(known, url, request, deadline);

    const resolveBy = clock.timeout(Math.min(RESOLVE_MS, request.timeoutMs));
    const target = await resolveTarget(checked, rules, resolve, resolveBy);
    deadline.throwIfAborted();
    switch (target.type) {
      case 'vetted':
        return post(
          pools.open(key, target.addresses, await identify(key, deadline)),
          url,
          request,
          deadline,
        );
      case 'unresolved':
        return failed('dns_failed');
      case 'refused':
        return failed('target_refused', target.why);
    }
  }

  async function send(request: WebhookRequest): Promise<WebhookOutcome> {
    const deadline = clock.timeout(request.timeoutMs);
    const checked = checkUrl(request.url, rules);
    if (checked.type === 'refused') return failed('target_refused', checked.why);
    try {
      return await attempt(checked, request, deadline);
    } catch (error) {
      if (deadline.aborted) return failed('timed_out');
      const reason = failureOf(error);
      // The name's addresses may have changed, or the certificate was renewed: the next attempt looks both up again. Some
      // receivers just hang up on a certificate that they do not accept.
      const hungUp = reason === 'connection_lost' && (request.clientCertificate ?? null) !== null;
      if (reason === 'connection_failed' || reason === 'tls_failed' || hungUp) {
        pools.retire(poolKeyOf(request, checked.url));
      }
      return failed(reason, codeOf(error));
    }
  }

  const underWay = new Set<Promise<WebhookOutcome>>();
  return {
    send(request) {
      const sent = send(request).finally(() => underWay.delete(sent));
      underWay.add(sent);
      return sent;
    },
    close: () => pools.close(Promise.allSettled(underWay)),
  };
}

function poolKeyOf(
  { tenantId, clientCertificate = null }: WebhookRequest,
  { origin }: URL,
): PoolKey {
  return { tenantId, origin, certificate: clientCertificate };
}

async function post(
  connections: Connections,
  url: URL,
  request: WebhookRequest,
  deadline: AbortSignal,
): Promise<WebhookOutcome> {
  // undici checks the signal once there is a connection, which may be long after the deadline. It sends nothing then.
  const answer = await untilAborted(deadline, () =>
    connections.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      // Ours come last, and count. A spread with properties after it takes ten times as long.
      headers: Object.assign({}, request.headers, OWN_HEADERS),
      body: request.body,
      signal: deadline,
    }),
  );
  return readAnswer(answer);
}

function failed(reason: WebhookFailure, why = ''): WebhookOutcome {
  return why === '' ? { type: 'failed', reason } : { type: 'failed', reason, why };
}
