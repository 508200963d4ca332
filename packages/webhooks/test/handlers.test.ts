import { systemCaller, type HandledEvent, type Handler } from '@stepward/core';
import { handlerId } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { noMetrics } from '../src/webhook-metrics.js';
import { ACCEPTED, createWorkerWorld, seconds, turns, type WorkerWorld } from './worker-world.js';

/** A call of a handler, which ends when the test says so. */
interface Call {
  readonly id: string;
  readonly by: string;
  readonly event: HandledEvent;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (reason: unknown) => void;
}

/** A handler that records its calls; each hangs unless `answer` is not undefined. */
function recording(name: string, parts: Partial<Handler> = {}) {
  const calls: Call[] = [];
  const state = { ends: true };
  const handlerBy = (by: string): Handler => ({
    name,
    events: ['user.deleted'],
    handle: (event, signal) =>
      new Promise<void>((resolve, reject) => {
        const { id } = event.data as { readonly id: string };
        const call = { id, by, event, signal, end: () => resolve(), fail: reject };
        calls.push(call);
        if (state.ends) resolve();
      }),
    ...parts,
  });
  const ids = (): readonly string[] => calls.map(({ id }) => id);
  return { calls, state, ids, handlerBy, handler: handlerBy('w1') };
}

async function statuses({ handlers }: WorkerWorld, name: string, tenantId = 'acme') {
  const { items } = await handlers.deliveries(tenantId, name);
  return items.map(({ status, attempts }) => [status, attempts]);
}

