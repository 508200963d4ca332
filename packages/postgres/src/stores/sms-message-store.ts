import type { SmsDeliveryStatus } from '@stepward/core';
import type { CodeSubject, SentMessage, SmsMessageStore } from '@stepward/core/adapter';
import type { StepUpFactor } from '@stepward/core/factors';
import { slotOf } from '../decide/slots.js';
import { sessionOf } from './code-row.js';
import { statement, type Statement } from '../connection/statement.js';
import { storedCounterKeys, storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

/** The columns of a message beside its tenant. */
export const MESSAGE_COLUMNS = `message_hash, provider, message_id, identity_id, factor, purpose, session_id, counted,
  sent_at, status, reported_at`;

/** A message as a row, by the names of its columns. */
export function messageRow({ whose, ...message }: SentMessage): SmsMessageRow {
  return {
    message_hash: message.key,
    provider: message.provider,
    message_id: message.messageId,
    identity_id: whose.identityId,
    factor: whose.factor,
    purpose: whose.purpose,
    session_id: sessionOf(whose),
    counted: message.counted,
    sent_at: message.sentAt,
    status: message.status,
    reported_at: message.reportedAt,
  };
}

/** The messages of a tenant, while their deliveries are reported. Decisions store them. */
export function smsMessageStores(schema: string): (session: TenantSession) => SmsMessageStore {
  const table = `${schema}.sms_messages`;
  const settle = statement(
    'sms_message_settle',
    `with settled as (
       update ${table} set status = $3, reported_at = $4
       where tenant_id = $1 and message_hash = $2 and status = 'sent' returning ${MESSAGE_COLUMNS}
     ),
     counted_again as (
       insert into ${schema}.send_counters as stored (tenant_id, name, bucket, part, slot, sent, verified)
       select $1, name, bucket, part, ${slotOf('identity_id')}, 1, 0
       from settled, jsonb_to_recordset(counted) as given(name text, bucket timestamptz, part text)
       where $5 order by name, bucket, part
       on conflict (tenant_id, name, bucket, part, slot) do update set sent = stored.sent + excluded.sent
     )
     select ${MESSAGE_COLUMNS} from settled`,
  );

  return ({ tenantId, query }) => ({
    async settle(key, { status, at, isCountedAgain }) {
      const rows = await query(settle, [tenantId, key, status, at, isCountedAgain]);
      const [row] = rows as readonly SmsMessageRow[];
      return row === undefined ? null : storedMessage(row);
    },
  });
}

/** For a look-up over all tenants: see `LookUps`. */
export function findSmsTenantStatement(schema: string): Statement {
  return statement(
    'sms_tenant_find_by_hash',
    `select ${schema}.tenant_here(tenant_id) as tenant_id from ${schema}.sms_messages where message_hash = $1`,
  );
}

interface SmsMessageRow {
  readonly message_hash: string;
  readonly provider: string;
  readonly message_id: string;
  readonly identity_id: string;
  readonly factor: StepUpFactor;
  readonly purpose: CodeSubject['purpose'];
  readonly session_id: string;
  readonly counted: unknown;
  readonly sent_at: unknown;
  readonly status: SmsDeliveryStatus;
  readonly reported_at: unknown;
}

function storedMessage(row: SmsMessageRow): SentMessage {
  const { identity_id: identityId, factor, purpose, session_id: sessionId } = row;
  const subject = purpose === 'step_up' ? { factor, purpose, sessionId } : { factor, purpose };
  return {
    key: row.message_hash,
    provider: row.provider,
    messageId: row.message_id,
    whose: { identityId, ...subject },
    counted: storedCounterKeys(row.counted),
    sentAt: storedDate(row.sent_at),
    status: row.status,
    reportedAt: storedDateOrNull(row.reported_at),
  };
}
