import { describe, expect, it } from 'vitest';
import { type HostTransaction, ok } from '@stepward/core';
import type { StoredEvent } from '@stepward/core/adapter';
import { createMemoryStorage, type MemoryStorage } from './memory-storage.js';

const TENANT = 'acme';

function eventNo(number: number): StoredEvent {
  return {
    id: `0000000${number}-0000-4000-8000-000000000000`,
    type: 'user.deleted',
    organisationId: null,
    data: '{}',
    emittedAt: new Date('2026-01-01T00:00:00.000Z'),
    expiresAt: null,
    version: null,
  };
}

async function append(
  storage: MemoryStorage,
  tx: HostTransaction,
  number: number,
  tenantId = TENANT,
): Promise<void> {
  expect(
    await storage.appendEvent(tx, tenantId, {
      event: eventNo(number),
      patterns: [],
      orderingKey: null,
    }),
  ).toBe('appended');
}

async function eventCount(storage: MemoryStorage, tenantId = TENANT): Promise<number> {
  const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const listed = await storage.run({ tenantId }, async ({ events }) =>
    ok(await events.list(all, { limit: 100, position: null })),
  );
  return listed._unsafeUnwrap().items.length;
}

describe('a transaction of the storage in memory', () => {
  it('stores its events when its work has succeeded, and gives back what the work gave', async () => {
    const storage = createMemoryStorage();
    const answer = await storage.transaction(async (tx) => {
      await append(storage, tx, 1);
      await append(storage, tx, 1);
      await append(storage, tx, 2, 'globex');
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
    await storage.transaction((tx) => append(storage, tx, 1));
    expect(await eventCount(storage)).toBe(1);
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

  it('refuses SQL, and says what to do, unless it was given a way to run it', async () => {
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
