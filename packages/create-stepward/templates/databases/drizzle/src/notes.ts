import { fromDrizzle } from '@stepward/postgres/transactions';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, pgTable, text as textColumn } from 'drizzle-orm/pg-core';
import { pool } from './database.js';
import { stepward } from './stepward.js';

const db = drizzle(pool);
const notes = pgTable('notes', {
  id: bigint({ mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  text: textColumn().notNull(),
});

export interface Note {
  readonly id: string;
  readonly text: string;
}

export async function createTables(): Promise<void> {
  await db.execute(
    sql`create table if not exists notes (id bigint generated always as identity primary key, text text not null)`,
  );
}

/** Stores a note and its event: both, or neither. */
export async function createNote(text: string): Promise<Note> {
  return db.transaction(async (tx) => {
    const [note] = await tx.insert(notes).values({ text }).returning();
    const data = { id: String(note?.id), text };
    const event = { type: 'note.created', tenantId: 'acme', data } as const;
    const emitted = await stepward.events.emit(event, { tx: fromDrizzle(tx) });
    if (emitted.isErr()) throw new Error(emitted.error.code);
    return data;
  });
}
