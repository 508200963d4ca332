import type { EventSink, SinkEvent } from '@stepward/core';
import { tenantShard, type DeliveryQueue } from '@stepward/core/adapter';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { noMetrics, type PublishMeasurement } from '../src/webhook-metrics.js';
import {
  createWorkerWorld,
  seconds,
  turns,
  type WorkerWorld,
  type WorldWorker,
} from './worker-world.js';

/** A call of a sink. */
interface Call {
  readonly tenantId: string;
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/** A sink that keeps what it gets, each event once, unless a test has it fail or hang. */
function createSink() {
  const stored = new Map<string, SinkEvent>();
  const calls: Call[] = [];
  const state = { isAway: false, hangs: false, refuses: '' };
  const sink: EventSink = {
    async publish(events, signal) {
      const { tenantId = '' } = events[0] ?? {};
      await new Promise<void>((resolve) => {
        calls.push({ tenantId, ids: events.map(idOf), signal, end: resolve });
        if (!state.hangs) resolve();
      });
      if (state.isAway) throw new Error('the sink is away');
      for (const event of events) {
        if (idOf(event) === state.refuses) throw new Error('too large');
        if (!stored.has(event.id)) stored.set(event.id, event);
      }
    },
  };
  const ids = (tenantId = 'acme') =>
    [...stored.values()].filter((event) => event.tenantId === tenantId).map(idOf);
  return { stored, calls, state, ids, sinks: [{ name: 'log', sink }] };
}

/** The id in the event's data. */
function idOf({ body }: SinkEvent): string {
  return (JSON.parse(body) as { data: { id: string } }).data.id;
}

/** Emits events of different times, those of one time have no order. */
async function emitEach(
  { emit, clock }: Pick<WorkerWorld, 'emit' | 'clock'>,
  ids: readonly string[],
  tenantId?: string,
): Promise<void> {
  for (const id of ids) {
    clock.advance(1);
    await emit([id], tenantId);
  }
}

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

/** A tenant of the first shard, which a worker keeps when others come. */
const DISPATCHED_BY_FIRST =
  numbered(1, 1_000).find((tenantId) => tenantShard(tenantId) === 0) ?? 'none';

const BEGUN = 'a sink takes no events: they wait, and are published again';
const ENDED = 'the sink takes events again';
const LEFT = 'a sink that takes no events is left to other workers';

/** What a worker has logged of its sinks. */
const linesOf = ({ logger }: WorldWorker): readonly string[] =>
  logger.lines().flatMap(([, fields, text]) => ('sink' in fields ? [text] : []));

describe('a sink', () => {
  it('gets the events of each tenant in their order, as webhooks have them, and the log has them as delivered', async () => {
    const world = createWorkerWorld();
    const { stored, ids, sinks } = createSink();
    const worker = world.worker('w1', { sinks });
    worker.start();
    await turns();
    await emitEach(world, numbered(1, 250));
    await emitEach(world, ['a', 'b'], 'globex');
    await turns(100);
    expect(ids()).toEqual(numbered(1, 250));
    expect(ids('globex')).toEqual(['a', 'b']);
    const [[id, event]] = stored as unknown as [[string, SinkEvent]];
    expect(event).toMatchObject({ id, type: 'user.deleted', tenantId: 'acme' });
    const { body } = event;
    expect(JSON.parse(body)).toEqual({
      event_type: 'user.deleted',
      event_id: id,
      timestamp: '2026-01-01T00:00:00.001Z',
      idempotency_key: id,
      data: { id: '1', deleted_at: '2026-01-01T00:00:00.001Z' },
    });
    const log = await world.handlers.deliveries('globex', 'sink.log');
    expect(log.items.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ]);
    expect(worker.logger.lines()).toEqual([]);
    expect(worker.measured).toEqual([]);
  });

  it('that is away gets everything when it is back, however long that takes, though an event has expired; its lag grows', async () => {
    const world = createWorkerWorld();
    const { calls, state, ids, sinks } = createSink();
    const published: PublishMeasurement[] = [];
    const lags: number[] = [];
    const metrics = {
      ...noMetrics,
      published: (measurement: PublishMeasurement) => void published.push(measurement),
      sinkLag: (_: string, lagMs: number) => void lags.push(lagMs),
    };
    const worker = world.worker('w1', { sinks, metrics });
    worker.start();
    await turns();
    state.isAway = true;
    const expiresAt = new Date(world.clock.now().getTime() + 60_000);
    await world.emit(['1'], 'acme', { expiresAt });
    await turns();
    await seconds(world.clock, 32);
    // After 1, 2, 4, 8 and 15 seconds.
    expect(calls).toHaveLength(6);
    await emitEach(world, numbered(2, 5));
    world.clock.advance(7 * 86_400_000);
    await seconds(world.clock, 20);
    expect((await world.outbox.queueState()).lagMs).toBeGreaterThan(7 * 86_400_000);
    expect(lags.at(-1)).toBeGreaterThan(7 * 86_400_000);

    state.isAway = false;
    await seconds(world.clock, 30);
    expect(ids()).toEqual(numbered(1, 5));
    expect(lags.at(-1)).toBe(0);
    expect(published.at(-1)).toEqual({ sink: 'log', events: 5, failure: null, durationMs: 0 });
    expect(published[0]).toMatchObject({ events: 1, failure: 'sink_failed' });
    expect(worker.logger.lines().filter(([, fields]) => 'sink' in fields)).toEqual([
      [
        'warn',
        expect.objectContaining({ sink: 'log', tenantId: 'acme', reason: 'the sink is away' }),
        'a sink takes no events: they wait, and are published again',
      ],
      ['info', expect.objectContaining({ sink: 'log' }), 'the sink takes events again'],
    ]);
  });

  it('that refuses an event gets no later one of its tenant before it, and those of others go on', async () => {
    const world = createWorkerWorld();
    const { state, ids, sinks } = createSink();
    world.worker('w1', { sinks }).start();
    await turns();
    state.refuses = '2';
    await emitEach(world, numbered(1, 4));
    for (let second = 0; second < 60; second += 1) {
      await emitEach(world, [`g${String(second)}`], 'globex');
      await seconds(world.clock, 1);
    }
    expect(ids()).toEqual(['1']);
    expect(ids('globex').length).toBeGreaterThanOrEqual(59);
    state.refuses = '';
    await seconds(world.clock, 16);
    expect(ids()).toEqual(numbered(1, 4));
  });

  it('that hangs has failed after 15 seconds, gets smaller batches, and keeps no webhook waiting', async () => {
    const world = createWorkerWorld();
    const { calls, state, ids, sinks } = createSink();
    await world.subscribe('globex');
    world.worker('w1', { sinks }).start();
    await turns();
    state.hangs = true;
    await emitEach(world, numbered(1, 20));
    await emitEach(world, ['a'], 'globex');
    await turns();
    expect(world.ids()).toEqual(['a']);
    await seconds(world.clock, 120);
    const sizes = calls
      .filter(({ tenantId }) => tenantId === 'acme')
      .map((call) => call.ids.length);
    expect(sizes.at(-1)).toBeLessThan(20);
    expect(calls[0]?.signal.aborted).toBe(true);
    state.hangs = false;
    for (const { end } of calls) end();
    await seconds(world.clock, 30);
    expect(ids()).toEqual(numbered(1, 20));
  });

  it('is published to by one worker at a time, and by another when that one dies: nothing is lost, and no event comes before an earlier one', async () => {
    const world = createWorkerWorld();
    const { state, ids, sinks } = createSink();
    const clocks: FixedClock[] = [createFixedClock(), createFixedClock()];
    const [first, second] = clocks.map((clock, index) =>
      world.worker(`w${String(index + 1)}`, { sinks, clock }),
    );
    const pass = async (count: number) => {
      for (let passed = 0; passed < count; passed += 1) {
        for (const clock of clocks) clock.advance(1_000);
        await seconds(world.clock, 1);
      }
    };
    first?.start();
    await turns();
    second?.start();
    await pass(6);
    await emitEach(world, numbered(1, 30));
    state.isAway = true;
    await pass(3);
    first!.isCutOff = true;
    await emitEach(world, numbered(31, 90));
    await pass(3);
    state.isAway = false;
    // While the second takes over and reads, more arrive.
    for (const id of numbered(91, 130)) {
      await emitEach(world, [id]);
      await pass(1);
    }
    await pass(5);
    expect(ids()).toEqual(numbered(1, 130));
  });

  it('that takes no events is left by the log of a worker that loses it, and then an incident of the next one', async () => {
    const world = createWorkerWorld();
    const { state, sinks } = createSink();
    const [first, second] = [world.worker('w1', { sinks }), world.worker('w2', { sinks })];
    first.start();
    await turns();
    state.isAway = true;
    await emitEach(world, ['1']);
    await turns();
    first.isCutOff = true;
    second.start();
    await seconds(world.clock, 20);
    first.isCutOff = false;
    await seconds(world.clock, 6);
    expect(linesOf(first)).toEqual([BEGUN, LEFT]);
    expect(linesOf(second)).toEqual([BEGUN]);
    state.isAway = false;
    await seconds(world.clock, 16);
    expect(linesOf(second)).toEqual([BEGUN, ENDED]);
  });

  it('that a worker loses and takes again takes events again by the log of the worker between', async () => {
    const world = createWorkerWorld();
    const { state, ids, sinks } = createSink();
    const [first, second] = [world.worker('w1', { sinks }), world.worker('w2', { sinks })];
    first.start();
    await turns();
    state.isAway = true;
    await emitEach(world, ['1']);
    await turns();
    first.isCutOff = true;
    second.start();
    await seconds(world.clock, 20);
    state.isAway = false;
    await seconds(world.clock, 16);
    expect(ids()).toEqual(['1']);
    await second.stop();
    first.isCutOff = false;
    await seconds(world.clock, 6);
    await emitEach(world, ['2'], 'globex');
    await turns();
    expect(ids('globex')).toEqual(['2']);
    expect(linesOf(first)).toEqual([BEGUN, LEFT]);
    expect(linesOf(second)).toEqual([BEGUN, ENDED]);
  });

  it('begins no incident by a call that fails after its worker has lost it and taken it again', async () => {
    const world = createWorkerWorld();
    const { calls, state, ids, sinks } = createSink();
    const clock = createFixedClock();
    const first = world.worker('w1', { sinks, clock });
    first.start();
    await turns();
    state.hangs = true;
    await emitEach(world, ['1']);
    await seconds(clock, 1);
    first.isCutOff = true;
    state.hangs = false;
    const second = world.worker('w2', { sinks });
    second.start();
    await seconds(world.clock, 20);
    expect(ids()).toEqual(['1']);
    await second.stop();
    first.isCutOff = false;
    await seconds(clock, 6);
    state.isAway = true;
    calls[0]?.end();
    await turns();
    state.isAway = false;
    await emitEach(world, ['2'], 'globex');
    await seconds(clock, 20);
    expect(calls.map(({ tenantId }) => tenantId)).toEqual(['acme', 'acme', 'globex']);
    expect(linesOf(first)).toEqual([]);
  });

  it('that takes no events is left by the log of a worker that stops, and of a run that ends', async () => {
    const world = createWorkerWorld();
    const { state, sinks } = createSink();
    const [first, second] = [world.worker('w1', { sinks }), world.worker('w2', { sinks })];
    first.start();
    await turns();
    state.isAway = true;
    await emitEach(world, ['1']);
    await turns();
    await first.stop();
    expect(linesOf(first)).toEqual([BEGUN, LEFT]);
    await second.runOnce();
    expect(linesOf(second)).toEqual([BEGUN, LEFT]);
  });

  it('gets nothing from a worker that has taken it over and does not know yet what comes first', async () => {
    const world = createWorkerWorld();
    const { state, ids, sinks } = createSink();
    const { queue } = world.outbox;
    let goOn = (): void => undefined;
    const untilTold = new Promise<void>((resolve) => (goOn = resolve));
    const waiting: DeliveryQueue['waiting'] = async (...asked) => {
      const page = await queue.waiting(...asked);
      await untilTold;
      return page;
    };
    world.worker('dispatches').start();
    await turns();
    const first = world.worker('first', { sinks });
    first.start();
    await seconds(world.clock, 6);
    state.isAway = true;
    await emitEach(world, numbered(1, 5), DISPATCHED_BY_FIRST);
    await turns();
    const outbox = { ...world.outbox, queue: { ...queue, waiting } };
    world.worker('second', { sinks, outbox }).start();
    await seconds(world.clock, 6);
    await first.stop();
    await turns();
    state.isAway = false;
    await emitEach(world, ['6'], DISPATCHED_BY_FIRST);
    await turns();
    expect(ids(DISPATCHED_BY_FIRST)).toEqual([]);
    goOn();
    await turns();
    expect(ids(DISPATCHED_BY_FIRST)).toEqual(numbered(1, 6));
  });

  it('gets everything in order after a read of what it is to get has failed', async () => {
    const world = createWorkerWorld();
    const { ids, sinks } = createSink();
    const { queue } = world.outbox;
    let failures = 2;
    const open: DeliveryQueue['open'] = (deliveries) => {
      failures -= 1;
      return failures < 0 ? queue.open(deliveries) : Promise.reject(new Error('no answer'));
    };
    world.worker('w1', { sinks, outbox: { ...world.outbox, queue: { ...queue, open } } }).start();
    await turns();
    await emitEach(world, numbered(1, 5));
    await turns();
    await emitEach(world, numbered(6, 8));
    await seconds(world.clock, 3);
    expect(ids()).toEqual(numbered(1, 8));
  });

  it('whose refused events are gone takes events again, as the log says', async () => {
    const world = createWorkerWorld();
    const { state, sinks } = createSink();
    const { queue } = world.outbox;
    let areErased = false;
    const open: DeliveryQueue['open'] = async (deliveries) =>
      (await queue.open(deliveries)).map((opened) =>
        opened && areErased ? { ...opened, event: null } : opened,
      );
    const outbox = { ...world.outbox, queue: { ...queue, open } };
    const worker = world.worker('w1', { sinks, outbox });
    worker.start();
    await turns();
    state.isAway = true;
    await emitEach(world, ['1']);
    await turns();
    areErased = true;
    await seconds(world.clock, 2);
    expect(worker.logger.lines().map(([level]) => level)).toEqual(['warn', 'info']);
  });

  it('that has lost what it had stored gets a range again, with the same ids', async () => {
    const world = createWorkerWorld();
    const { stored, ids, sinks } = createSink();
    world.worker('w1', { sinks }).start();
    await turns();
    await emitEach(world, numbered(1, 3));
    const since = world.clock.now();
    await emitEach(world, ['later']);
    await seconds(world.clock, 1);
    const before = [...stored.keys()];
    stored.clear();
    expect(await world.handlers.replay('acme', 'sink.log', { since })).toEqual({
      count: 2,
      rest: null,
    });
    await seconds(world.clock, 1);
    expect(new Set(ids())).toEqual(new Set(['3', 'later']));
    expect(before).toEqual(expect.arrayContaining([...stored.keys()]));
    expect((await world.handlers.replay('globex', 'sink.log')).count).toBe(0);
  });

  it('a worker that stops waits for what is being published, and a run that ends publishes what is due', async () => {
    const world = createWorkerWorld();
    const { calls, state, ids, sinks } = createSink();
    const worker = world.worker('w1', { sinks });
    worker.start();
    await turns();
    state.hangs = true;
    await emitEach(world, ['1']);
    await turns();
    let isStopped = false;
    const stopped = worker.stop().then(() => (isStopped = true));
    await turns();
    expect(isStopped).toBe(false);
    state.hangs = false;
    calls[0]?.end();
    await stopped;
    expect(ids()).toEqual(['1']);

    await emitEach(world, ['2']);
    await world.worker('w2', { sinks }).runOnce();
    expect([ids(), calls.length]).toEqual([['1', '2'], 2]);
  });
});
