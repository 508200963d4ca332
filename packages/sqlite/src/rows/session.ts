import type { Logger } from '@stepward/core';
import type { Sql } from '../connection/index.js';

/** What the stores of one unit of work use: statements of its tenant. */
export interface Session {
  readonly tenantId: string;
  /** `@tenantId` is bound in every statement. */
  readonly sql: Sql;
  readonly logger: Logger;
}
