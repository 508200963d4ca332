import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Lines that an error quotes: the reason is near the end. */
const LINES = 40;

/** The end of what `initdb` and Postgres wrote in this server's directory. */
export async function readServerLog(directory: string): Promise<string> {
  const log = await readFile(join(directory, 'server.log'), 'utf8').catch(() => '');
  return log.trimEnd().split('\n').slice(-LINES).join('\n');
}
