import { fromPostgresJs } from '@stepward/postgres/transactions';
import { sql } from './database.js';
import { stepward } from './stepward.js';

export interface Note {
  readonly id: string;
  readonly text: string;
}

export async function createTables(): Promise<void> {
  await sql`create table if not exists notes (id bigint generated always as identity primary key, text text not null)`;
}

/** Stores a note and its event: both, or neither. */
export async function createNote(text: string): Promise<Note> {
  return sql.begin(async (tx) => {
    const [data] = await tx<
      [Note]
    >`insert into notes (text) values (${text}) returning id::text, text`;
    const event = { type: 'note.created', tenantId: 'acme', data } as const;
    const emitted = await stepward.events.emit(event, { tx: fromPostgresJs(tx) });
    if (emitted.isErr()) throw new Error(emitted.error.code);
    return data;
  });
}
