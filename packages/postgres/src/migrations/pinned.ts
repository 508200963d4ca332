/**
 * The `search_path` of every function: names and operators in it resolve to those of Postgres itself, even where
 * a schema on the caller's path has others of the same name. Our own names are written with their schema.
 */
export const PINNED = 'set search_path = pg_catalog, pg_temp';
