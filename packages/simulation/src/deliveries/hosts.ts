import { type Stepward, systemCaller } from '@stepward/core';
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

/** Subscribers of one tenant at most. */
const MAX_SUBSCRIBERS = 5;

interface HostOptions {
  readonly isCalm: () => boolean;
  /** Called with the id of each subscriber that the host knows to be registered. */
  readonly onRegistered: (subscriberId: string) => void;
}

/** Has a process of the host emit events and change subscribers, until `isCalm`. */
export function runHost(
  simulation: Simulation,
  process: Process,
  server: DatabaseServer,
  { isCalm, onRegistered }: HostOptions,
): void {
  const storage = connect(server, process);
  const stepward = hostStepward(process, storage);
  const { random } = process;
  acting(simulation, process, {
    isCalm,
    pauseMs: () => random.integer(PAUSE_MS),
    async act() {
      const tenantId = TENANTS[random.integer(TENANTS.length)] ?? 'acme';
      if (random.integer(10) > 0) await emit(process, stepward, storage, tenantId);
      else await changeSubscribers(process, stepward, tenantId, onRegistered);
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
  const work = (): Promise<void> =>
    storage.transaction(async (tx) => {
      for (const idempotencyKey of keys) {
        const data = { id: `${tenantId}/${idempotencyKey}`, deleted_at: clock.now().toISOString() };
        const event = { type: 'user.deleted', tenantId, data, idempotencyKey, ...expiry } as const;
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

async function changeSubscribers(
  { random }: Process,
  { subscribers }: Stepward,
  tenantId: string,
  onRegistered: HostOptions['onRegistered'],
): Promise<void> {
  const caller = systemCaller(tenantId);
  const { items } = await subscribers.list(tenantId, { limit: 100 });
  const url = `https://receiver.example/${tenantId}/${random.uuid()}`;
  const chosen = items[random.integer(items.length + 1)];
  if (items.length < MAX_SUBSCRIBERS && random.integer(2) === 0) {
    const { subscriber } = (await subscribers.create(caller, { url }))._unsafeUnwrap();
    onRegistered(subscriber.id);
  } else if (chosen !== undefined) {
    const change = random.integer(2) === 0 ? { url } : { enabled: !chosen.enabled };
    // Another process may have removed it.
    if (random.integer(5) === 0) void (await subscribers.remove(caller, chosen.id));
    else void (await subscribers.change(caller, chosen.id, change));
  }
}