describe('a handler', () => {
  it('gets each event once, with its tenant, and the log has it under the name of the handler', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    world.worker('w1', { handlers: [mail.handler] }).start();
    await turns();
    await world.emit(['a']);
    await world.emit(['b'], 'globex');
    await turns();
    expect(mail.calls.map(({ event }) => event)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'user.deleted',
        tenantId: 'acme',
        organisationId: null,
        version: null,
        data: { id: 'a', deleted_at: '2026-01-01T00:00:00.000Z' },
        emittedAt: new Date('2026-01-01T00:00:00.000Z'),
        attempt: 1,
      },
      expect.objectContaining({ tenantId: 'globex' }),
    ]);
    expect(await statuses(world, 'mail')).toEqual([['delivered', 1]]);
    expect(await statuses(world, 'mail', 'globex')).toEqual([['delivered', 1]]);
    expect(await statuses(world, 'mail', 'initech')).toEqual([]);
  });

  it('adds nothing to the shards of subscribers that its worker reports', async () => {
    const world = createWorkerWorld();
    const owned: (number | null)[] = [];
    const metrics = { ...noMetrics, held: (shards: number | null) => owned.push(shards) };
    const worker = world.worker('w1', { handlers: [recording('mail').handler], metrics });
    worker.start();
    await turns();
    await worker.stop();
    expect(owned).toEqual([64, null]);
  });

  it('is no subscriber to a tenant, who can compute its id', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    world.worker('w1', { handlers: [mail.handler] }).start();
    await turns();
    await world.emit(['a']);
    await turns();
    const { subscribers, deliveries } = world.tenants;
    const [handled] = (await world.handlers.deliveries('acme', 'mail')).items;
    const [caller, id, deliveryId] = [systemCaller('acme'), handlerId('mail'), handled?.id ?? ''];
    const range = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' };
    const tried = [
      await subscribers.get('acme', id),
      await subscribers.change(caller, id, { url: 'https://hooks.example.com/' }),
      await subscribers.rotateSecret(caller, id),
      await subscribers.remove(caller, id),
      await deliveries.list('acme', id),
      await deliveries.get('acme', id, deliveryId),
      await deliveries.replay(caller, id, deliveryId),
      await deliveries.replayRange(caller, id, range),
      await deliveries.sendTest(caller, id),
    ];
    for (const result of tried) {
      expect(result._unsafeUnwrapErr()).toEqual({ code: 'subscriber_not_found' });
    }
    expect((await subscribers.list('acme')).items).toEqual([]);
    await turns();
    expect(mail.ids()).toEqual(['a']);
  });

  it('that throws or rejects has failed, and gets the event again when the schedule says so', async () => {
    const world = createWorkerWorld();
    const seen: number[] = [];
    const handle = ({ attempt }: HandledEvent): unknown => {
      seen.push(attempt);
      if (attempt === 1) throw new Error('the mail server is away');
      return attempt === 2 ? Promise.reject(new Error('and still is')) : null;
    };
    const { start, measured } = world.worker('w1', {
      handlers: [{ name: 'mail', events: ['user.*'], handle }],
    });
    start();
    await turns();
    await world.emit(['a']);
    await turns();
    expect(seen).toEqual([1]);
    await seconds(world.clock, 6);
    expect(seen).toEqual([1, 2]);
    await seconds(world.clock, 331);
    expect(seen).toEqual([1, 2, 3]);
    expect(await statuses(world, 'mail')).toEqual([['delivered', 3]]);
    const { items } = await world.handlers.deliveries('acme', 'mail');
    const found = await world.handlers.delivery('acme', 'mail', items[0]?.id ?? '');
    expect(found?.attempts.map(({ failure, statusCode }) => [failure, statusCode])).toEqual([
      ['handler_failed', null],
      ['handler_failed', null],
      [null, null],
    ]);
    expect(measured.map(({ handler, result, failure }) => [handler, result, failure])).toEqual([
      ['mail', 'retried', 'handler_failed'],
      ['mail', 'retried', 'handler_failed'],
      ['mail', 'delivered', null],
    ]);
    expect(world.log.lines()).toEqual([
      [
        'warn',
        expect.objectContaining({
          ...{ handler: 'mail', attempt: 1, failure: 'handler_failed' },
          why: 'the mail server is away',
        }),
        'a handler failed',
      ],
      ['debug', expect.objectContaining({ attempt: 2 }), 'a handler failed'],
    ]);
  });

  it('that changes the event, or throws what cannot be described, has failed, and gets the event again as it was', async () => {
    const world = createWorkerWorld();
    const seen: string[] = [];
    const handle = (event: HandledEvent): unknown => {
      seen.push(JSON.stringify({ ...event, attempt: 0 }));
      event.emittedAt.setTime(0);
      Object.assign(event.data as object, { id: 'another' });
      throw new Proxy(new Error('gone'), {
        get: () => {
          throw new Error('it cannot be read');
        },
      });
    };
    world.worker('w1', { handlers: [{ name: 'mail', events: ['user.*'], handle }] }).start();
    await turns();
    await world.emit(['a']);
    await turns();
    await seconds(world.clock, 6);
    expect(seen).toHaveLength(2);
    expect(new Set(seen).size).toBe(1);
    expect(await statuses(world, 'mail')).toEqual([['pending', 2]]);
  });

  it('that fails for the last time is reported in the log, and to no tenant', async () => {
    const world = createWorkerWorld();
    const handle = (): never => {
      throw new Error('no');
    };
    const handlers = [{ name: 'mail', events: ['*'], handle }];
    world.worker('w1', { handlers, pollMs: 60_000 }).start();
    await turns();
    await world.emit(['a']);
    await turns();
    for (let hour = 0; hour < 24 * 5; hour += 1) {
      world.clock.advance(3_600_000);
      await turns();
      world.clock.advance(60_000);
      await turns();
    }
    expect(await statuses(world, 'mail')).toEqual([['exhausted', 10]]);
    expect(world.log.lines()).toContainEqual([
      'error',
      expect.objectContaining({ tenantId: 'acme', handler: 'mail', attempt: 10 }),
      'a handler got an event for the last time',
    ]);
    expect(await world.emitted()).toEqual(['user.deleted']);
  });

  it('that hangs has failed after its timeout, and gets the event again', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail', { timeoutMs: 2_000 });
    mail.state.ends = false;
    world.worker('w1', { handlers: [mail.handler] }).start();
    await turns();
    await world.emit(['a']);
    await turns();
    await seconds(world.clock, 1);
    expect(mail.calls[0]?.signal.aborted).toBe(false);
    await seconds(world.clock, 1);
    expect(mail.calls[0]?.signal.aborted).toBe(true);
    mail.state.ends = true;
    await seconds(world.clock, 6);
    expect(mail.ids()).toEqual(['a', 'a']);
    expect(await statuses(world, 'mail')).toEqual([['delivered', 2]]);
  });
});

describe('handlers and webhooks do not hold each other up', () => {
  it('one that hangs for many tenants leaves the webhooks of all tenants and other handlers alone', async () => {
    const world = createWorkerWorld();
    const [hung, other] = [recording('hung'), recording('other')];
    hung.state.ends = false;
    await world.subscribe('acme');
    world.answerAll(ACCEPTED);
    const options = { handlers: [hung.handler, other.handler], concurrency: 2 };
    world.worker('w1', options).start();
    await turns();
    for (let number = 0; number < 40; number += 1) {
      await world.emit([String(number)], `tenant-${String(number)}`);
    }
    await world.emit(['a']);
    await turns(50);
    await seconds(world.clock, 1);
    expect(hung.calls).toHaveLength(16);
    expect(world.ids()).toEqual(['a']);
    expect(other.calls).toHaveLength(41);
  });

  it('subscribers that hang leave handlers alone', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    await world.subscribe('acme', 20);
    world.worker('w1', { handlers: [mail.handler], concurrency: 4 }).start();
    await turns();
    await world.emit(['a', 'b']);
    await turns(50);
    await seconds(world.clock, 1);
    expect(mail.ids().toSorted()).toEqual(['a', 'b']);
  });

  it('the flood of one tenant leaves a quiet one its turn', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail', { concurrency: 4 });
    mail.state.ends = false;
    world.worker('w1', { handlers: [mail.handler] }).start();
    await turns();
    await world.emit(Array.from({ length: 100 }, (_, number) => `flood-${String(number)}`));
    await turns(50);
    await seconds(world.clock, 1);
    expect(mail.calls).toHaveLength(3);
    await world.emit(['quiet'], 'globex');
    await turns(50);
    await seconds(world.clock, 1);
    expect(mail.ids().at(-1)).toBe('quiet');
  });
});

