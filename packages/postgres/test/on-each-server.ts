import { hasBinaries, testDatabase, type TestDatabase } from '@stepward/dev-postgres';
import { inject } from 'vitest';
import { describeWhere } from './describe-where.js';

/** Whether tests run on Postgres 15 too: where npm has its binaries. A server that `DATABASE_URL` names is tested alone. */
export const isPostgres15Tested = hasBinaries(15) && !process.env['DATABASE_URL'];

/**
 * Defines tests of plans for the server of the run and for Postgres 15, because their planners differ. They need a superuser,
 * and the binaries of that version.
 */
export function onEachServer(define: (database: TestDatabase) => void): void {
  const isAdminKnown = inject('stepwardPostgres').adminUrl !== null;
  describeWhere(isAdminKnown, 'on the server of the run', async () => {
    define(await testDatabase());
  });
  describeWhere(isPostgres15Tested, 'on Postgres 15', async () => {
    define(await testDatabase({ version: 15 }));
  });
}
