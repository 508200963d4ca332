import { describe, expect, it } from 'vitest';
import {
  destinationContract,
  type DestinationPlace,
  type TakenDelivery,
  type TestedDestination,
  type TestedRequest,
} from './destination-contract.js';

type Send = TestedDestination['send'];

/** The rows of a place by the deliveries' ids, and whether it fails. */
interface Place {
  readonly rows: Map<string, TakenDelivery>;
  isFailing: boolean;
}

function write(place: Place, { tenantId, headers, body }: TestedRequest): void {
  if (place.isFailing) throw new Error('the place is away');
  place.rows.set(headers['x-webhook-id'] ?? '', { tenantId, envelope: JSON.parse(body) });
}

/** A destination that keeps its promises. */
const good = (place: Place) => {
  return async (request: TestedRequest, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    await Promise.resolve();
    write(place, request);
  };
};

function placeOf(makeSend: (place: Place) => Send): () => Promise<DestinationPlace> {
  return async () => {
    const place: Place = { rows: new Map(), isFailing: false };
    return {
      open: async () => ({ send: makeSend(place) }),
      taken: async () => [...place.rows.values()],
      setFailing: async (isFailing) => void (place.isFailing = isFailing),
    };
  };
}

/** The names of the cases that a destination fails. */
async function failed(makeSend: (place: Place) => Send): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of destinationContract) {
    await run(placeOf(makeSend)).catch(() => names.push(name));
  }
  return names;
}

describe('the contract of destinations', () => {
  it('names every case once', () => {
    const names = destinationContract.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('is kept by a map', async () => {
    expect(await failed(good)).toEqual([]);
  });

  it.each<[string, RegExp, (place: Place) => Send]>([
    [
      'answers before it has written',
      /^a delivery is there when its send has ended/,
      (place) => (request, signal) =>
        void setImmediate(() => void good(place)(request, signal).catch(() => undefined)),
    ],
    [
      'forgets the tenant',
      /^a delivery is there .* with its tenant/,
      (place) => (request) => write(place, { ...request, tenantId: 'acme' }),
    ],
    [
      'cuts off a long text',
      /^a delivery is there when its send has ended, whole/,
      (place) => (request) =>
        write(place, { ...request, body: request.body.length > 65_536 ? '{}' : request.body }),
    ],
    [
      'takes each attempt',
      /^a delivery that comes again is taken once/,
      (place) => (request) =>
        write(place, {
          ...request,
          headers: { 'x-webhook-id': request.headers['x-service-signature'] ?? '' },
        }),
    ],
    [
      'writes what came last for all that wait',
      /^200 deliveries at a time/,
      (place) => {
        let last: TestedRequest | null = null;
        return async (request) => {
          last = request;
          await Promise.resolve();
          write(place, last);
        };
      },
    ],
    [
      'hides its errors',
      /^a write that fails rejects/,
      (place) => (request) => {
        if (!place.isFailing) write(place, request);
      },
    ],
    [
      'remembers what it could not write',
      /^a write that fails rejects.*taken when it comes again/,
      (place) => {
        const seen = new Set<unknown>();
        return (request) => {
          const id = request.headers['x-webhook-id'];
          if (seen.has(id)) return;
          seen.add(id);
          write(place, request);
        };
      },
    ],
    [
      'does not look at its deadline',
      /^after its deadline a send rejects/,
      (place) => (request) => write(place, request),
    ],
    [
      'stops for good after a deadline',
      /^after its deadline .* does not hold up others/,
      (place) => {
        let queue = Promise.resolve();
        return (request, signal) => (queue = queue.then(async () => good(place)(request, signal)));
      },
    ],
    [
      'says at its deadline that it has taken what it has not',
      /^a send whose deadline passes while it runs/,
      (place) => async (request, signal) => {
        signal.throwIfAborted();
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        if (!signal.aborted) write(place, request);
      },
    ],
  ])('fails a destination that %s', async (_, name, makeSend) => {
    expect((await failed(makeSend)).join('\n')).toMatch(new RegExp(name.source, 'm'));
  });
});
