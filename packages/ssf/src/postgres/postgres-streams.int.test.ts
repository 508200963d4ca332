import { testDatabase } from '@stepward/dev-postgres';
import { describe, expect, it } from 'vitest';
import { sampleStream, streamStorageContract } from '../../test/stream-storage-contract.js';
import { createPostgresStreams, migrateStreams } from './index.js';

const database = await testDatabase();
const pool = database.pool({ max: 8 });
await migrateStreams({ pool });

streamStorageContract(async () => createPostgresStreams({ pool }));

describe('the tables of streams', () => {
  it('are made once, also by parallel calls, in the schema that is named', async () => {
    const schema = 'other "streams"';
    await Promise.all([1, 2, 3].map(() => migrateStreams({ pool, schema })));
    const storage = createPostgresStreams({ pool, schema });
    const stream = sampleStream();
    await storage.insert(stream, 1);
    await migrateStreams({ pool, schema });
    expect(await storage.find('acme', stream.id)).toEqual(stream);
    expect(await createPostgresStreams({ pool }).find('acme', stream.id)).toBeNull();
  });

  it('show no row where no tenant is set, and none of another tenant', async () => {
    const stream = sampleStream();
    await createPostgresStreams({ pool }).insert(stream, 1);
    const count = async (tenantId: string | null) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        if (tenantId !== null) {
          await client.query(`select set_config('stepward.tenant_id', $1, true)`, [tenantId]);
        }
        const { rows } = await client.query(
          'select count(*)::int as count from stepward_ssf.streams where stream_id = $1',
          [stream.id],
        );
        return (rows as [{ count: number }])[0].count;
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    expect([await count(null), await count('globex'), await count('acme')]).toEqual([0, 0, 1]);
  });

  it('are not read for a text that cannot be a tenant id', async () => {
    const storage = createPostgresStreams({ pool });
    await expect(storage.find(`acme'; select 1; --`, 'x')).rejects.toThrow('tenantId must be');
  });
});

it('a failed statement gives its client back, and the pool goes on', async () => {
  const one = database.pool({ max: 1 });
  const storage = createPostgresStreams({ pool: one, schema: 'not_there' });
  await expect(storage.find('acme', 'x')).rejects.toThrow('not_there');
  expect(await createPostgresStreams({ pool: one }).find('acme', 'x')).toBeNull();
});

it.each([
  ['pool', () => createPostgresStreams({ pool: {} as never })],
  ['schema', () => createPostgresStreams({ pool, schema: '' })],
])('names the option that is wrong: %s', (name, create) => {
  expect(create).toThrow(`createPostgresStreams: ${name} must be`);
});
