import type { Logger } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import { nameOf } from '../shared/host-calls.js';
import { oncePerMinute } from '../shared/once-per-minute.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import type { AuditWiring } from './audit-recorder-service.js';
import { createRefusalCounter } from './refusal-counter-service.js';
import { refusedEntry, type OwnedRefusals, type RefusedAccess } from './refused-access.js';

/** Records requests that an edge refused, for edges. */
export interface RefusedAccessService {
  /**
   * Counts a refused request. The first of an owner, route and reason is recorded at once, those after it once a minute
   * with their number: as an entry `access.refused` of the owner's tenant, or where there is no owner as a warning of the
   * logger. Returns before anything is written, and never throws; a record that cannot be written is dropped, and logged.
   *
   * Each process counts for itself, 10,000 owners, routes and reasons at most, 1,000 of one tenant; more are logged once
   * a minute without a number. The end of a process loses the counts of at most a minute.
   */
  report(refusal: RefusedAccess): void;
}

export interface RefusedAccessWiring extends AuditWiring {
  readonly storage: Storage;
  readonly logger: Logger;
}

export function createRefusedAccessService(wiring: RefusedAccessWiring): RefusedAccessService {
  const { clock, logger } = wiring;
  const write = createEntryWriter(wiring);
  const report = createRefusalCounter({
    clock,
    logger,
    async record(refusal, count) {
      const { owner, operation, route, status, reason } = refusal;
      if (owner !== null) return write({ ...refusal, owner, count });
      logger.warn({ operation, route, status, reason, count }, 'requests were refused');
    },
  });
  return { report };
}

/** Entries of one tenant that wait for their turn. */
interface Batch {
  readonly refusals: OwnedRefusals[];
  readonly written: Promise<void>;
}

/**
 * Writes the batches of all tenants one after the other: a flood of refusals takes one connection. The function never
 * rejects.
 */
function createEntryWriter(
  wiring: RefusedAccessWiring,
): (refusals: OwnedRefusals) => Promise<void> {
  const mayLog = oncePerMinute(wiring.clock);
  const waiting = new Map<string, Batch>();
  let last: Promise<void> = Promise.resolve();

  async function writeBatch(tenantId: string, refusals: readonly OwnedRefusals[]): Promise<void> {
    waiting.delete(tenantId);
    try {
      await appendEntries(wiring, tenantId, refusals);
    } catch (error) {
      if (!mayLog()) return;
      const fields = { tenantId, entries: refusals.length, reason: nameOf(error) };
      wiring.logger.error(fields, 'refused requests were not recorded');
    }
  }

  return (refusal) => {
    const { tenantId } = refusal.owner;
    const batch = waiting.get(tenantId);
    if (batch !== undefined) {
      batch.refusals.push(refusal);
      return batch.written;
    }
    const refusals = [refusal];
    last = last.then(() => writeBatch(tenantId, refusals));
    waiting.set(tenantId, { refusals, written: last });
    return last;
  };
}

function appendEntries(
  { storage, clock, random, clientAddressInLogs: addresses }: RefusedAccessWiring,
  tenantId: string,
  refusals: readonly OwnedRefusals[],
): Promise<void> {
  return inUnitOfWork(storage, { tenantId }, async (stores) => {
    const { tenant } = await stores.policies.read(null);
    const hipaa = tenant?.hipaa ?? false;
    const now = clock.now();
    const entries = refusals.map((refusal, index) =>
      refusedEntry(refusal, { addresses, hipaa, now, index, random: random.bytes(10) }),
    );
    await stores.record({ entries, events: [] });
  });
}
