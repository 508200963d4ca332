/**
 * Emits events into the file that it is given, each with a row of its own, and prints the number of each after its commit. A
 * second argument is how many; without one it goes on until it is killed, in the middle of a transaction.
 */
import { uuidv7 } from '@stepward/core/adapter';
import Database from 'better-sqlite3';
import { createSqliteStorage } from '../src/index.js';
import { EVENT, record } from './samples.js';

const [file = '', count = 'endless'] = process.argv.slice(2);
const storage = createSqliteStorage({ database: new Database(file) });
const audited = { type: 'phi.accessed', target: null, details: {}, client: null } as const;

for (let number = 0; String(number) !== count; number += 1) {
  const id = uuidv7(new Date(), crypto.getRandomValues(new Uint8Array(10)));
  await storage.transaction(async (tx) => {
    await storage.appendEvent(tx, 'acme', { ...EVENT, event: { ...EVENT.event, id } });
    await new Promise((resolve) => setTimeout(resolve, 1));
    await tx.query('insert into emitted values ($1)', [id]);
  });
  const at = new Date();
  const entry = { id, at, actor: { type: 'system', id: file }, retainUntil: at } as const;
  await record(storage, { audit: [{ ...entry, ...audited }] });
  console.log(id);
}
