/** The kinds of failure, by the name of their row in docs/operations/failures.md. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Observed, Stage } from './stage.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export interface FailureStage extends Stage {
  /** Only where the failure is one of Redis. */
  readonly redis: ChildProcess | null;
  /** The directory of the file system that holds the database, which may be filled; null where it is shared. */
  readonly ownDisk: string | null;
}

export interface Failure {
  /** Begins it, and returns what ends it. */
  readonly begin: (stage: FailureStage) => Promise<() => Promise<void>>;
  readonly seconds: number;
  readonly workers?: number;
  readonly needs?: 'redis' | 'a disk of its own';
  /** Milliseconds that the receiver takes until the end; 0. */
  readonly answerAfterMs?: number;
}

export const FAILURES: Readonly<Record<string, Failure>> = {
  'nothing fails': { seconds: 10, begin: () => Promise.resolve(nothing) },

  'Postgres is killed, and is back after 6 seconds': {
    seconds: 6,
    async begin({ postgres }) {
      await postgres.crash();
      return () => postgres.restart();
    },
  },

  'Postgres is frozen for 20 seconds': { seconds: 20, begin: freezePostgres },
  'Postgres is frozen for 75 seconds': { seconds: 75, begin: freezePostgres },

  'the role gets no more connections': {
    seconds: 15,
    begin: ({ postgres }) =>
      asAdmin(postgres, async (admin) => {
        await admin.query(`alter role ${roleOf(postgres)} connection limit 3; ${END_CONNECTIONS}`);
        return () =>
          asAdmin(postgres, async (again) => {
            await again.query(`alter role ${roleOf(postgres)} connection limit -1`);
          });
      }),
  },

  'all connections are cut each second': {
    seconds: 15,
    begin({ postgres }) {
      const timer = setInterval(
        () => void asAdmin(postgres, (admin) => admin.query(END_CONNECTIONS)).catch(nothing),
        1_000,
      );
      return Promise.resolve(async () => clearInterval(timer));
    },
  },

  'the disk is full for 15 seconds': {
    seconds: 15,
    needs: 'a disk of its own',
    begin({ ownDisk }) {
      const file = join(ownDisk ?? '', 'full');
      // Until nothing more fits; the server writes as well.
      try {
        for (const block = Buffer.alloc(4_096); ;) appendFileSync(file, block);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
      return Promise.resolve(async () => rmSync(file));
    },
  },

  'failover: all connections are cut, and new ones are read-only for 3 seconds': {
    seconds: 3,
    async begin({ postgres }) {
      const setReadOnly = (value: 'on' | 'off'): Promise<void> =>
        asAdmin(postgres, async (admin) => {
          await admin.query(`alter system set default_transaction_read_only = ${value}`);
          await admin.query(`select pg_reload_conf()`);
        });
      await setReadOnly('on');
      await asAdmin(postgres, (admin) => admin.query(END_CONNECTIONS));
      return () => setReadOnly('off');
    },
  },

  'a worker of three is killed every 3.5 seconds, and another started': {
    seconds: 30,
    workers: 3,
    answerAfterMs: 300,
    begin(stage) {
      const timer = setInterval(() => {
        void stage.workers.shift()?.kill('SIGKILL');
        stage.start('worker');
      }, 3_500);
      return Promise.resolve(async () => clearInterval(timer));
    },
  },

  'a worker is frozen for 20 seconds': {
    seconds: 20,
    begin({ workers }) {
      workers[0]?.process.kill('SIGSTOP');
      return Promise.resolve(async () => void workers[0]?.process.kill('SIGCONT'));
    },
  },

  'a worker gets SIGTERM with attempts of 5 seconds under way': {
    seconds: 10,
    answerAfterMs: 5_000,
    async begin({ workers }) {
      await workers.shift()?.kill('SIGTERM');
      return nothing;
    },
  },

  'the clock of one worker is an hour ahead': {
    seconds: 35,
    begin: ({ workers }) => setClocks(workers.slice(0, 1), HOUR_MS),
  },
  'the clock of one worker is an hour behind': {
    seconds: 35,
    begin: ({ workers }) => setClocks(workers.slice(0, 1), -HOUR_MS),
  },
  'the clocks of all workers are an hour ahead': {
    seconds: 35,
    begin: ({ workers }) => setClocks(workers, HOUR_MS),
  },
  'the clocks of all workers are an hour behind': {
    seconds: 35,
    begin: ({ workers }) => setClocks(workers, -HOUR_MS),
  },
  'the clock of a host is 2 minutes ahead': {
    seconds: 35,
    begin: ({ hosts }) => setClocks(hosts.slice(0, 1), 2 * MINUTE_MS),
  },

  'Redis is killed': {
    seconds: 10,
    needs: 'redis',
    async begin({ redis }) {
      redis?.kill('SIGKILL');
      if (redis !== null) await once(redis, 'exit');
      return () => startRedis(redis?.spawnargs ?? []);
    },
  },
  'Redis is frozen': {
    seconds: 10,
    needs: 'redis',
    begin({ redis }) {
      redis?.kill('SIGSTOP');
      return Promise.resolve(async () => void redis?.kill('SIGCONT'));
    },
  },

  'a key of webhooks is dropped too early': {
    seconds: 15,
    async begin(stage) {
      const { workers } = stage;
      const before = workers.splice(0);
      const replace = async (old: readonly Observed[], webhookKey: string): Promise<void> => {
        await Promise.all(old.map((worker) => worker.kill('SIGTERM')));
        old.forEach(() => stage.start('worker', { webhookKey }));
      };
      await replace(before, 'webhooks-2');
      return () => replace(workers.splice(0), 'webhooks-1');
    },
  },
};

/** Ends with the run. */
const redisServers: ChildProcess[] = [];

async function startRedis([command = '', ...given]: readonly string[]): Promise<void> {
  redisServers.push(spawn(command, given, { stdio: 'ignore' }));
  await sleep(500);
}

export function stopRedis(): void {
  for (const server of redisServers.splice(0)) server.kill('SIGKILL');
}

const nothing = (): Promise<void> => Promise.resolve();

const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity
  where usename <> current_user and backend_type = 'client backend'`;

function roleOf({ url }: Pick<FailureStage['postgres'], 'url'>): string {
  return pg.escapeIdentifier(decodeURIComponent(new URL(url).username));
}

async function asAdmin<T>(
  { adminUrl }: FailureStage['postgres'],
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function dataDirectory(postgres: FailureStage['postgres']): Promise<string> {
  return asAdmin(postgres, async (admin) => {
    const { rows } = await admin.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  });
}

/** Freezes the server and all of its processes, as a machine or a network does that says nothing. */
async function freezePostgres({ postgres }: FailureStage): Promise<() => Promise<void>> {
  const directory = await dataDirectory(postgres);
  const [postmaster = ''] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  const children = execFileSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).split('\n');
  const pids = [postmaster, ...children].filter((pid) => pid !== '').map(Number);
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // A backend that has ended meanwhile.
      }
    }
  };
  signal('SIGSTOP');
  return async () => signal('SIGCONT');
}

function setClocks(processes: readonly Observed[], offsetMs: number): Promise<() => Promise<void>> {
  for (const each of processes) each.order({ type: 'set clock', offsetMs });
  return Promise.resolve(() => {
    for (const each of processes) each.order({ type: 'set clock', offsetMs: 0 });
    return nothing();
  });
}
