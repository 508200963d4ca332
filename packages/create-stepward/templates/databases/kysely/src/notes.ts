import { fromKysely } from '@stepward/postgres/transactions';
import { Kysely, PostgresDialect, type Generated } from 'kysely';
import { pool } from './database.js';
import { stepward } from './stepward.js';

const db = new Kysely<{ notes: { id: Generated<string>; text: string } }>({
  dialect: new PostgresDialect({ pool }),
});

export interface Note {
  readonly id: string;
  readonly text: string;
}

export async function createTables(): Promise<void> {
  await db.schema
    .createTable('notes')
    .ifNotExists()
    .addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
}

/** Stores a note and its event: both, or neither. */
export async function createNote(text: string): Promise<Note> {
  return db.transaction().execute(async (trx) => {
    const data = await trx
      .insertInto('notes')
      .values({ text })
      .returning(['id', 'text'])
      .executeTakeFirstOrThrow();
    const event = { type: 'note.created', tenantId: 'acme', data } as const;
    const emitted = await stepward.events.emit(event, { tx: fromKysely(trx) });
    if (emitted.isErr()) throw new Error(emitted.error.code);
    return data;
  });
}
