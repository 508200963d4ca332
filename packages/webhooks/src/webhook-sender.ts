import {
  stderrLogger,
  systemClock,
  type Clock,
  type Logger,
  type WebhookFailure,
  type WebhookOutcome,
  type WebhookRequest,
  type WebhookSender,
} from '@stepward/core';
import { checkUrl, type CheckedUrl, type Refusal } from './check-url.js';
import { createConnectionPools, type Connections } from './connection-pools.js';
import { codeOf, failureOf } from './failure-of.js';
import { createPoolOpener } from './pool-opener.js';
import { readAnswer } from './read-answer.js';
import { RESOLVE_MS, resolveTarget, systemResolver, type Resolver } from './resolve-target.js';
import { createTargetRules, type TargetOptions } from './target-rules.js';
import { untilAborted } from './until-aborted.js';

/** Some gateways turn away who does not say what they are. */
const USER_AGENT = 'stepward-webhooks';

export interface WebhookSenderOptions {
  readonly targets?: TargetOptions;
  /**
   * Certificates, as PEM, of authorities that are trusted besides those that Node ships. They replace the
   * ones of NODE_EXTRA_CA_CERTS.
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * The machine's own by default. That one runs on libuv's few threads, so that names which resolve slowly
   * hold up others; a host with many strangers as subscribers hands over a resolver of its own.
   */
  readonly resolve?: Resolver;
  /** Connections to one origin at the same time, 1 or more; 64. More attempts than that wait. */
  readonly connectionsPerOrigin?: number;
  /** Origins that keep connections at the same time, 1 or more; 256. */
  readonly maxOrigins?: number;
  readonly clock?: Clock;
  /**
   * Gets why a target was refused or an attempt failed: the host name and a code, never a URL or a body.
   * Warnings and errors go to standard error by default.
   */
  readonly logger?: Logger;
}

/** A sender that holds connections. */
export interface HttpWebhookSender extends WebhookSender {
  /** Waits for the attempts under way; each later one fails with `connection_failed`. */
  close(): Promise<void>;
}

/**
 * Sends webhooks to where strangers said, and nowhere that they should not reach: over HTTP/1.1 and TLS 1.2
 * or later, to vetted addresses alone, without redirects, proxies of the environment or compression.
 * Connections, and with them the verdict on a name, are kept for at most 60 seconds.
 *
 * A POST is never sent twice: one that meets a connection which the receiver has just closed fails with
 * `connection_lost`. Throws a TypeError for a bad option.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): HttpWebhookSender {
  const { clock = systemClock, logger = stderrLogger, resolve = systemResolver } = options;
  const rules = createTargetRules(options.targets);
  const pools = createConnectionPools({
    clock,
    maxOrigins: atLeastOne(options.maxOrigins ?? 256, 'maxOrigins'),
    open: createPoolOpener(
      atLeastOne(options.connectionsPerOrigin ?? 64, 'connectionsPerOrigin'),
      options.certificateAuthorities ?? [],
    ),
  });

  async function attempt(
    checked: Exclude<CheckedUrl, Refusal>,
    request: WebhookRequest,
    deadline: AbortSignal,
  ): Promise<WebhookOutcome> {
    const { url } = checked;
    const known = pools.find(url.origin);
    if (known !== null) return post(known, url, request, deadline);

    const resolveBy = clock.deadline(Math.min(RESOLVE_MS, request.timeoutMs));
    const target = await resolveTarget(checked, rules, resolve, resolveBy);
    deadline.throwIfAborted();
    switch (target.type) {
      case 'vetted':
        return post(pools.open(url.origin, target.addresses), url, request, deadline);
      case 'unresolved':
        return failed('dns_failed');
      case 'refused':
        return refuse(target);
    }
  }

  function refuse({ host, why }: Refusal): WebhookOutcome {
    logger.info({ host, why }, 'webhook target refused');
    return failed('target_refused');
  }

  async function send(request: WebhookRequest): Promise<WebhookOutcome> {
    const deadline = clock.deadline(request.timeoutMs);
    const checked = checkUrl(request.url, rules);
    if (checked.type === 'refused') return refuse(checked);
    const { origin, host } = checked.url;
    try {
      return await attempt(checked, request, deadline);
    } catch (error) {
      const reason = deadline.aborted ? 'timed_out' : failureOf(error);
      // The name may have moved: the next attempt asks anew where it leads.
      if (reason === 'connection_failed' || reason === 'tls_failed') pools.retire(origin);
      logger.debug({ host, reason, code: codeOf(error) }, 'webhook attempt failed');
      return failed(reason);
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

async function post(
  connections: Connections,
  url: URL,
  request: WebhookRequest,
  deadline: AbortSignal,
): Promise<WebhookOutcome> {
  // undici looks at the signal once there is a connection, which may be long after the deadline. It sends
  // nothing then.
  const answer = await untilAborted(deadline, () =>
    connections.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...request.headers, 'user-agent': USER_AGENT, 'accept-encoding': 'identity' },
      body: request.body,
      signal: deadline,
    }),
  );
  return readAnswer(answer);
}

function atLeastOne(value: number, name: string): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new TypeError(`${name}: ${value} is not 1 or more`);
}

function failed(reason: WebhookFailure): WebhookOutcome {
  return { type: 'failed', reason };
}
