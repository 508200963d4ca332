import type { Attributes } from '@opentelemetry/api';
import type { Result, Storage } from '@stepward/core';
import type { DeliveryQueue, LookUpTable } from '@stepward/core/adapter';
import type { Measure } from './measure.js';

/**
 * Returns the storage with each of its calls measured. Each member is listed, because a storage may be a class
 * instance, and a spread does not copy prototype methods.
 */
export function measuredStorage(
  measure: Measure,
  storage: Storage,
  database: string | undefined,
): Storage {
  const measured = measuredCalls(measure, database === undefined ? {} : { [DATABASE]: database });
  return {
    ready: () => storage.ready(),
    run: (scope, work) => measured('run', scope, () => storage.run(scope, work), refusalOf),
    decide: (scope, decision) =>
      measured('decide', scope, () => storage.decide(scope, decision), refusalOf, {
        'stepward.factor': scope.factor,
        'stepward.purpose': scope.purpose,
      }),
    lookUp: (kind, by) =>
      measured(LOOK_UPS[kind], 'tenantId' in by ? by : ALL_TENANTS, () => storage.lookUp(kind, by)),
    appendEvent: (transaction, tenantId, event) =>
      measured('append_event', { tenantId }, () =>
        storage.appendEvent(transaction, tenantId, event),
      ),
    purge: (expiry) => measured('purge', ALL_TENANTS, () => storage.purge(expiry)),
    queue: storage.queue && measuredQueue(measured, storage.queue),
    ...(storage.databases && { databases: storage.databases }),
  };
}

/** The names of their spans. */
const LOOK_UPS: Readonly<Record<keyof LookUpTable, string>> = {
  apiKey: 'find_api_key',
  smsMessage: 'find_sms_tenant',
  challenge: 'find_challenge',
  people: 'find_people',
  enrolmentReviews: 'read_enrolment_reviews',
};

function measuredQueue(measured: MeasuredCalls, queue: DeliveryQueue): DeliveryQueue {
  const call = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    measured(name, ALL_TENANTS, work);
  return {
    hold: (request) => call('hold', () => queue.hold(request)),
    arrivals: (shards, after, limit) =>
      call('arrivals', () => queue.arrivals(shards, after, limit)),
    waiting: (shards, after, limit) => call('waiting', () => queue.waiting(shards, after, limit)),
    load: (windows) => call('load', () => queue.load(windows)),
    dispatch: (fence, from, limit) => call('dispatch', () => queue.dispatch(fence, from, limit)),
    open: (deliveries) => call('open', () => queue.open(deliveries)),
    finish: (fence, finished) => call('finish', () => queue.finish(fence, finished)),
    queueState: (now, counting) => call('queue_state', () => queue.queueState(now, counting)),
    listen: (worker, onNews, onLost) => queue.listen(worker, onNews, onLost),
  };
}

type MeasuredCalls = <T>(
  call: string,
  scope: { readonly tenantId: string | null },
  work: () => Promise<T>,
  outcome?: (result: T) => Attributes,
  attributes?: Attributes,
) => Promise<T>;

function measuredCalls(measure: Measure, common: Attributes): MeasuredCalls {
  return (call, { tenantId }, work, outcome = () => ({}), attributes = {}) =>
    measure(
      {
        span: `stepward.storage.${call}`,
        attributes: { 'stepward.storage.call': call, ...common, ...attributes },
        tenantId,
        outcome,
      },
      work,
    );
}

/** The name of the database, where tenants are spread over several. */
export const DATABASE = 'stepward.database';

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
