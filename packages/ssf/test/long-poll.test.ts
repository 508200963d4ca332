import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStreams, type StreamStorage } from '../src/index.js';
import { createSsfWorld, type Got } from './ssf-world.js';

/** A world with a stream, whose polls tell when they begin to wait, and how often the stream was read. */
async function longPolling(options: { longPollMs?: number; storage?: StreamStorage } = {}) {
  const clock = createFixedClock();
  const memory = options.storage ?? createMemoryStreams();
  let reads = 0;
  const watchers: (() => void)[] = [];
  const timeouts: number[] = [];
  const world = await createSsfWorld({
    ...options,
    storage: {
      ...memory,
      held: (...asked) => {
        reads += 1;
        return memory.held(...asked);
      },
    },
    clock: {
      now: () => clock.now(),
      timeout(ms) {
        const signal = clock.timeout(ms);
        // 10 seconds are those for the body.
        if (ms !== 10_000) {
          timeouts.push(ms);
          watchers.shift()?.();
        }
        return signal;
      },
    },
  });
  const { stream_id: id } = await world.stream();
  const nextWait = () => new Promise<void>((resolve) => watchers.push(resolve));
  const ask = (body: object = {}): Promise<Got> =>
    world.ask('POST', `/streams/${id}/poll`, { body });
  /** A poll that waits by the time that this resolves. */
  async function waiting(body: object = {}): Promise<{ readonly answer: Promise<Got> }> {
    const waits = nextWait();
    const answer = ask(body);
    await waits;
    return { answer };
  }
  return { world, clock, id, ask, waiting, nextWait, timeouts, reads: () => reads };
}

const setsOf = ({ body }: Got): number => Object.keys(body.sets).length;

describe('a poll of a stream that holds nothing', () => {
  it.each([{}, { returnImmediately: false }])('waits, and gets what arrives: %j', async (body) => {
    const { world, waiting } = await longPolling();
    const { answer } = await waiting(body);
    await world.revoke();
    await world.deliver();
    expect(setsOf(await answer)).toBe(1);
  });

  it('gets the verification event that another request asks for', async () => {
    const { world, waiting, id } = await longPolling();
    const { answer } = await waiting();
    await world.ask('POST', '/verify', { body: { stream_id: id } });
    expect(setsOf(await answer)).toBe(1);
  });

  it('is answered without events after 30 seconds, having read the stream each 5 seconds', async () => {
    const { clock, waiting, nextWait, timeouts, reads } = await longPolling();
    const { answer } = await waiting();
    for (let time = 1; time < 6; time += 1) {
      const again = nextWait();
      clock.advance(5_000);
      await again;
    }
    clock.advance(5_000);
    expect((await answer).body).toEqual({ sets: {} });
    expect([timeouts.length, reads()]).toEqual([6, 7]);
  });

  it('finds what another process holds when it reads again', async () => {
    const storage = createMemoryStreams();
    const { clock, id, waiting } = await longPolling({ storage });
    const { answer } = await waiting();
    const event = { id: 'e-1', at: clock.now(), isUrgent: false, claims: CLAIMS };
    await storage.hold('acme', id, [event], { limit: 10, since: new Date(0) });
    clock.advance(5_000);
    expect(Object.keys((await answer).body.sets)).toEqual(['e-1']);
  });

  it.each([
    ['it is to return immediately', { returnImmediately: true }, {}],
    ['it only acknowledges', { maxEvents: 0 }, {}],
    ['the host wants no waiting', {}, { longPollMs: 0 }],
  ])('is answered at once where %s', async (_, body, options) => {
    const { ask, timeouts } = await longPolling(options);
    expect((await ask(body)).body).toEqual({ sets: {} });
    expect(timeouts).toEqual([]);
  });

  it('is answered at once while two others of the stream wait, and waits again when one has ended', async () => {
    const { world, waiting, ask, clock, nextWait } = await longPolling({ longPollMs: 1_000 });
    const waits = [await waiting(), await waiting()];
    expect((await ask()).body).toEqual({ sets: {} });
    clock.advance(1_000);
    for (const { answer } of waits) expect((await answer).body).toEqual({ sets: {} });
    const next = nextWait();
    const last = ask();
    await next;
    await world.revoke();
    await world.deliver();
    expect(setsOf(await last)).toBe(1);
  });

  it('is 404 where the stream was deleted meanwhile, and empty where it was disabled', async () => {
    const { world, waiting, clock, id } = await longPolling();
    const { answer } = await waiting();
    await world.ask('POST', '/status', { body: { stream_id: id, status: 'disabled' } });
    clock.advance(5_000);
    expect((await answer).body).toEqual({ sets: {} });
    await world.ask('POST', '/status', { body: { stream_id: id, status: 'enabled' } });
    const { answer: other } = await waiting();
    await world.ask('DELETE', `/streams?stream_id=${id}`);
    clock.advance(5_000);
    expect((await other).status).toBe(404);
  });
});

const CLAIMS = {
  iss: 'https://id.example.test/ssf/acme',
  jti: 'e-1',
  iat: 1_767_225_600,
  aud: 'receiver-1',
  txn: 'e-1',
  sub_id: { format: 'opaque', id: 'x' },
  events: {},
} as const;
