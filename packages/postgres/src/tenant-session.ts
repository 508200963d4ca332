import type { Logger } from '@stepward/core';
import type { Statement } from './statement.js';

/** What the stores of one unit of work run on. */
export interface TenantSession {
  /**
   * Part of every key. Row-level security repeats the rule, but it does not bind superusers, and an
   * index is used best by a condition that stands in the query.
   */
  readonly tenantId: string;
  readonly logger: Logger;
  /** One round trip; the rows. */
  readonly query: (statement: Statement, values: unknown[]) => Promise<readonly unknown[]>;
}
