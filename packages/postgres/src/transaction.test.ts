import { silentLogger } from '@stepward/core';
import { expect, it } from 'vitest';
import type { PostgresClient, PostgresPool } from './index.js';
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
