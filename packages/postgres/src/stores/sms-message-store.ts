import type { SmsDeliveryStatus } from '@stepward/core';
import type { CodeSubject, SentMessage, SmsMessageStore } from '@stepward/core/adapter';
import type { KeptFactor } from '@stepward/core/factors';
import { sessionOf } from './code-row.js';
import { storedCounterKeys } from './send-counters.js';
import { statement, type Statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

const COLUMNS = `message_hash, provider, message_id, identity_id, factor, purpose, session_id, counted, sent_at,
  status, reported_at`;

/** The messages of a tenant whose deliveries are reported. Each operation is one statement. */
export function smsMessageStores(schema: string): (session: TenantSession) => SmsMessageStore {
  const table = `${schema}.sms_messages`;
  const insert = statement(
    'sms_message_insert',
    `insert into ${table} (tenant_id, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
  );
  const settle = statement(
    'sms_message_settle',
    `with settled as (
       update ${table} set status = $3, reported_at = $4
       where tenant_id = $1 and message_hash = $2 and status = 'sent' returning ${COLUMNS}
     ),
     counted_again as (
       insert into ${schema}.send_counters as stored (tenant_id, name, bucket, part, sent, verified)
       select $1, name, bucket, part, 1, 0
       from settled, jsonb_to_recordset(counted) as given(name text, bucket timestamptz, part text)
       where $5 order by name, bucket, part
       on conflict (tenant_id, name, bucket, part) do update set sent = stored.sent + excluded.sent
     )
     select ${COLUMNS} from settled`,
  );

  return ({ tenantId, query }) => ({
    async insert({ key, provider, messageId, whose, counted, sentAt, status, reportedAt }) {
      const { identityId, factor, purpose } = whose;
      const subject = [identityId, factor, purpose, sessionOf(whose)];
      const sent = [JSON.stringify(counted), sentAt, status, reportedAt];
      const columns = [key, provider, messageId, ...subject, ...sent];
      await query(insert, [tenantId, ...columns]);
    },
    async settle(key, { status, at, isCountedAgain }) {
      const rows = await query(settle, [tenantId, key, status, at, isCountedAgain]);
      const [row] = rows as readonly SmsMessageRow[];
      return row === undefined ? null : storedMessage(row);
    },
  });
}

/** For a look-up over all tenants: see `Storage.findSmsTenant`. */
export function findSmsTenantStatement(schema: string): Statement {
  return statement(
    'sms_tenant_find_by_hash',
    `select tenant_id from ${schema}.sms_messages where message_hash = $1`,
  );
}

interface SmsMessageRow {
  readonly message_hash: string;
  readonly provider: string;
  readonly message_id: string;
  readonly identity_id: string;
  readonly factor: KeptFactor;
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
