import type { WebhookStores } from '@stepward/core/adapter';
import { handleOf, type Sql, sqlFor } from './connection/index.js';
import { eraseRows } from './erase.js';
import { identityStore, smsMessageStore } from './factors/index.js';
import type { Session } from './rows/index.js';
import {
  apiKeyStore,
  appendTrail,
  auditStore,
  authenticationLogStore,
  idempotencyStore,
  policyStore,
} from './stores/index.js';
import { deliveryStore, eventStore, subscriberStore } from './webhooks/index.js';

/** The stores of a unit of work, and the statements that decisions are read and stored by. */
export type UnitOfWork = WebhookStores & { readonly session: Session };

/** Returns the stores of a tenant in the transaction that is open. */
export function unitOfWork(sql: Sql, { tenantId, logger }: Omit<Session, 'sql'>): UnitOfWork {
  const session = { tenantId, logger, sql: sqlFor(tenantId, sql) };
  return {
    policies: policyStore(session),
    identities: identityStore(session),
    smsMessages: smsMessageStore(session),
    apiKeys: apiKeyStore(session),
    record: async (trail) => appendTrail(session, trail),
    erase: async (erasure) => eraseRows(session, erasure),
    audit: auditStore(session),
    authenticationLog: authenticationLogStore(session),
    events: eventStore(session),
    idempotency: idempotencyStore(session),
    subscribers: subscriberStore(session),
    deliveries: deliveryStore(session),
    transaction: handleOf(sql),
    session,
  };
}
