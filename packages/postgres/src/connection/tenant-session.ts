import type { Logger } from '@stepward/core';
import type { Statement } from './statement.js';

/** The connection that the stores of one unit of work use. */
export interface TenantSession {
  /**
   * Part of every key. Row-level security repeats the rule, but it does not bind superusers, and a condition in the
   * query makes the best use of an index.
   */
  readonly tenantId: string;
  readonly logger: Logger;
  /** One round trip; the rows. */
  readonly query: (statement: Statement, values: unknown[]) => Promise<readonly unknown[]>;
}
