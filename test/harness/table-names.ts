/** Selects the names of the tables of the schema. A table with partitions is one. */
export const TABLE_NAMES = `select relname as tablename from pg_class
  where relnamespace = 'stepward'::regnamespace and relkind in ('r', 'p') and not relispartition`;
