import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, testDatabase } from '@stepward/dev-postgres';
import { deduplicationTable, sequenceTable, testEvent } from '@stepward/receiver';
import { expect, it } from 'vitest';
import { programOf, readPage, root } from './docs/pages.js';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

const database = await testDatabase();
const pool = database.pool();

/** Runs the page's program until `work` is done. It has printed its one line by then. */
async function withProgram(work: (url: string, printed: string) => Promise<void>): Promise<void> {
  const folder = join(root, 'node_modules/.cache/stepward');
  const file = join(folder, `receiver-readme-${randomBytes(4).toString('hex')}.mts`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, programOf(readPage('packages/receiver/README.md')));
  const PORT = String(await freePort());
  const secrets = { WEBHOOK_SECRET: SECRET, SHOP_SECRET: SECRET };
  const env = { ...process.env, DATABASE_URL: database.url, ...secrets, PORT };
  const flags = ['--conditions=@stepward/source', '--import', 'tsx'];
  const program = spawn(process.execPath, [...flags, file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  try {
    const lines = createInterface(program.stdout);
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
    await work(`http://127.0.0.1:${PORT}/webhooks`, line ?? '');
  } finally {
    program.kill('SIGKILL');
    await ended;
    rmSync(file);
  }
}

it("the receiver's README receives what it shows, each event once", async () => {
  const tables = deduplicationTable() + sequenceTable();
  await pool.query(`create table members (id text, email text); ${tables}`);
  const members = async () => (await pool.query('select id, email from members')).rows;

  await withProgram(async (url, printed) => {
    expect(printed).toBe('204');
    expect(await members()).toEqual([{ id: 'usr_7f3a', email: 'zoe@example.com' }]);

    const delivery = await testEvent('user.created', { secret: SECRET, data: { id: 'usr_2' } });
    for (let time = 0; time < 2; time += 1) {
      expect((await fetch(url, { method: 'POST', ...delivery })).status).toBe(204);
    }
    expect(await members()).toHaveLength(2);
    const forged = await testEvent('user.created', { secret: `${SECRET}x` });
    expect((await fetch(url, { method: 'POST', ...forged })).status).toBe(400);
    expect(await members()).toHaveLength(2);
  });
});
