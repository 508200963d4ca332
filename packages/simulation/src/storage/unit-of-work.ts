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
  /** The statements that were answered, in their order. */
  readonly executed: readonly Statement[];
  /** @param onCommitted is called when it has committed, though the answer may be lost */
  commit(onCommitted: () => void): Promise<void>;
  /** Frees what it holds; what it wrote and did not commit never was. */
  end(): void;
}

export function beginTransaction(
  { memory, locks }: DatabaseServer,
  client: Client,
  tenantId: string,
): Transaction {
  const executed: Statement[] = [];
  const self = {};
  let isOpen = true;

  /** Runs what was written and then these, on what is committed now. */
  async function replay(stores: WebhookStores, last: readonly Statement[]): Promise<unknown> {
    let answer: unknown;
    for (const { run } of [...executed.filter(({ isRead }) => !isRead), ...last]) {
      answer = await run(stores, memory);
    }
    return answer;
  }

  /** Runs a statement after what was written, and takes all of it back. */
  async function attempt(statement: Statement): Promise<unknown> {
    const undone = await memory.run<never, unknown>({ tenantId }, async (stores) =>
      err(await replay(stores, [statement])),
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
    executed,
    async execute(statement) {
      const { label, rows } = statement;
      const answer = await holding(rows, label, () => attempt(statement));
      executed.push(statement);
      return answer;
    },
    alone: (names, whenBusy, label, effect) =>
      holding(names, label, () => effect().finally(() => locks.end(self)), whenBusy),
    commit: (onCommitted) =>
      client.call('commit', async () => {
        if (!isOpen) throw new TypeError('this transaction has ended');
        try {
          const done = await memory.run({ tenantId }, async (stores) =>
            ok(await replay(stores, [])),
          );
          done._unsafeUnwrap();
          onCommitted();
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
