import { isStorageUnavailable, silentLogger } from '@stepward/core';
import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createIncidentLog } from './incident-log.js';
import type { PostgresClient, PostgresPool } from '../index.js';
import { inTransaction } from './transaction.js';

/** The state of the one client of a pool. */
interface Fate {
  readonly heard: string[];
  readonly destroyed: boolean[];
  listeners: number;
}

/** A pool whose client fails for given texts, and records its state. */
function poolFailing(...failing: readonly string[]): { pool: PostgresPool; fate: Fate } {
  const fate: Fate = { heard: [], destroyed: [], listeners: 0 };
  const client: PostgresClient = {
    async query({ text }) {
      fate.heard.push(text);
      if (failing.includes(text)) throw new Error(`${text} failed`);
      return { rows: [], rowCount: 0 };
    },
    release: (destroy) => fate.destroyed.push(destroy === true),
    on: () => (fate.listeners += 1),
    removeListener: () => (fate.listeners -= 1),
  };
  return { pool: { connect: () => Promise.resolve(client) }, fate };
}

it.each([
  { failing: [], ends: ['commit'], rejects: null, destroyed: false },
  { failing: ['begin'], ends: ['rollback'], rejects: 'begin failed', destroyed: false },
  { failing: ['begin', 'rollback'], ends: ['rollback'], rejects: 'begin failed', destroyed: true },
  {
    failing: ['commit'],
    ends: ['commit', 'rollback'],
    rejects: 'commit failed',
    destroyed: false,
  },
  {
    failing: ['commit', 'rollback'],
    ends: ['commit', 'rollback'],
    rejects: 'commit failed',
    destroyed: true,
  },
])(
  'where $failing fail, the client is given back once, and closed only if its state is unknown',
  async ({ failing, ends, rejects, destroyed }) => {
    const { pool, fate } = poolFailing(...failing);
    const running = inTransaction({ pool, logger: silentLogger }, 'begin', async () => 'done');

    if (rejects === null) expect(await running).toBe('done');
    else await expect(running).rejects.toThrow(rejects);

    expect(fate).toEqual({ heard: ['begin', ...ends], destroyed: [destroyed], listeners: 0 });
  },
);

it('a result that is not kept is rolled back, and answered even where that fails', async () => {
  const { pool, fate } = poolFailing('rollback');
  const refuse = async () => 'refused';
  const context = { pool, logger: silentLogger };
  expect(await inTransaction(context, 'begin', refuse, () => false)).toBe('refused');
  expect(fate).toEqual({ heard: ['begin', 'rollback'], destroyed: [true], listeners: 0 });
});

it('a server that does not answer in time is unavailable, and its connection is closed', async () => {
  const clock = createFixedClock();
  const { pool, fate } = poolFailing();
  const silent: PostgresPool = {
    async connect() {
      const client = await pool.connect();
      return { ...client, query: () => new Promise(() => undefined) };
    },
  };
  const context = { pool: silent, logger: silentLogger, clock, answerWithinMs: 10_000 };
  const running = inTransaction(context, 'begin', async () => 'done');
  const rejection = expect(running).rejects.toSatisfy(isStorageUnavailable);
  await expect.poll(() => fate.listeners).toBe(1);
  clock.advance(10_000);
  await rejection;
  expect(fate).toEqual({ heard: [], destroyed: [true], listeners: 0 });
});

it('a statement that was sent before an incident does not end it', async () => {
  const { pool } = poolFailing();
  const logger = createRecordingLogger();
  const incidents = createIncidentLog(logger);
  const context = { pool, logger: silentLogger, incidents };
  await inTransaction(
    {
      ...context,
      pool: {
        async connect() {
          const client = await pool.connect();
          const query: PostgresClient['query'] = async (asked) => {
            if (asked.text === 'begin') incidents.begin('another connection was lost');
            return client.query(asked);
          };
          return { ...client, query };
        },
      },
    },
    'begin',
    async () => expect(incidents.isAway()).toBe(true),
  );
  expect(logger.lines.map(({ level }) => level)).toEqual(['error', 'info']);
});

it('a connection that comes too late is closed', async () => {
  const clock = createFixedClock();
  const { pool, fate } = poolFailing();
  const waiting: ((client: PostgresClient) => void)[] = [];
  const arriving = new Promise<PostgresClient>((resolve) => waiting.push(resolve));
  const context = {
    pool: { connect: () => arriving },
    logger: silentLogger,
    clock,
    answerWithinMs: 10_000,
  };
  const running = inTransaction(context, 'begin', async () => 'done');
  clock.advance(10_000);
  await expect(running).rejects.toThrow('the database has not answered for 10000 ms');
  waiting[0]?.(await pool.connect());
  await expect.poll(() => fate.destroyed).toEqual([true]);
});
