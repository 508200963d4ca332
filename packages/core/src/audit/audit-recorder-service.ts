import type { Clock, Random } from '../ports/platform.js';
import type { Stores } from '../ports/stores.js';
import type { AuditEvent } from '../records/audit-event.js';
import { loggedClient } from './logged-client.js';
import type { CallerClient, ClientAddressInLogs } from '../records/client.js';
import { newAuditEvent } from './new-audit-event.js';

/** The input for an audit event; the recorder adds id and time. */
export interface AuditRecord extends Omit<AuditEvent, 'id' | 'at' | 'client' | 'retainUntil'> {
  /** What is known of the caller's client; null where there is no caller. */
  readonly client: CallerClient | null;
}

/** What stamps the entries of both logs, and says what they have of clients. */
export interface AuditWiring {
  readonly clock: Clock;
  readonly random: Random;
  readonly clientAddressInLogs: ClientAddressInLogs;
}

/** Appends to the audit log within a unit of work: the entry and the change that it records are committed together. */
export function recordAudit(
  { clock, random, clientAddressInLogs }: AuditWiring,
  stores: Pick<Stores, 'record'>,
  event: AuditRecord,
): Promise<void> {
  const client = loggedClient(event.client ?? {}, clientAddressInLogs);
  const audit = [newAuditEvent({ ...event, client, id: random.uuid(), at: clock.now() })];
  return stores.record({ entries: [], events: [], audit });
}
