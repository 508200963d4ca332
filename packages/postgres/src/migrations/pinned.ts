/**
 * What every function says: names and operators in it are those of Postgres itself, whoever planted others of
 * the same name in a schema on the caller's path. Names of our own are written with their schema.
 */
export const PINNED = 'set search_path = pg_catalog, pg_temp';
