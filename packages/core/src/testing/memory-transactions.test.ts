import { describe, expect, it } from 'vitest';
import { ok } from 'neverthrow';
import type { HostTransaction } from '../ports/host-transaction.js';
import { eventNo } from './contract/event-samples.js';
import { createMemoryStorage, type MemoryStorage } from './memory-storage.js';

const TENANT = 'acme';

async function append(
  storage: MemoryStorage,
  tx: HostTransaction,
  number: number,
  tenantId = TENANT,
): Promise<boolean> {
  const outcome = await storage.appendEvent(tx, tenantId, eventNo(number), []);
  return outcome === 'appended';
}

async function eventCount(storage: MemoryStorage, tenantId = TENANT): Promise<number> {
  const all = { type: null, organisationId: null, since: null, until: null };
  const listed = await storage.run({ tenantId }, async ({ events }) =>
    ok(await events.list(all, { limit: 100, position: null })),
  );
  return listed._unsafeUnwrap().items.length;
}

describe('a transaction of the storage in memory', () => {
  it('stores its events when its work has succeeded, and gives back what the work gave', async () => {
    const storage = createMemoryStorage();
    const answer = await storage.transaction(async (tx) => {
      expect(await append(storage, tx, 1)).toBe(true);
      expect(await append(storage, tx, 1)).toBe(false);
      expect(await append(storage, tx, 2, 'globex')).toBe(true);
      expect(await eventCount(storage)).toBe(0);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await eventCount(storage)).toBe(1);
    expect(await eventCount(storage, 'globex')).toBe(1);
  });

  it('loses its events when its work throws, and throws the error again', async () => {
    const storage = createMemoryStorage();
    const failing = storage.transaction(async (tx) => {
      await append(storage, tx, 1);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await eventCount(storage)).toBe(0);
    expect(await storage.transaction((tx) => append(storage, tx, 1))).toBe(true);
  });

  it('is refused after its end, and so is one of another storage or of a database', async () => {
    const storage = createMemoryStorage();
    const ended = await storage.transaction((tx) => Promise.resolve({ tx }));
    const foreign: HostTransaction = { query: () => Promise.resolve({ rows: [] }) };
    await expect(append(storage, ended.tx, 1)).rejects.toThrow('this transaction has ended');
    await expect(append(storage, foreign, 1)).rejects.toThrow('not a transaction of this storage');
    await createMemoryStorage().transaction(async (tx) => {
      await expect(append(storage, tx, 1)).rejects.toThrow('not a transaction of this storage');
    });
    expect(await eventCount(storage)).toBe(0);
  });

  it.each([
    ['commits, and then finds its event there', true, false],
    ['rolls back, and then appends the event itself', false, true],
  ])('waits for another with the same event until that %s', async (_, isKept, isNew) => {
    const storage = createMemoryStorage();
    const answers: Promise<boolean>[] = [];
    const first = storage.transaction(async (tx) => {
      await append(storage, tx, 1);
      answers.push(storage.transaction((other) => append(storage, other, 1)));
      if (!isKept) throw new Error('rolled back');
    });
    await first.catch(() => undefined);
    expect(await Promise.all(answers)).toEqual([isNew]);
    expect(await eventCount(storage)).toBe(1);
  });

  it('fails rather than hangs where two wait for each other', async () => {
    const storage = createMemoryStorage();
    const outcomes = await Promise.allSettled([
      storage.transaction(async (tx) => {
        await append(storage, tx, 1);
        await append(storage, tx, 2);
      }),
      storage.transaction(async (tx) => {
        await append(storage, tx, 2);
        await append(storage, tx, 1);
      }),
    ]);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.map(({ reason }) => String(reason))).toEqual([
      expect.stringContaining('deadlock'),
    ]);
    expect(await eventCount(storage)).toBe(2);
  });

  it('refuses SQL, and says what to do, unless it was told how to run it', async () => {
    const refusing = createMemoryStorage();
    const refused = refusing.transaction((tx) => tx.query('select 1'));
    await expect(refused).rejects.toThrow('storage in memory runs no SQL: pass a directory');

    const running = createMemoryStorage({
      query: (text, values) => Promise.resolve({ rows: [{ text, values }] }),
    });
    const { rows } = await running.transaction((tx) => tx.query('select $1', ['one']));
    expect(rows).toEqual([{ text: 'select $1', values: ['one'] }]);
  });
});
