/** Debian's PgBouncer, if it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@stepward/dev-postgres';

/** Debian puts it where the path of an ordinary user does not lead. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` };

export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env }).error === undefined;

export interface PgBouncer {
  /** The same database behind the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts a pooler in transaction mode on 127.0.0.1, with two connections to each database of the server. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(file, settingsFor(new URL(serverUrl), port));
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const pooler = spawn('pgbouncer', [...user, file], { env, stdio: [...stdio] });
  const ended = once(pooler, 'exit');

  const lines: string[] = [];
  for await (const line of createInterface({ input: pooler.stderr })) {
    lines.push(line);
    if (line.includes('process up')) break;
  }
  rmSync(directory, { recursive: true });
  if (!lines.at(-1)?.includes('process up')) throw new Error(lines.join('\n'));
  pooler.stderr.resume();

  return {
    through: (url) => Object.assign(new URL(url), { port: String(port) }).href,
    async stop() {
      pooler.kill('SIGKILL');
      await ended;
    },
  };
}

/** It lets every client in: only this machine reaches it. */
function settingsFor({ hostname, port, username, password }: URL, ownPort: number): string {
  return `
[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(ownPort)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`;
}
