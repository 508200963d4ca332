import { apiKeyCases } from './contract/api-keys.js';
import { auditLogCases } from './contract/audit-log.js';
import { auditTrailCases } from './contract/audit-trail.js';
import { authenticationLogCases } from './contract/authentication-log.js';
import { budgetCases } from './contract/budgets.js';
import { codeCases } from './contract/codes.js';
import type { StorageContractCase } from './contract/contract-case.js';
import { deliveryCases } from './contract/deliveries.js';
import { deliveryLeaseCases } from './contract/delivery-leases.js';
import { deliveryQueueCases } from './contract/delivery-queue.js';
import { eventCases } from './contract/events.js';
import { exhaustedCases } from './contract/exhausted.js';
import { failingSubscriberCases } from './contract/failing-subscribers.js';
import { fanOutCases } from './contract/fan-out.js';
import { finishCases } from './contract/finish.js';
import { hostTransactionCases } from './contract/host-transaction.js';
import { idempotencyCases } from './contract/idempotency.js';
import { isolationCases } from './contract/isolation.js';
import { policyCases } from './contract/policies.js';
import { purgeAuditCases } from './contract/purge-audit.js';
import { purgeCases } from './contract/purge.js';
import { purgeWebhookCases } from './contract/purge-webhooks.js';
import { recordCases } from './contract/records.js';
import { replayCases } from './contract/replay.js';
import { subscriberCases } from './contract/subscribers.js';
import { stepUpCases } from './contract/step-up.js';
import { unitOfWorkCases } from './contract/unit-of-work.js';
import { voidCodesCases } from './contract/void-codes.js';

/**
 * What every storage adapter promises, for any test runner. Each case wants an empty storage of its
 * own: a fresh database or schema, or all tables truncated. With vitest:
 *
 * ```ts
 * import { describe, it } from 'vitest';
 * import { storageContract } from '@stepward/core/testing';
 *
 * describe('my storage', () => {
 *   for (const { name, run } of storageContract) {
 *     it(name, () => run(createEmptyStorage));
 *   }
 * });
 * ```
 *
 * Run it over real parallel connections, and once more over a pool of one: units of work do not nest,
 * so a single connection makes the cases slower, never stuck.
 */
export const storageContract: readonly StorageContractCase[] = [
  ...unitOfWorkCases,
  ...recordCases,
  ...isolationCases,
  ...codeCases,
  ...budgetCases,
  ...purgeCases,
  ...stepUpCases,
  ...voidCodesCases,
  ...policyCases,
  ...apiKeyCases,
  ...auditLogCases,
  ...auditTrailCases,
  ...purgeAuditCases,
  ...authenticationLogCases,
  ...eventCases,
  ...fanOutCases,
  ...hostTransactionCases,
  ...subscriberCases,
  ...deliveryCases,
  ...replayCases,
  ...deliveryQueueCases,
  ...deliveryLeaseCases,
  ...finishCases,
  ...exhaustedCases,
  ...failingSubscriberCases,
  ...purgeWebhookCases,
  ...idempotencyCases,
];
