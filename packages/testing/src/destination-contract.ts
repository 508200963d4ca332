import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { signEnvelope } from '@stepward/core/webhooks';

/** What `send` of a `Destination` of `@stepward/webhooks` gets. */
export interface TestedRequest {
  readonly tenantId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The part of a `Destination` that is tested. */
export interface TestedDestination {
  send(request: TestedRequest, signal: AbortSignal): unknown;
}

/** The place that a destination writes to, such as a queue or a file: empty, and used by one case alone. */
export interface DestinationPlace {
  /** Opens the destination as a process does when it starts. A case may open it twice, the first one being idle by then. */
  open(): Promise<TestedDestination>;
  /** What consumers of the place get, in any order. If they drop repeats, this does, too. */
  taken(): Promise<readonly TakenDelivery[]>;
  /** Makes every write fail until it is called with false. */
  setFailing(isFailing: boolean): Promise<void>;
}

/** A delivery as a consumer gets it. */
export interface TakenDelivery {
  readonly tenantId: string;
  /** The envelope: `body`, or an object that has the same JSON. */
  readonly envelope: unknown;
}

/** One promise that a destination keeps. */
export interface DestinationContractCase {
  /** The promise as a sentence; unique within the contract. */
  readonly name: string;
  /** Rejects where the promise is broken. Asks for a place once. */
  readonly run: (createPlace: () => Promise<DestinationPlace>) => Promise<void>;
}

/**
 * What a destination of a delivery worker promises, for any test runner: nothing is lost, changed, or taken twice, and what was
 * not taken is reported as failed, so that the worker sends it again. With vitest:
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * import { destinationContract } from '@stepward/testing';
 *
 * describe('my destination', () => {
 *   for (const { name, run } of destinationContract) {
 *     it(name, () => run(createEmptyPlace));
 *   }
 * });
 * ```
 */
export const destinationContract: readonly DestinationContractCase[] = [
  {
    name: 'a delivery is there when its send has ended, whole and with its tenant',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const { send } = bound(await open());
      const requests = [request('acme'), request('globex'), request('acme', LONG)];
      for (const [index, each] of requests.entries()) {
        await send(each);
        assert.deepEqual(read(await taken()), read(requests.slice(0, index + 1)));
      }
    },
  },
  {
    name: 'a delivery that comes again is taken once, also after a restart',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const before = bound(await open());
      const first = request('acme');
      await before.send(first);
      await before.send(again(first));
      const after = bound(await open());
      await after.send(again(first));
      const second = request('acme');
      await after.send(second);
      assert.deepEqual(read(await taken()), read([first, second]));
    },
  },
  {
    name: '200 deliveries at a time, each of them twice, are all there once',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const { send } = bound(await open());
      const requests = Array.from({ length: 200 }, (_, index) => request(`tenant${String(index)}`));
      await Promise.all(requests.flatMap((each) => [send(each), send(again(each))]));
      assert.deepEqual(read(await taken()), read(requests));
    },
  },
  {
    name: 'a write that fails rejects, also under load, and the delivery is taken when it comes again',
    async run(createPlace) {
      const { open, taken, setFailing } = await createPlace();
      const { send } = bound(await open());
      const first = request('acme');
      await send(first);
      await setFailing(true);
      const requests = Array.from({ length: 20 }, () => request('acme'));
      const settled = await Promise.allSettled(requests.map((each) => send(each)));
      assert.ok(settled.every(({ status }) => status === 'rejected'));
      await setFailing(false);
      assert.deepEqual(read(await taken()), read([first]));
      await Promise.all(requests.map((each) => send(again(each))));
      assert.deepEqual(read(await taken()), read([first, ...requests]));
    },
  },
  {
    name: 'after its deadline a send rejects, takes nothing, and does not hold up others',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const { send } = bound(await open());
      const late = request('acme');
      await assert.rejects(send(late, AbortSignal.abort(new Error('the deadline has passed'))));
      const next = request('acme');
      await send(next);
      assert.deepEqual(read(await taken()), read([next]));
      await send(again(late));
      assert.deepEqual(read(await taken()), read([next, late]));
    },
  },
  {
    name: 'a send whose deadline passes while it runs is there if it resolves, and is there once when it comes again',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const { send } = bound(await open());
      const requests = Array.from({ length: 20 }, () => request('acme'));
      const deadline = new AbortController();
      const sending = Promise.allSettled(requests.map((each) => send(each, deadline.signal)));
      await new Promise((resolve) => setImmediate(resolve));
      deadline.abort(new Error('the deadline has passed'));
      const settled = await sending;
      const resolved = requests.filter((_, index) => settled[index]?.status === 'fulfilled');
      const there = read(await taken());
      assert.ok(read(resolved).every((each) => there.includes(each)));
      await Promise.all(requests.map((each) => send(again(each))));
      assert.deepEqual(read(await taken()), read(requests));
    },
  },
];

/** `send` as the worker calls it: what it throws is a failed attempt as well. */
function bound(destination: TestedDestination) {
  return {
    send: async (delivery: TestedRequest, signal = new AbortController().signal): Promise<void> => {
      await destination.send(delivery, signal);
    },
  };
}

/** Signed text beyond ASCII, of the size that the largest events have. */
const LONG = 'Zoë 🦉 \u2028'.repeat(16_000);

const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSBkZXN0aW5hdGlvbiBjb250cmFjdA==';

function request(tenantId: string, name = 'Zoë'): TestedRequest {
  const [eventId, idempotencyKey] = [randomUUID(), randomUUID()];
  const event = { eventType: 'user.created', eventId, idempotencyKey, attempt: 1, source: 'test' };
  const data = { id: randomUUID(), email: 'zoe@example.com', name };
  return { tenantId, ...signEnvelope({ ...event, data }, [SECRET], new Date(0)) };
}

/** The next attempt of the same delivery, with the time and signature of its own. */
function again({ tenantId, headers, body }: TestedRequest): TestedRequest {
  const { event_type, event_id, idempotency_key, data } = JSON.parse(body) as Envelope;
  const event = {
    eventType: event_type,
    eventId: event_id,
    idempotencyKey: idempotency_key,
    data,
    attempt: Number(headers['x-webhook-attempt']) + 1,
    source: 'test',
  };
  return { tenantId, ...signEnvelope(event, [SECRET], new Date(5_000)) };
}

interface Envelope {
  readonly event_type: string;
  readonly event_id: string;
  readonly idempotency_key: string;
  readonly data: object;
}

/** Deliveries as texts to compare, in one order; without their time, which each attempt has of its own. */
function read(deliveries: readonly (TakenDelivery | TestedRequest)[]): readonly string[] {
  return deliveries
    .map((delivery) => {
      const envelope = 'body' in delivery ? delivery.body : delivery.envelope;
      const value = (typeof envelope === 'string' ? JSON.parse(envelope) : envelope) as Envelope;
      const { event_type, event_id, idempotency_key, data } = value;
      return JSON.stringify([delivery.tenantId, event_type, event_id, idempotency_key, data]);
    })
    .toSorted();
}
