import type { Stepward } from '@stepward/core';
import type { MemoryStorage } from '@stepward/testing';
import { acting } from '../kernel/acting.js';
import type { Process } from '../kernel/process.js';
import type { Simulation } from '../kernel/simulation.js';
import { connect } from '../storage/connect.js';
import type { DatabaseServer } from '../storage/database-server.js';
import { hostStepward } from './host-stepward.js';

export const TENANTS = ['acme', 'beta', 'corp'] as const;

/** Milliseconds between two actions of a host, at most. */
const PAUSE_MS = 8_000;

/** Null for none. Few, so that events of one key follow each other. */
const ORDERING_KEYS = ['one', 'two', null] as const;

/** Has a process of the host emit events, until `isCalm`. */
export function runHost(
  simulation: Simulation,
  process: Process,
  server: DatabaseServer,
  isCalm: () => boolean,
): void {
  const storage = connect(server, process);
  const stepward = hostStepward(process, storage);
  const { random } = process;
  acting(simulation, process, {
    isCalm,
    pauseMs: () => random.integer(PAUSE_MS),
    async act() {
      const tenantId = TENANTS[random.integer(TENANTS.length)] ?? 'acme';
      await emit(process, stepward, storage, tenantId);
    },
  });
}

/** Ends a transaction of the host that is not to be committed. */
class RolledBack extends Error {}

/** Emits a few events in a transaction that commits or rolls back; of one whose answer is lost, all of it is tried again. */
async function emit(
  { random, clock }: Process,
  { events }: Stepward,
  storage: MemoryStorage,
  tenantId: string,
): Promise<void> {
  const keys = Array.from({ length: 1 + random.integer(4) }, () => random.uuid());
  const isRolledBack = random.integer(4) === 0;
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const expiry = random.integer(8) === 0 ? { expiresAt } : {};
  const orderingKey = ORDERING_KEYS[random.integer(ORDERING_KEYS.length)] ?? null;
  const order = orderingKey === null ? {} : { orderingKey };
  const work = (): Promise<void> =>
    storage.transaction(async (tx) => {
      for (const idempotencyKey of keys) {
        const data = { id: `${tenantId}/${idempotencyKey}`, deleted_at: clock.now().toISOString() };
        const named = { type: 'user.deleted', tenantId, data, idempotencyKey } as const;
        const event = { ...named, ...expiry, ...order };
        (await events.emit(event, { tx }))._unsafeUnwrap();
      }
      if (isRolledBack) throw new RolledBack();
    });
  await work()
    .catch(work)
    .catch((thrown: unknown) => {
      if (!(thrown instanceof RolledBack)) throw thrown;
    });
}
