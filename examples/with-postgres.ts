/**
 * Runs an example with what it needs from outside, unless the environment has it: `with-postgres.ts path/to/main.ts`
 * sets `DATABASE_URL` to a Postgres that ends with this process, and `CODE_KEY` to a random key.
 */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';

const [example] = process.argv.slice(2);
if (example === undefined) throw new TypeError('with-postgres.ts: name the file to run');

if (process.env['DATABASE_URL'] === undefined) {
  const postgres = await startEmbeddedPostgres();
  process.env['DATABASE_URL'] = postgres.url;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void postgres.stop().then(() => process.exit(0));
    });
  }
}
process.env['CODE_KEY'] ??= randomBytes(32).toString('base64');
await import(pathToFileURL(resolve(example)).href);
