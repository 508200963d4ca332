/** What happens to the workers or to the database, by the name of its scenario. */
import type { ChildProcess } from 'node:child_process';
import type { EmbeddedPostgres } from '@stepward/dev-postgres';
import type { WebhookWorld } from './webhook-world.js';
import { TENANT } from './webhook-world.js';
import { orderWorker, startWorkerProcess } from './worker-process.js';

const HOLD_SECONDS = Number(process.env['HOLD_SECONDS'] ?? 60);
const BURST = Number(process.env['BURST'] ?? 50_000);
/** A worker's lease. */
const LEASE_SECONDS = Number(process.env['LEASE_SECONDS'] ?? 15);
/** Events that are emitted at a time, of more than can be delivered. */
const FLOOD = 800;
const HOUR_MS = 3_600_000;

export interface Stage {
  readonly postgres: EmbeddedPostgres;
  readonly world: WebhookWorld;
  readonly workers: ChildProcess[];
  readonly emit: (count: number) => Promise<void>;
}

/** Does its harm, or begins it, and gives what undoes it. */
export type Harm = (stage: Stage) => Promise<() => Promise<void>>;

export interface Scenario {
  readonly harm: Harm;
  /** Seconds between the harm and what undoes it; `SECONDS` by default. */
  readonly seconds?: number;
  /** Subscribers of every event; 1 by default. */
  readonly subscribers?: number;
  /** Deliveries a second; `RATE` by default. */
  readonly rate?: number;
  /** Whether there is always a backlog, so that the rate is what the workers can do. */
  readonly keepsBacklog?: true;
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  nothing: { harm: () => Promise.resolve(nothing) },

  'a transaction that holds its snapshot beside a backlog': {
    seconds: HOLD_SECONDS,
    subscribers: 10,
    keepsBacklog: true,
    harm: holdSnapshot,
  },

  'a transaction that holds its snapshot at 800 deliveries a second': {
    seconds: HOLD_SECONDS,
    subscribers: 10,
    rate: 800,
    harm: holdSnapshot,
  },

  [`a burst of ${BURST.toLocaleString('en')} events`]: {
    async harm({ emit }) {
      await emit(BURST);
      return nothing;
    },
  },

  'more events than can be delivered': {
    subscribers: 10,
    harm({ emit }) {
      const stopped = new AbortController();
      const emitting = (async (): Promise<void> => {
        while (!stopped.signal.aborted) await emit(FLOOD);
      })();
      return Promise.resolve(() => {
        stopped.abort();
        return emitting;
      });
    },
  },

  'readers of long lists': {
    harm({ world }) {
      const stopped = new AbortController();
      const read = async (): Promise<void> => {
        const everything = { type: null, organisationId: null, since: null, until: null };
        const page = { limit: 100, position: null };
        while (!stopped.signal.aborted) {
          await world.stepward.events.list(TENANT, everything, page);
        }
      };
      const readers = Array.from({ length: 8 }, read);
      return Promise.resolve(async () => {
        stopped.abort();
        await Promise.all(readers);
      });
    },
  },

  'backends killed each second': {
    harm: ({ world }) =>
      every(1_000, async () => {
        await world.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      }),
  },

  'Postgres killed, and started again': {
    async harm({ postgres }) {
      await postgres.crash();
      return () => postgres.restart();
    },
  },

  'all connections of the workers taken': {
    harm({ workers }) {
      for (const worker of workers) orderWorker(worker, { type: 'hold' });
      return Promise.resolve(() => {
        for (const worker of workers) orderWorker(worker, { type: 'let go' });
        return nothing();
      });
    },
  },

  'a worker killed every three seconds, and another started': {
    harm: ({ world, workers }) =>
      every(3_000, () => {
        workers.shift()?.kill('SIGKILL');
        workers.push(startWorkerProcess(world.url));
        return nothing();
      }),
  },

  'all workers frozen for longer than their leases': {
    seconds: LEASE_SECONDS + 5,
    harm({ workers }) {
      for (const worker of workers) worker.kill('SIGSTOP');
      return Promise.resolve(() => {
        for (const worker of workers) worker.kill('SIGCONT');
        return nothing();
      });
    },
  },

  'one worker frozen for longer than its lease': {
    seconds: LEASE_SECONDS + 5,
    harm({ workers }) {
      workers[0]?.kill('SIGSTOP');
      return Promise.resolve(() => {
        workers[0]?.kill('SIGCONT');
        return nothing();
      });
    },
  },

  'a worker killed': {
    seconds: LEASE_SECONDS + 5,
    harm({ workers }) {
      workers.shift()?.kill('SIGKILL');
      return Promise.resolve(nothing);
    },
  },

  "one worker's clock set back by an hour, and forward again": {
    harm: ({ workers }) => setBack(workers.slice(0, 1)),
  },

  "all workers' clocks set back by an hour, and forward again": {
    harm: ({ workers }) => setBack(workers),
  },
};

async function holdSnapshot({ world }: Stage): Promise<() => Promise<void>> {
  const client = await world.pool.connect();
  await client.query('begin isolation level repeatable read; select txid_current()');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const nothing = (): Promise<void> => Promise.resolve();

/** Repeats the harm until it is undone. An error of it is part of the harm. */
function every(ms: number, harm: () => Promise<void>): Promise<() => Promise<void>> {
  const timer = setInterval(() => void harm().catch(nothing), ms);
  return Promise.resolve(() => {
    clearInterval(timer);
    return nothing();
  });
}

function setBack(workers: readonly ChildProcess[]): Promise<() => Promise<void>> {
  for (const worker of workers) orderWorker(worker, { type: 'set clock', offsetMs: -HOUR_MS });
  return Promise.resolve(() => {
    for (const worker of workers) orderWorker(worker, { type: 'set clock', offsetMs: 0 });
    return nothing();
  });
}
