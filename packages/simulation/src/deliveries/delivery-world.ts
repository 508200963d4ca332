import { ALL_SHARDS, type PreparedEvent } from '@stepward/core/adapter';
import type { Simulation } from '../kernel/simulation.js';
import { keepRunning } from '../kernel/supervisor.js';
import type { World } from '../kernel/world.js';
import { createDatabaseServer, type DatabaseServer } from '../storage/database-server.js';
import { connectSink } from '../sinks/connect-sink.js';
import { createMessageLog } from '../sinks/message-log.js';
import { watchPublishers } from '../sinks/watch-publisher.js';
import { SINK_SHARD, watchSink } from '../sinks/watch-sink.js';
import { runAdministrator } from './administrators.js';
import { checkLog, type CommittedEvent } from './check-log.js';
import { runHost } from './hosts.js';
import { createReceivers } from './receivers.js';
import { watchChanges } from './watch-changes.js';
import { watchHealth } from './watch-health.js';
import { watchOrder } from './watch-order.js';
import { watchQueue } from './watch-queue.js';
import {
  runWorker,
  type WorkerSettings,
  type WorkerSink,
  type WorkerSurroundings,
} from './workers.js';

const SHARDS = [...ALL_SHARDS, SINK_SHARD];

const HOSTS = 2;
const ADMINISTRATORS = 2;
const WORKERS = 3;

/** Hosts that emit, administrators who change subscribers, workers that deliver, and receivers that fail. */
export function createDeliveryWorld(
  simulation: Simulation,
  record?: DatabaseServer['record'],
): World {
  const { random } = simulation;
  const pick = <T>(of: readonly T[], otherwise: T): T => of[random.integer(of.length)] ?? otherwise;
  const settings: WorkerSettings = {
    concurrency: pick([2, 8], 8),
    perSubscriber: pick([1, 3], 3),
    perSecond: pick([null, 2], null),
    circuitBreaker: random.integer(2) === 0,
    wake: random.integer(2) === 0,
  };
  const receivers = createReceivers(random);
  const committed = new Map<string, CommittedEvent>();
  const registered = new Map<string, number>();
  const server = createDatabaseServer({ now: () => new Date(simulation.now()) }, record);
  const { memory } = server;
  const sinkWatch = watchSink(simulation);
  const publishers = watchPublishers();
  const log = createMessageLog(random, (event) => sinkWatch.stored(event));
  const hasSink = random.integer(2) === 0;
  const sink: WorkerSink = {
    connect: (process) => connectSink(log, process, simulation.violate),
    publishers,
  };
  const keyOf = (eventId: string): string | null => committed.get(eventId)?.orderingKey ?? null;
  const health = watchHealth(memory, simulation, receivers);
  const changing = { run: watchChanges(memory, receivers, simulation.violate) };
  const order = watchOrder(changing, keyOf, simulation.violate);
  const watching = { simulation, receivers, health, order, sink: sinkWatch };
  const queue = watchQueue(memory.queue, watching);
  const watched = {
    ...server,
    memory: {
      ...memory,
      run: order.run,
      queue,
      appendEvent(...appended: Parameters<typeof memory.appendEvent>) {
        note(appended[1], appended[2]);
        return memory.appendEvent(...appended);
      },
    },
  };
  let isCalm = false;

  /** Of several events with one id, the first counts. */
  function note(tenantId: string, { event, orderingKey }: PreparedEvent): void {
    if (!committed.has(event.id)) {
      committed.set(event.id, { tenantId, event, orderingKey, committedAt: simulation.now() });
    }
  }

  /** The last worker has no sink. */
  const around = (worker: number): WorkerSurroundings => ({
    ...{ receivers, order },
    sink: hasSink && worker < WORKERS ? sink : null,
  });

  return {
    async begin() {
      for (let host = 1; host <= HOSTS; host += 1) {
        keepRunning(simulation, `host ${String(host)}`, (process) =>
          runHost(simulation, process, watched, () => isCalm),
        );
      }
      for (let nth = 1; nth <= ADMINISTRATORS; nth += 1) {
        keepRunning(simulation, `administrator ${String(nth)}`, (process) =>
          runAdministrator(simulation, process, watched, {
            isCalm: () => isCalm,
            onRegistered: (id) => registered.set(id, simulation.now()),
          }),
        );
      }
      for (let worker = 1; worker <= WORKERS; worker += 1) {
        keepRunning(simulation, `worker ${String(worker)}`, (process) =>
          runWorker(simulation, process, watched, around(worker), settings),
        );
      }
    },
    calm() {
      isCalm = true;
      receivers.calm();
      log.calm();
    },
    async isSettled() {
      const { events, subscribers } = await memory.queue.waiting(SHARDS, null, 1);
      const isDone = events.length + subscribers.length === 0;
      return isDone && publishers.isQuiet();
    },
    async check() {
      await checkLog(memory, committed, registered, receivers, simulation.violate);
      await sinkWatch.check(memory, [...committed.values()]);
    },
  };
}
