import type { Clock } from '../ports/clock.js';
import type { Random } from '../ports/random.js';
import type { Stores } from '../ports/stores.js';
import type { AuditEvent } from './audit-event.js';
import { newAuditEvent } from './new-audit-event.js';

/** The input for an audit event; the recorder adds id and time. */
export type AuditRecord = Omit<AuditEvent, 'id' | 'at' | 'retainUntil'>;

/** Writes the audit log. */
export interface AuditRecorder {
  /** Appends within a unit of work, so that the entry and the change it records are committed together. */
  record(stores: Pick<Stores, 'record'>, event: AuditRecord): Promise<void>;
}

export function createAuditRecorder({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): AuditRecorder {
  return {
    record(stores, event) {
      const audit = [newAuditEvent({ ...event, id: random.uuid(), at: clock.now() })];
      return stores.record({ entries: [], events: [], audit });
    },
  };
}
