import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { EmbeddedPostgres } from '@stepward/dev-postgres';
import { createArrivals, type Arrivals } from '../webhooks/arrivals.js';
import { monotonicMs } from '../webhooks/monotonic.js';
import type { Observation, ObservedOptions, Order } from './messages.js';

/** What was seen of one part of a run. */
export interface Seen {
  /** Answers by status, with `+` where they had `Retry-After`. */
  readonly answers: Map<string, number>;
  /** Log lines by role, level and message. */
  readonly lines: Map<string, number>;
  /** The highest value of each metric, over all processes of a role. */
  readonly metrics: Map<string, number>;
  /** Processes that ended and were not told to. */
  readonly died: string[];
}

export interface Observed {
  readonly role: ObservedOptions['role'];
  readonly process: ChildProcess;
  /** Resolves once it delivers, or has answered a request. */
  readonly isReady: Promise<void>;
  order(order: Order): void;
  /** Ends it, and expects it to end. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Hosts, workers, and a receiver, over one database. */
export interface Stage {
  readonly postgres: EmbeddedPostgres;
  readonly arrivals: Arrivals;
  readonly hosts: Observed[];
  readonly workers: Observed[];
  /** What was seen since the last `look`. */
  look(): Seen;
  start(role: ObservedOptions['role'], changes?: Partial<ObservedOptions>): Observed;
  /** How long the receiver takes from now on. */
  answerAfter(ms: number): void;
  stop(): void;
}

export interface StageOptions {
  readonly postgres: EmbeddedPostgres;
  readonly redisUrl: string | null;
}

export async function createStage({
  postgres,
  redisUrl,
}: StageOptions): Promise<Stage & { readonly receiverUrl: string }> {
  const arrivals = createArrivals(1);
  const all: Observed[] = [];
  let seen = nothingSeen();
  let delayMs = 0;
  const receiver = createServer((request, response) => {
    const eventId = String(request.headers['x-idempotency-key']);
    arrivals.arrive({ subscriber: 0, eventId, atMs: monotonicMs() });
    request.resume();
    setTimeout(() => response.writeHead(204).end(), delayMs);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;

  function count(map: Map<string, number>, name: string): void {
    map.set(name, (map.get(name) ?? 0) + 1);
  }

  function observe(role: string, observation: Observation): void {
    switch (observation.type) {
      case 'logged':
        return count(seen.lines, `${role} ${observation.level}: ${observation.message}`);
      case 'answered':
        return count(
          seen.answers,
          `${String(observation.status)}${observation.reason === null ? '' : '+'}`,
        );
      case 'emitted':
        return arrivals.store(observation.eventId);
      case 'measured':
        for (const [name, value] of Object.entries(observation.values)) {
          const full = `${role} ${name}`;
          seen.metrics.set(full, Math.max(seen.metrics.get(full) ?? 0, value));
        }
    }
  }

  const hosts: Observed[] = [];
  const workers: Observed[] = [];
  return {
    ...{ postgres, arrivals, hosts, workers },
    receiverUrl: `http://127.0.0.1:${String(port)}/`,
    look() {
      const before = seen;
      seen = nothingSeen();
      return before;
    },
    start(role, changes = {}) {
      const options: ObservedOptions = {
        ...{ role, databaseUrl: postgres.url, redisUrl, webhookKey: 'webhooks-1' },
        ...changes,
      };
      const script = fileURLToPath(new URL('observed-process.ts', import.meta.url));
      const child = fork(script, [JSON.stringify(options)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ready = new Promise<void>((resolve) => {
        child.on('message', ({ type }: Observation) => {
          if (type === (role === 'host' ? 'answered' : 'measured')) resolve();
        });
      });
      let isExpected = false;
      child.on('message', (observation) => observe(role, observation as Observation));
      child.on('exit', (code, signal) => {
        if (!isExpected) seen.died.push(`${role} (${signal ?? String(code)})`);
      });
      const observed: Observed = {
        role,
        process: child,
        isReady: ready,
        order: (order) => child.send(order),
        async kill(signal) {
          isExpected = true;
          child.kill(signal);
          if (signal !== 'SIGSTOP' && child.exitCode === null) await once(child, 'exit');
        },
      };
      all.push(observed);
      (role === 'host' ? hosts : workers).push(observed);
      return observed;
    },
    answerAfter(ms) {
      delayMs = ms;
    },
    stop() {
      for (const each of all) void each.kill('SIGKILL');
      receiver.close();
    },
  };
}

function nothingSeen(): Seen {
  return { answers: new Map(), lines: new Map(), metrics: new Map(), died: [] };
}
