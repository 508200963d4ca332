import type { Clock, Random } from '../ports/platform.js';
import type { Stores } from '../ports/stores.js';
import type { AuditEvent } from '../records/audit-event.js';
import { newAuditEvent } from './new-audit-event.js';

/** The input for an audit event; the recorder adds id and time. */
export type AuditRecord = Omit<AuditEvent, 'id' | 'at' | 'retainUntil'>;

/** What stamps an audit event with its id and time. */
export interface AuditWiring {
  readonly clock: Clock;
  readonly random: Random;
}

/** Appends to the audit log within a unit of work: the entry and the change that it records are committed together. */
export function recordAudit(
  { clock, random }: AuditWiring,
  stores: Pick<Stores, 'record'>,
  event: AuditRecord,
): Promise<void> {
  const audit = [newAuditEvent({ ...event, id: random.uuid(), at: clock.now() })];
  return stores.record({ entries: [], events: [], audit });
}
