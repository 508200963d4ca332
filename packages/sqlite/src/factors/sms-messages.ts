import { countSent } from '@stepward/core/factors';
import type { SentMessage, SmsMessageStore } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { fieldsOf, type Session } from '../rows/index.js';
import { changeSendCounters } from './send-counters.js';

const MESSAGE = fieldsOf<SentMessage>(
  {
    key: 'plain',
    provider: 'plain',
    messageId: 'plain',
    whose: 'json',
    counted: 'json',
    sentAt: 'time',
    status: 'plain',
    reportedAt: 'time',
  },
  { key: 'message_key' },
);

export function smsMessageStore(session: Session): SmsMessageStore {
  return {
    async settle(key, { status, at, isCountedAgain }) {
      const [row] = session.sql.all(
        `update stepward_sms_messages set status = @status, reported_at = @at
          where tenant_id = @tenantId and message_key = @key and status = 'sent'
          returning ${MESSAGE.selected}`,
        { key, status, at },
      );
      if (row === undefined) return null;
      const message = MESSAGE.read(row);
      if (isCountedAgain) {
        changeSendCounters(session, { add: countSent(message.counted), blocks: [] });
      }
      return message;
    },
  };
}

/** Stores a sent message, unless its key is stored. */
export function insertMessage({ sql }: Session, message: SentMessage): void {
  sql.run(
    `insert into stepward_sms_messages (tenant_id, ${MESSAGE.columns})
      values (@tenantId, ${MESSAGE.parameters}) on conflict do nothing`,
    MESSAGE.values(message),
  );
}

/** Finds the tenant of a message: see `LookUps`. */
export function findMessageTenant(
  sql: Sql,
  messageKey: string,
): { readonly tenantId: string } | null {
  const row = sql.first(
    'select tenant_id as tenantId from stepward_sms_messages where message_key = @messageKey',
    { messageKey },
  ) as { readonly tenantId: string } | undefined;
  return row ?? null;
}
