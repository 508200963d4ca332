import type { Attributes } from '@opentelemetry/api';
import type { Result, Storage, WebhookStorage } from '@stepward/core';
import type { Measure } from './measure.js';

/**
 * Returns the storage with each of its calls measured. Each member is listed, because a storage may be a class
 * instance, and a spread does not copy prototype methods.
 */
export function measuredStorage(measure: Measure, storage: Storage): Storage {
  const measured = measuredCalls(measure);
  return {
    ready: () => storage.ready(),
    run: (scope, work) => measured('run', scope, () => storage.run(scope, work), refusalOf),
    decide: (scope, decision) =>
      measured('decide', scope, () => storage.decide(scope, decision), refusalOf, {
        'stepward.factor': scope.factor,
        'stepward.purpose': scope.purpose,
      }),
    findChallenge: (tenantId, sessionId) =>
      measured('find_challenge', { tenantId }, () => storage.findChallenge(tenantId, sessionId)),
    findApiKey: (secretHash) =>
      measured('find_api_key', ALL_TENANTS, () => storage.findApiKey(secretHash)),
    findSmsTenant: (messageKey) =>
      measured('find_sms_tenant', ALL_TENANTS, () => storage.findSmsTenant(messageKey)),
    appendEvent: (transaction, tenantId, event, patterns) =>
      measured('append_event', { tenantId }, () =>
        storage.appendEvent(transaction, tenantId, event, patterns),
      ),
    purge: (expiry) => measured('purge', ALL_TENANTS, () => storage.purge(expiry)),
    webhooks: storage.webhooks === null ? null : measuredWebhooks(measured, storage.webhooks),
  };
}

function measuredWebhooks(measured: MeasuredCalls, webhooks: WebhookStorage): WebhookStorage {
  const { queue } = webhooks;
  return {
    run: (scope, work) => measured('run', scope, () => webhooks.run(scope, work), refusalOf),
    queue: {
      claim: (request) => measured('claim', ALL_TENANTS, () => queue.claim(request)),
      finish: (attempts) => measured('finish', ALL_TENANTS, () => queue.finish(attempts)),
      pause: (subscriber, until) =>
        measured('pause', subscriber, () => queue.pause(subscriber, until)),
      queueLag: (now) => measured('queue_lag', ALL_TENANTS, () => queue.queueLag(now)),
    },
    purge: (endedUntil) =>
      measured('purge_deliveries', ALL_TENANTS, () => webhooks.purge(endedUntil)),
  };
}

type MeasuredCalls = <T>(
  call: string,
  scope: { readonly tenantId: string | null },
  work: () => Promise<T>,
  outcome?: (result: T) => Attributes,
  attributes?: Attributes,
) => Promise<T>;

function measuredCalls(measure: Measure): MeasuredCalls {
  return (call, { tenantId }, work, outcome = () => ({}), attributes = {}) =>
    measure(
      {
        span: `stepward.storage.${call}`,
        attributes: { 'stepward.storage.call': call, ...attributes },
        tenantId,
        outcome,
      },
      work,
    );
}

const ALL_TENANTS = { tenantId: null };

/** The shape of the codes of refusals. A host's own unit of work may refuse with anything. */
const REASON = /^[a-z][a-z_]{0,63}$/;

function refusalOf(result: Result<unknown, unknown>): Attributes {
  if (result.isOk()) return {};
  const { error } = result;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  const isReason = typeof code === 'string' && REASON.test(code);
  return { 'stepward.reason': isReason ? code : '_OTHER' };
}
