import { apiKeyCases } from './contract/api-keys.js';
import { auditLogCases } from './contract/audit-log.js';
import { auditTrailCases } from './contract/audit-trail.js';
import { budgetCases } from './contract/budgets.js';
import { codeCases } from './contract/codes.js';
import type { StorageContractCase } from './contract/contract-case.js';
import { idempotencyCases } from './contract/idempotency.js';
import { isolationCases } from './contract/isolation.js';
import { policyCases } from './contract/policies.js';
import { purgeAuditCases } from './contract/purge-audit.js';
import { purgeCases } from './contract/purge.js';
import { recordCases } from './contract/records.js';
import { stepUpCases } from './contract/step-up.js';
import { unitOfWorkCases } from './contract/unit-of-work.js';

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
  ...policyCases,
  ...apiKeyCases,
  ...auditLogCases,
  ...auditTrailCases,
  ...purgeAuditCases,
  ...idempotencyCases,
];
