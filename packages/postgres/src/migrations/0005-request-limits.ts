import type { Migration } from './migration.js';

/**
 * Where `postgresLimits` counts requests. `expire` is in milliseconds since 1970, by the clock of the database.
 *
 * The only table without a tenant: requests are counted before their tenant is known. A key holds a client address or
 * a hash of the principal, and the row holds only points and times. Unlogged, because a crash may lose the last
 * minute; with room in its pages, because rows are updated in place.
 */
export const requestLimits: Migration = {
  id: '0005-request-limits',
  sql: (schema) => `
    create unlogged table ${schema}.request_limits (
      key varchar(255) collate "C" primary key,
      points integer not null default 0,
      expire bigint
    ) with (fillfactor = 70);
    create index on ${schema}.request_limits (expire);`,
};
