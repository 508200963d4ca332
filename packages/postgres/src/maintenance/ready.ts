import type { Logger } from '@stepward/core';
import type { ClockCheck } from '../connection/clock-check.js';
import type { PostgresExecutor } from '../connection/postgres-pool.js';
import { quoteIdentifier } from '../connection/quote.js';
import { MigrationChanged, NotMigrated, readSchemaRecord } from '../migrations/schema-record.js';
import { requireServer, unbound } from '../connection/server-state.js';

export interface ReadyOptions {
  readonly schemaName: string;
  readonly logger: Logger;
  /** Whether a role that row-level security does not bind is refused. */
  readonly requireRowSecurity: boolean;
  readonly clockCheck: ClockCheck;
}

/**
 * Checks that the server, the role and the schema can be used.
 *
 * @throws Error that says what is wrong and what to do.
 */
export async function checkReady(
  executor: PostgresExecutor,
  { schemaName, logger, requireRowSecurity, clockCheck }: ReadyOptions,
): Promise<void> {
  const server = await clockCheck.compare(
    () => requireServer(executor, schemaName),
    ({ now }) => now,
  );
  if (server.bypasses_rls) {
    if (requireRowSecurity) throw new Error(unbound(server));
    logger.warn({ role: server.role }, unbound(server));
  }
  const { pending, changed, unknown } = await readSchemaRecord(
    executor,
    quoteIdentifier(schemaName),
  );
  if (changed.length > 0) throw new MigrationChanged(schemaName, changed);
  if (pending.length > 0) throw new NotMigrated(schemaName);
  if (unknown.length > 0) {
    logger.warn(
      { schema: schemaName, migrations: unknown },
      'the database schema has migrations of a newer version: update this service',
    );
  }
}
