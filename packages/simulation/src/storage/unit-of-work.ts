import { err, ok, StorageBusy } from '@stepward/core';
import {
  LOCK_BOUNDS,
  msBetween,
  type UnitOfWorkScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import type { Client } from './client.js';
import type { DatabaseServer } from './database-server.js';
import type { Statement } from './statements.js';

/**
 * A transaction under READ COMMITTED. Each statement sees what was committed when it began, and what the transaction wrote
 * before. Writes hold their rows until the end, and are there for others with the commit.
 */
export interface Transaction {
  /** Waits for locks. */
  lock(names: readonly string[], whenBusy: 'refuse' | 'wait'): Promise<void>;
  execute(statement: Statement): Promise<unknown>;
  /** Has an effect while it alone holds these locks, and frees them at once. */
  alone<T>(
    names: readonly string[],
    whenBusy: 'refuse' | 'wait',
    label: string,
    effect: () => Promise<T>,
  ): Promise<T>;
  commit(): Promise<void>;
  /** Frees what it holds; what it wrote and did not commit never was. */
  end(): void;
}

export function beginTransaction(
  { memory, locks }: DatabaseServer,
  client: Client,
  tenantId: string,
): Transaction {
  const writes: Statement['run'][] = [];
  const self = {};
  let isOpen = true;

  /** Runs what was written and then this, on what is committed now, and takes it back. */
  async function attempt(run: Statement['run']): Promise<unknown> {
    const undone = await memory.run<never, unknown>({ tenantId }, async (stores) =>
      err(await replay(stores, [...writes, run])),
    );
    return undone.isErr() ? undone.error : null;
  }

  /** Has an effect once the locks are held. A wait is bounded where there are bounds, and is judged when it ends. */
  async function holding<T>(
    names: readonly string[],
    label: string,
    effect: () => T | Promise<T>,
    whenBusy: UnitOfWorkScope['whenBusy'] = 'wait',
  ): Promise<T> {
    const held = names.map((name) => JSON.stringify([tenantId, name]));
    const since = client.clock.now();
    for (;;) {
      const done = await client.call(label, async () =>
        isOpen && locks.take(held, self) ? { answer: await effect() } : null,
      );
      if (done !== null) return done.answer;
      if (!isOpen) throw new TypeError('this transaction has ended');
      await locks.freed(held, self);
      const waitedMs = msBetween(since, client.clock.now());
      if (whenBusy === 'refuse' && waitedMs > LOCK_BOUNDS.waitMs) {
        throw new StorageBusy('waited too long for a lock');
      }
    }
  }

  return {
    async lock(names, whenBusy) {
      for (const name of names.toSorted()) {
        await holding([name], `lock ${name}`, () => undefined, whenBusy);
      }
    },
    async execute({ label, isRead, rows, run }) {
      const answer = await holding(rows, label, () => attempt(run));
      if (!isRead) writes.push(run);
      return answer;
    },
    alone: (names, whenBusy, label, effect) =>
      holding(names, label, () => effect().finally(() => locks.end(self)), whenBusy),
    commit: () =>
      client.call('commit', async () => {
        if (!isOpen) throw new TypeError('this transaction has ended');
        try {
          const done = await memory.run({ tenantId }, async (stores) =>
            ok(await replay(stores, writes)),
          );
          done._unsafeUnwrap();
        } finally {
          isOpen = false;
          locks.end(self);
        }
      }),
    end() {
      isOpen = false;
      locks.end(self);
    },
  };
}

async function replay(stores: WebhookStores, runs: readonly Statement['run'][]): Promise<unknown> {
  let last: unknown;
  for (const run of runs) last = await run(stores);
  return last;
}
