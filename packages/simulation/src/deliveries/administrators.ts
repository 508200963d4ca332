import { type Subscriber, systemCaller } from '@stepward/core';
import { acting } from '../kernel/acting.js';
import type { Process } from '../kernel/process.js';
import type { Simulation } from '../kernel/simulation.js';
import { connect } from '../storage/connect.js';
import type { DatabaseServer } from '../storage/database-server.js';
import { hostStepward } from './host-stepward.js';
import { TENANTS } from './hosts.js';

/** Milliseconds between two actions of an administrator, at most. */
const PAUSE_MS = 20_000;

/** Subscribers of one tenant at most. */
const MAX_SUBSCRIBERS = 5;

interface AdministratorOptions {
  readonly isCalm: () => boolean;
  /** Called with the id of each subscriber that the administrator knows to be registered. */
  readonly onRegistered: (subscriberId: string) => void;
}

/** Has an administrator register, change and remove subscribers, until `isCalm`. */
export function runAdministrator(
  simulation: Simulation,
  process: Process,
  server: DatabaseServer,
  { isCalm, onRegistered }: AdministratorOptions,
): void {
  const { subscribers } = hostStepward(process, connect(server, process));
  const { random } = process;

  function newUrl(tenantId: string): string {
    return `https://receiver.example/${tenantId}/${random.uuid()}`;
  }

  async function register(tenantId: string): Promise<void> {
    const created = await subscribers.create(systemCaller(tenantId), { url: newUrl(tenantId) });
    onRegistered(created._unsafeUnwrap().subscriber.id);
  }

  /** One or two changes, which are then made at once. */
  async function change(tenantId: string, { id, enabled, ordering }: Subscriber): Promise<void> {
    const caller = systemCaller(tenantId);
    const choices = [
      { url: newUrl(tenantId) },
      { enabled: !enabled },
      { ordering: ordering === 'key' ? 'none' : 'key' },
      { ordering: 'key' },
    ] as const;
    const count = random.integer(3) === 0 ? 2 : 1;
    const draw = () => choices[random.integer(choices.length)] ?? choices[0];
    const changes = Array.from({ length: count }, draw);
    // Another administrator may have removed it.
    await Promise.all(changes.map((fields) => subscribers.change(caller, id, fields)));
  }

  acting(simulation, process, {
    isCalm,
    pauseMs: () => random.integer(PAUSE_MS),
    async act() {
      const tenantId = TENANTS[random.integer(TENANTS.length)] ?? 'acme';
      const { items } = await subscribers.list(tenantId, { limit: 100 });
      const chosen = items[random.integer(items.length)];
      const isMore = items.length < MAX_SUBSCRIBERS && random.integer(4) === 0;
      if (chosen === undefined || isMore) await register(tenantId);
      else if (random.integer(12) > 0) await change(tenantId, chosen);
      else void (await subscribers.remove(systemCaller(tenantId), chosen.id));
    },
  });
}
