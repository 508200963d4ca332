import type { HostTransaction } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
const stepward = stepwardOver(storage);

describe('an event in a transaction of the host', () => {
  const tenantId = 'acme';
  const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' };

  async function inTransaction(work: (tx: HostTransaction) => Promise<void>): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await work(client);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  it('leaves the transaction usable if it is refused', async () => {
    await inTransaction(async (tx) => {
      const invalid = { type: 'user.deleted', tenantId, data: {} };
      const refused = await stepward.events.emitUntyped(invalid, { tx });
      expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'event_invalid' });
      expect((await tx.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });
  });

  it('opens no tenant to the rest of the transaction', async () => {
    await inTransaction(async (tx) => {
      const emitted = await stepward.events.emit({ type: 'user.deleted', tenantId, data }, { tx });
      expect(emitted.isOk()).toBe(true);
      const { rows } = await tx.query('select event_id from stepward.outbox');
      expect(rows).toEqual([]);
    });
  });
});

describe('the tenant that a connection is set to', () => {
  const setting = async (client: pg.PoolClient): Promise<unknown> => {
    const { rows } = await client.query<{ tenant: unknown }>(
      `select current_setting('stepward.tenant_id', true) as tenant`,
    );
    return rows[0]!.tenant;
  };
  const append = (client: pg.PoolClient, id: string, data = '{}') =>
    storage.appendEvent(client, 'globex', {
      event: {
        id,
        type: 'user.deleted',
        organisationId: null,
        data,
        emittedAt: new Date(0),
        expiresAt: null,
        version: null,
      },
      patterns: [],
      orderingKey: null,
    });
  const ID = '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21';

  it.each([
    ['for the transaction', 'set local', 'acme', ''],
    ['for the session', 'set', 'acme', 'acme'],
  ])('%s is the same after an event of another tenant', async (_, set, during, after) => {
    const client = await database.pool({ max: 1 }).connect();
    try {
      await client.query(`begin; ${set} stepward.tenant_id = 'acme'`);
      expect(await append(client, ID)).toBe('appended');
      expect(await setting(client)).toBe(during);
      await client.query('commit');
      expect(await setting(client)).toBe(after);
    } finally {
      client.release();
    }
  });

  it('is the same after an event that the database refuses within a savepoint', async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; set local stepward.tenant_id = 'acme'; savepoint before_event`);
      await expect(append(client, ID, 'zero \0')).rejects.toMatchObject({ code: '22021' });
      await client.query('rollback to before_event');
      await expect(append(client, 'no uuid')).rejects.toMatchObject({ code: '22P02' });
      await client.query('rollback to before_event');
      expect(await setting(client)).toBe('acme');
      expect(await append(client, ID)).toBe('appended');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