describe('a handler in several processes', () => {
  it('runs in one of them at a time, and another one takes over', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    const one = world.worker('w1', { handlers: [mail.handlerBy('w1')] });
    const two = world.worker('w2', { handlers: [mail.handlerBy('w2')] });
    one.start();
    await turns();
    two.start();
    await seconds(world.clock, 10);
    await world.emit(['a', 'b', 'c']);
    await seconds(world.clock, 2);
    expect(mail.calls.map(({ by }) => by)).toEqual(['w1', 'w1', 'w1']);
    await one.stop();
    await seconds(world.clock, 6);
    await world.emit(['d']);
    await seconds(world.clock, 2);
    expect(mail.calls.slice(3).map(({ by, id }) => [by, id])).toEqual([['w2', 'd']]);
  });

  it('waits for a process that has it, which others dispatch for, and is reported as missing meanwhile', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    const first = world.worker('w1', { handlers: [mail.handler] });
    first.start();
    await turns();
    await first.stop();
    world.worker('w2').start();
    await turns();
    await world.emit(['a']);
    await seconds(world.clock, 30);
    expect(mail.calls).toEqual([]);
    expect(await statuses(world, 'mail')).toEqual([['pending', 0]]);
    const { lagMs, handlers } = await world.outbox.queueState();
    expect(lagMs).toBe(30_000);
    expect(handlers).toMatchObject([{ name: 'mail', isRunning: false }]);

    world.worker('w3', { handlers: [mail.handlerBy('w3')] }).start();
    await seconds(world.clock, 2);
    expect(mail.calls.map(({ by, id }) => [by, id])).toEqual([['w3', 'a']]);
    expect(await world.outbox.queueState()).toMatchObject({
      ...{ lagMs: 0, handlers: [{ isRunning: true }] },
    });
  });

  it('of which one dies gets what it had under way again, once its lease has ended', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    mail.state.ends = false;
    const one = world.worker('w1', { handlers: [mail.handlerBy('w1')] });
    one.start();
    await turns();
    await world.emit(['a']);
    await seconds(world.clock, 1);
    one.isCutOff = true;
    mail.state.ends = true;
    world.worker('w2', { handlers: [mail.handlerBy('w2')] }).start();
    await seconds(world.clock, 25);
    expect(mail.calls.map(({ by, id }) => [by, id])).toEqual([
      ['w1', 'a'],
      ['w2', 'a'],
    ]);
  });
});

describe('a worker that is stopped while a handler runs', () => {
  it('waits for it, stores its result, and calls nothing more', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail', { concurrency: 1 });
    mail.state.ends = false;
    const worker = world.worker('w1', { handlers: [mail.handler] });
    worker.start();
    await turns();
    await world.emit(['a', 'b']);
    await turns();
    const stopping = worker.stop();
    await seconds(world.clock, 5);
    expect(await statuses(world, 'mail')).toEqual([
      ['pending', 0],
      ['pending', 0],
    ]);
    mail.calls[0]?.end();
    await stopping;
    expect(mail.calls).toHaveLength(1);
    expect((await statuses(world, 'mail')).toSorted()).toEqual([
      ['delivered', 1],
      ['pending', 0],
    ]);
  });

  it('ends within the timeout of one that hangs, and the next process gets the event again', async () => {
    const world = createWorkerWorld();
    const mail = recording('mail');
    mail.state.ends = false;
    const worker = world.worker('w1', { handlers: [mail.handler] });
    worker.start();
    await turns();
    await world.emit(['a']);
    await turns();
    const stopping = worker.stop();
    await seconds(world.clock, 15);
    await stopping;
    mail.state.ends = true;
    world.worker('w2', { handlers: [mail.handlerBy('w2')] }).start();
    await seconds(world.clock, 6);
    expect(mail.calls.map(({ by, event }) => [by, event.attempt])).toEqual([
      ['w1', 1],
      ['w2', 2],
    ]);
  });
});

it('a worker that is started twice calls its handlers once', async () => {
  const world = createWorkerWorld();
  const mail = recording('mail');
  const worker = world.worker('w1', { handlers: [mail.handler] });
  worker.start();
  worker.start();
  await turns();
  await world.emit(['a']);
  await turns();
  expect(mail.ids()).toEqual(['a']);
});

it('a run that ends handles what is due', async () => {
  const world = createWorkerWorld();
  const mail = recording('mail');
  const worker = world.worker('w1', { handlers: [mail.handler] });
  await worker.runOnce();
  await world.emit(['a']);
  await worker.runOnce();
  expect(mail.ids()).toEqual(['a']);
});
