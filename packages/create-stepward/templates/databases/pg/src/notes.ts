import type { PoolClient } from 'pg';
import { pool } from './database.js';
import { stepward } from './stepward.js';

export interface Note {
  readonly id: string;
  readonly text: string;
}

export async function createTables(): Promise<void> {
  await pool.query(
    'create table if not exists notes (id bigint generated always as identity primary key, text text not null)',
  );
}

/** Stores a note and its event: both, or neither. */
export async function createNote(text: string): Promise<Note> {
  return inTransaction(async (tx) => {
    const sql = 'insert into notes (text) values ($1) returning id::text, text';
    const { rows } = await tx.query<Note>(sql, [text]);
    const [data] = rows as [Note];
    const emitted = await stepward.events.emit(
      { type: 'note.created', tenantId: 'acme', data },
      { tx },
    );
    if (emitted.isErr()) throw new Error(emitted.error.code);
    return data;
  });
}

async function inTransaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
  const tx = await pool.connect();
  try {
    await tx.query('begin');
    const result = await work(tx);
    await tx.query('commit');
    return result;
  } catch (error) {
    await tx.query('rollback');
    throw error;
  } finally {
    tx.release();
  }
}
