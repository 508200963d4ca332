/** For each field of a record its column, and how the driver's value is read: as it comes by default. */
export type Columns<T> = {
  readonly [Field in keyof T]: readonly [column: string, read?: (stored: unknown) => T[Field]];
};

/** Turns rows into records, and records into values, by one list of columns. */
export interface RecordColumns<T> {
  /** All of them, for a select list or an insert. */
  readonly list: string;
  /** The values of a record in that order. */
  readonly values: (record: Readonly<Record<keyof T, unknown>>) => unknown[];
  readonly read: (row: unknown) => T;
}

export function recordColumns<T extends object>(columns: Columns<T>): RecordColumns<T> {
  const fields = Object.entries(columns) as unknown as readonly (readonly [
    field: keyof T,
    column: readonly [name: string, read?: (stored: unknown) => unknown],
  ])[];
  return {
    list: fields.map(([, [name]]) => name).join(', '),
    values: (record) => fields.map(([field]) => record[field]),
    read(row) {
      const stored = row as Readonly<Record<string, unknown>>;
      const entries = fields.map(([field, [name, read]]) => {
        const value = stored[name];
        return [field, read === undefined ? value : read(value)] as const;
      });
      return Object.fromEntries(entries) as T;
    },
  };
}
