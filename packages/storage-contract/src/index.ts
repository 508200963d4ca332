import { apiKeyCases } from './api-keys.js';
import { auditLogCases } from './audit-log.js';
import { auditTrailCases } from './audit-trail.js';
import { authenticationLogCases } from './authentication-log.js';
import { budgetCases } from './budgets.js';
import { codeCases } from './codes.js';
import type { StorageContractCase, WebhookStorageContractCase } from './contract-case.js';
import { decideCases } from './decide.js';
import { deliveryCases } from './deliveries.js';
import { dispatchCases } from './dispatch.js';
import { erasureCases } from './erase.js';
import { eventDeliveryCases } from './event-deliveries.js';
import { eventCases } from './events.js';
import { failingSubscriberCases } from './failing-subscribers.js';
import { fanOutCases } from './fan-out.js';
import { fenceCases } from './fence.js';
import { finishCases } from './finish.js';
import { grantCases } from './grants.js';
import { handlerCases } from './handlers.js';
import { hostTransactionCases } from './host-transaction.js';
import { idempotencyCases } from './idempotency.js';
import { isolationCases } from './isolation.js';
import { logsAfterCases } from './logs-after.js';
import { orderingCases } from './ordering.js';
import { peopleCases } from './people.js';
import { policyCases } from './policies.js';
import { purgeAuditCases } from './purge-audit.js';
import { purgeCases } from './purge.js';
import { purgeWebhookCases } from './purge-webhooks.js';
import { queueReadCases } from './queue-reads.js';
import { recordCases } from './records.js';
import { replayCases } from './replay.js';
import { sendCounterCases } from './send-counters.js';
import { shardCases } from './shards.js';
import { smsMessageCases } from './sms-messages.js';
import { subscriberCases } from './subscribers.js';
import { stepUpCases } from './step-up.js';
import { enrolmentDueCases } from './enrolments-due.js';
import { trustedDeviceCases } from './trusted-devices.js';
import { unitOfWorkCases } from './unit-of-work.js';
import { voidCodesCases } from './void-codes.js';
import { webhookUnitOfWorkCases } from './webhook-unit-of-work.js';

/**
 * What every storage adapter promises, for any test runner. Each case wants an empty storage of its
 * own: a fresh database or schema, or all tables truncated. With vitest:
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * import { storageContract } from '@stepward/storage-contract';
 *
 * describe('my storage', () => {
 *   for (const { name, run } of storageContract) {
 *     it(name, () => run(createEmptyStorage));
 *   }
 * });
 * ```
 *
 * Run it over real parallel connections, and once more over a pool of one: units of work do not nest,
 * so a single connection makes the cases slower, never stuck. Where several processes may share the database, run it
 * over two storages of it, by {@link takingTurns}.
 */
export const storageContract: readonly StorageContractCase[] = [
  ...unitOfWorkCases,
  ...decideCases,
  ...recordCases,
  ...isolationCases,
  ...codeCases,
  ...budgetCases,
  ...sendCounterCases,
  ...purgeCases,
  ...stepUpCases,
  ...grantCases,
  ...voidCodesCases,
  ...trustedDeviceCases,
  ...enrolmentDueCases,
  ...peopleCases,
  ...policyCases,
  ...apiKeyCases,
  ...auditLogCases,
  ...auditTrailCases,
  ...purgeAuditCases,
  ...authenticationLogCases,
  ...logsAfterCases,
  ...eventCases,
  ...hostTransactionCases,
  ...idempotencyCases,
  ...smsMessageCases,
  ...erasureCases,
];

/** What a storage adapter promises as well where it carries webhooks; run it beside {@link storageContract}. */
export const webhookStorageContract: readonly WebhookStorageContractCase[] = [
  ...webhookUnitOfWorkCases,
  ...eventDeliveryCases,
  ...fanOutCases,
  ...dispatchCases,
  ...subscriberCases,
  ...deliveryCases,
  ...replayCases,
  ...shardCases,
  ...queueReadCases,
  ...finishCases,
  ...orderingCases,
  ...fenceCases,
  ...failingSubscriberCases,
  ...purgeWebhookCases,
  ...handlerCases,
];

export { takingTurns } from './taking-turns.js';
export type { StorageContractCase, WebhookStorageContractCase };
