import { canonicalJson } from '@stepward/core/adapter';
import { OUTBOX_COLUMNS, outboxRow } from '../outbox/append-event.js';
import { appendAudit } from '../stores/audit-store.js';
import { ENTRY_COLUMNS, entryRow } from '../stores/authentication-store.js';
import { MESSAGE_COLUMNS, messageRow } from '../stores/sms-message-store.js';
import { isFilled } from './change.js';
import { DECISION_LOST, ran, writePart } from './write-part.js';

/** The entries of the authentication log. */
export const entries = writePart({
  isIn: ({ also }) => isFilled(also.trail?.entries),
  parameters: {
    rows: [
      'json',
      ({ owner, also }) =>
        JSON.stringify(also.trail?.entries.map((entry) => entryRow(owner.tenantId, entry)) ?? []),
    ],
  },
  sql: (schema, { rows }) => ({
    tables: `entries as (
      insert into ${schema}.authentication_entries (${ENTRY_COLUMNS})
      select ${ENTRY_COLUMNS} from json_populate_recordset(null::${schema}.authentication_entries, ${rows})
      where exists (select from guard)
      returning 1
    )`,
    check: ran('entries'),
  }),
});

/** A sent message. If its key is stored already, that row stays as it is. */
export const sentMessage = writePart({
  isIn: ({ also }) => Boolean(also.sentMessage),
  parameters: {
    row: ['json', ({ also }) => also.sentMessage && JSON.stringify(messageRow(also.sentMessage))],
  },
  sql: (schema, { row }, $) => ({
    tables: `sent_message as (
      insert into ${schema}.sms_messages (tenant_id, ${MESSAGE_COLUMNS})
      select ${$.tenantId}, ${MESSAGE_COLUMNS} from json_populate_record(null::${schema}.sms_messages, ${row})
      where ${row} is not null and exists (select from guard)
      on conflict do nothing returning 1
    )`,
    check: ran('sent_message'),
  }),
});

/** The events, which go into the outbox, and are announced as any other. */
export const events = writePart({
  isIn: ({ also }) => isFilled(also.trail?.events),
  parameters: {
    rows: [
      'json',
      ({ owner, also }) =>
        JSON.stringify(also.trail?.events.map((event) => outboxRow(owner.tenantId, event)) ?? []),
    ],
  },
  sql: (schema, { rows }, { eventAnnouncement }) => ({
    tables: `events as (
      insert into ${schema}.outbox (${OUTBOX_COLUMNS})
      select ${OUTBOX_COLUMNS}
      from json_populate_recordset(null::${schema}.outbox, ${rows})
      where exists (select from guard)
      returning shard
    )`,
    check: {
      holds: `(select count(${eventAnnouncement}) from events) >= 0`,
      otherwise: DECISION_LOST,
    },
  }),
});

/** The entry of the audit log. It is the last part, because it holds the head of the tenant's log until the end. */
export const audit = writePart({
  isIn: ({ also }) => isFilled(also.trail?.audit),
  parameters: {
    text: ['text', ({ also }) => also.trail?.audit && canonicalJson(also.trail.audit[0])],
  },
  sql: (schema, { text }, $) => ({
    tables: appendAudit(schema, $.tenantId, text, `guard where ${text} is not null`),
    check: ran('audit'),
  }),
});
