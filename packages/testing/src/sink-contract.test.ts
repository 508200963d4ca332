import type { EventSink, SinkEvent } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { sinkContract, type SinkPlace, type TakenEvent } from './sink-contract.js';

type Publish = EventSink['publish'];

/** A log, with the events that it knows, by tenant and id. */
interface Place {
  readonly rows: TakenEvent[];
  readonly known: Set<string>;
  isFailing: boolean;
}

async function write(place: Place, { id, tenantId, body }: SinkEvent): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (place.isFailing) throw new Error('the log is away');
  const key = `${tenantId}:${id}`;
  if (place.known.has(key)) return;
  place.known.add(key);
  place.rows.push({ tenantId, body });
}

/** A sink that keeps its promises. */
const good = (place: Place): Publish => {
  return async (events, signal) => {
    for (const event of events) {
      signal.throwIfAborted();
      await write(place, event);
    }
  };
};

function placeOf(makePublish: (place: Place) => Publish): () => Promise<SinkPlace> {
  return async () => {
    const place: Place = { rows: [], known: new Set(), isFailing: false };
    return {
      open: async () => ({ publish: makePublish(place) }),
      taken: async () => [...place.rows],
      setFailing: async (isFailing) => void (place.isFailing = isFailing),
    };
  };
}

/** The names of the cases that a sink fails. */
async function failed(makePublish: (place: Place) => Publish): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { name, run } of sinkContract) {
    await run(placeOf(makePublish)).catch(() => names.push(name));
  }
  return names;
}

describe('the contract of sinks', () => {
  it('names every case once', () => {
    const names = sinkContract.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('is kept by a list', async () => {
    expect(await failed(good)).toEqual([]);
  });

  it.each<[string, RegExp, (place: Place) => Publish]>([
    [
      'answers before it has written',
      /^events are there when their call has ended/,
      (place) => async (events, signal) => void good(place)(events, signal).catch(() => undefined),
    ],
    [
      'forgets the tenant',
      /^events are there .* with their tenant/,
      (place) => (events, signal) =>
        good(place)(
          events.map((event) => ({ ...event, tenantId: 'acme' })),
          signal,
        ),
    ],
    [
      'stores repeats',
      /^events that come again are there once/,
      (place) => (events, signal) => {
        place.known.clear();
        return good(place)(events, signal);
      },
    ],
    [
      'drops the event of another tenant with the same id',
      /^events of two tenants that have one id/,
      (place) => {
        const seen = new Map<string, string>();
        return async (events, signal) => {
          const isFirst = ({ id, tenantId }: SinkEvent): boolean =>
            (seen.get(id) ?? tenantId) === tenantId;
          await good(place)(events.filter(isFirst), signal);
          for (const { id, tenantId } of events) seen.set(id, tenantId);
        };
      },
    ],
    [
      'writes backwards',
      /^events are there .* in their order/,
      (place) => (events, signal) => good(place)(events.toReversed(), signal),
    ],
    [
      'hides its errors',
      /^a write that fails rejects/,
      (place) => (events, signal) => good(place)(events, signal).catch(() => undefined),
    ],
    [
      'remembers what it could not write',
      /^a write that fails rejects, and the events are there/,
      (place) => {
        const seen = new Set<string>();
        return async (events, signal) => {
          const unseen = events.filter(({ id }) => !seen.has(id));
          for (const { id } of events) seen.add(id);
          await good(place)(unseen, signal);
        };
      },
    ],
    [
      'does not look at its deadline',
      /^after its deadline a call rejects/,
      (place) => (events) => good(place)(events, new AbortController().signal),
    ],
    [
      'writes all at once, and not all of them',
      /^a call whose deadline passes while it runs/,
      (place) => async (events, signal) => {
        signal.throwIfAborted();
        const last = events.at(-1);
        if (last !== undefined && events.length > 5) await write(place, last);
        await good(place)(events, signal);
      },
    ],
  ])('fails a sink that %s', async (_, name, makePublish) => {
    expect((await failed(makePublish)).join('\n')).toMatch(new RegExp(name.source, 'm'));
  });
});
