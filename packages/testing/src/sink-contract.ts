import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { EventSink, SinkEvent } from '@stepward/core';
import { sinkEvent } from '@stepward/core/adapter';

/** The log that a sink writes to: empty, and used by one case alone. */
export interface SinkPlace {
  /** Opens the sink as a process does when it starts. A case may open it twice, the first one being idle by then. */
  open(): Promise<EventSink>;
  /** What consumers of the place read; of one tenant in the order in which they do. If they drop repeats, this does, too. */
  taken(): Promise<readonly TakenEvent[]>;
  /** Makes every write fail until it is called with false. */
  setFailing(isFailing: boolean): Promise<void>;
}

/** An event as a consumer reads it. */
export interface TakenEvent {
  readonly tenantId: string;
  /** The envelope: the `body` of the event. */
  readonly body: string;
}

/** One promise that a sink keeps. */
export interface SinkContractCase {
  /** The promise as a sentence; unique within the contract. */
  readonly name: string;
  /** Rejects where the promise is broken. Asks for a place once. */
  readonly run: (createPlace: () => Promise<SinkPlace>) => Promise<void>;
}

/**
 * What a sink of a delivery worker promises, for any test runner: the events of each tenant are there in their order, each once, and
 * a call that did not store all of them rejects. With vitest:
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * import { sinkContract } from '@stepward/testing';
 *
 * describe('my sink', () => {
 *   for (const { name, run } of sinkContract) it(name, () => run(createEmptyPlace));
 * });
 * ```
 */
export const sinkContract: readonly SinkContractCase[] = [
  {
    name: 'events are there when their call has ended, whole, in their order and with their tenant',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const sink = await open();
      const calls = [events('acme', 5), events('globex.de', 1), events('acme', 1, LONG)];
      for (const [index, call] of calls.entries()) {
        await sink.publish(call, unhurried());
        assertTaken(await taken(), calls.slice(0, index + 1).flat());
      }
    },
  },
  {
    name: 'events that come again are there once, also after a restart, and the next ones follow',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const [before, later] = [events('acme', 3), events('acme', 2)];
      const sink = await open();
      await sink.publish(before, unhurried());
      await sink.publish(before, unhurried());
      const restarted = await open();
      await restarted.publish([...before, ...later], unhurried());
      assertTaken(await taken(), [...before, ...later]);
    },
  },
  {
    name: 'events of two tenants that have one id are both there',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const sink = await open();
      const id = randomUUID();
      const calls = ['acme', 'globex'].map((tenantId) => [event(tenantId, id)]);
      for (const call of calls) await sink.publish(call, unhurried());
      assertTaken(await taken(), calls.flat());
    },
  },
  {
    name: 'the events of 50 tenants at a time are all there, each tenant in its order',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const sink = await open();
      const calls = Array.from({ length: 50 }, (_, tenant) => events(`tenant${String(tenant)}`, 4));
      await Promise.all(calls.map((call) => sink.publish(call, unhurried())));
      assertTaken(await taken(), calls.flat());
    },
  },
  {
    name: 'a write that fails rejects, and the events are there in their order when they come again',
    async run(createPlace) {
      const { open, taken, setFailing } = await createPlace();
      const sink = await open();
      const [first, failed] = [events('acme', 1), events('acme', 4)];
      await sink.publish(first, unhurried());
      await setFailing(true);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await assert.rejects(async () => sink.publish(failed, unhurried()));
      }
      await setFailing(false);
      assertTaken(await taken(), first);
      await sink.publish(failed, unhurried());
      assertTaken(await taken(), [...first, ...failed]);
    },
  },
  {
    name: 'after its deadline a call rejects and stores nothing',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const sink = await open();
      const late = events('acme', 2);
      const passed = AbortSignal.abort(new Error('the deadline has passed'));
      await assert.rejects(async () => sink.publish(late, passed));
      assertTaken(await taken(), []);
      await sink.publish(late, unhurried());
      assertTaken(await taken(), late);
    },
  },
  {
    name: 'a call whose deadline passes while it runs stores no event before the earlier ones, and the next call stores all',
    async run(createPlace) {
      const { open, taken } = await createPlace();
      const sink = await open();
      const slow = events('acme', 50);
      const deadline = new AbortController();
      const call = sink.publish(slow, deadline.signal).catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      deadline.abort(new Error('the deadline has passed'));
      await call;
      const { length } = await taken();
      assertTaken(await taken(), slow.slice(0, length));
      await sink.publish(slow, unhurried());
      assertTaken(await taken(), slow);
    },
  },
];

function unhurried(): AbortSignal {
  return new AbortController().signal;
}

/** Text beyond ASCII, of the size that the largest events have. */
const LONG = 'Zoë 🦉 \u2028'.repeat(16_000);

function events(tenantId: string, count: number, name = 'Zoë'): readonly SinkEvent[] {
  return Array.from({ length: count }, (_, index) =>
    event(tenantId, randomUUID(), { name, index }),
  );
}

function event(tenantId: string, id: string, { name = 'Zoë', index = 0 } = {}): SinkEvent {
  return sinkEvent(tenantId, {
    id,
    type: 'user.created',
    organisationId: index % 2 === 0 ? null : 'org_1',
    version: null,
    data: JSON.stringify({ id: randomUUID(), email: 'zoe@example.com', name }),
    emittedAt: new Date(index),
    expiresAt: null,
  });
}

/** Compares tenant by tenant: there is no order between those of two. */
function assertTaken(taken: readonly TakenEvent[], expected: readonly TakenEvent[]): void {
  const tenants = new Set([...taken, ...expected].map(({ tenantId }) => tenantId));
  for (const tenant of tenants) {
    const bodiesOf = (all: readonly TakenEvent[]): readonly string[] =>
      all.filter(({ tenantId }) => tenantId === tenant).map(({ body }) => body);
    assert.deepEqual(bodiesOf(taken), bodiesOf(expected));
  }
}
