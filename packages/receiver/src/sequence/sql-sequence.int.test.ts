import { testDatabase } from '@stepward/dev-postgres';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sequenceContract } from '../../test/sequence-contract.js';
import { sequenceTable, sqlSequence } from './sql-sequence.js';

const database = await testDatabase();
const pool = database.pool({ max: 10 });

beforeAll(async () => {
  await pool.query(sequenceTable());
});

afterEach(async () => {
  await pool.query('truncate stepward_received_sequences');
});

describe('on Postgres', () => {
  it.each(sequenceContract)('$name', ({ run }) => run(sqlSequence(pool)));

  it('has its table where the host wants it, and makes it twice without harm', async () => {
    await pool.query('create schema if not exists app');
    for (let time = 0; time < 2; time += 1) await pool.query(sequenceTable('app.numbers'));
    await sqlSequence(pool, { table: 'app.numbers' }).replace("it's", null, 'a');
    const { rows } = await pool.query('select * from app.numbers');
    expect(rows).toEqual([{ subscriber: "it's", numbers: 'a' }]);
  });

  it('refuses what is no name of a table, and what runs no SQL', () => {
    expect(() => sqlSequence(pool, { table: 'a; drop table b' })).toThrow(TypeError);
    expect(() => sequenceTable('a"b')).toThrow(TypeError);
    expect(() => sqlSequence({} as never)).toThrow('sqlSequence: pass a pool or a client');
  });
});
