import { canonicalJson, type Stores } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { appendEventsStatement, appendEventsValues, outboxRow } from '../outbox/append-event.js';
import type { QueueSchema } from '../queue/news.js';
import { appendAuditStatement } from './audit-store.js';
import { appendEntriesStatement, entryRow } from './authentication-store.js';

/** Appends to the logs and the outbox of a tenant: one statement for each list, and for each audit entry. */
export function trailRecorders(target: QueueSchema): (session: TenantSession) => Stores['record'] {
  const schema = quoteIdentifier(target.schemaName);
  const appendAudit = appendAuditStatement(schema);
  const appendEntries = appendEntriesStatement(schema);
  const appendEvents = appendEventsStatement(target);

  return ({ tenantId, query }) =>
    async ({ audit = [], entries, events }) => {
      for (const event of audit) await query(appendAudit, [tenantId, canonicalJson(event)]);
      if (entries.length > 0) {
        const rows = entries.map((entry) => entryRow(tenantId, entry));
        await query(appendEntries, [JSON.stringify(rows)]);
      }
      if (events.length > 0) {
        const rows = events.map((event) => outboxRow(tenantId, event));
        await query(appendEvents, appendEventsValues(rows));
      }
    };
}
