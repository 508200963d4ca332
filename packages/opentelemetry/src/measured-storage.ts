import type { Attributes } from '@opentelemetry/api';
import type { Result, Storage } from '@stepward/core';
import type { DeliveryQueue, LookUpTable } from '@stepward/core/adapter';
import type { Measure } from './measure.js';

/** Returns the storage with each call of the port measured. Its other members are as they were. */
export function measuredStorage<Measured extends Storage>(
  measure: Measure,
  storage: Measured,
  database: string | undefined,
): Measured {
  const measured = measuredCalls(measure, database === undefined ? {} : { [DATABASE]: database });
  const port: Storage = {
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
  return withOthersOf(storage, port);
}

/**
 * Returns the members of the port, and every other member of the storage. A spread of the storage would not have the methods
 * of a class. They run on the storage itself, because another object lacks its private members.
 */
function withOthersOf<Measured extends Storage>(storage: Measured, port: Storage): Measured {
  return new Proxy(port, {
    has: (own, name) => name in own || name in storage,
    get(own, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const other: unknown = Reflect.get(storage, name);
      return typeof other === 'function' ? (other.bind(storage) as unknown) : other;
    },
  }) as Measured;
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
