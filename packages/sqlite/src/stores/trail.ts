import type { Trail } from '@stepward/core/adapter';
import type { Session } from '../rows/index.js';
import { appendEvent } from '../webhooks/index.js';
import { appendAudit } from './audit-store.js';
import { appendEntries } from './authentication-log.js';

/** Appends to both logs and the outbox: see `Stores.record`. */
export function appendTrail(session: Session, { entries, events, audit = [] }: Trail): void {
  for (const event of audit) appendAudit(session, event);
  appendEntries(session, entries);
  for (const event of events) appendEvent(session.sql, session.tenantId, event);
}
