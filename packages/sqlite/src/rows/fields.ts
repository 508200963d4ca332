import type { Value, Values } from '../connection/index.js';
import { fromJson, toJson } from './stored-json.js';

/** How a field is kept in its column. */
type Kind<V> = [V] extends [boolean]
  ? 'flag'
  : [V] extends [Date | null]
    ? 'time'
    : [V] extends [string | number | null]
      ? 'plain'
      : 'json';

/** Turns records into parameters, and rows into records. The column of `createdAt` is `created_at`. */
export interface Fields<T> {
  /** The columns, for an insert. */
  readonly columns: string;
  /** Their parameters, in the same order. */
  readonly parameters: string;
  /** The select list. It gives the columns the names of the fields. */
  readonly selected: string;
  values(record: T): Values;
  read(row: unknown): T;
  readAll(rows: readonly unknown[]): readonly T[];
}

/** @param names the columns that are not named like their fields */
export function fieldsOf<T extends object>(
  kinds: { readonly [Field in keyof T]-?: Kind<T[Field]> },
  names: { readonly [Field in keyof T]?: string } = {},
): Fields<T> {
  const fields = Object.entries<string>(kinds);
  const columnOf = (field: string): string =>
    (names as Readonly<Record<string, string>>)[field] ??
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const readRow = (row: unknown): T => {
    const stored = row as Readonly<Record<string, unknown>>;
    const values = fields.map(([field, kind]) => [field, read(kind, stored[field])] as const);
    return Object.fromEntries(values) as T;
  };
  return {
    columns: fields.map(([field]) => columnOf(field)).join(', '),
    parameters: fields.map(([field]) => `@${field}`).join(', '),
    selected: fields.map(([field]) => `${columnOf(field)} as ${field}`).join(', '),
    values(record) {
      const values = record as Readonly<Record<string, unknown>>;
      return Object.fromEntries(
        fields.map(([field, kind]) => {
          const value = values[field];
          return [field, kind === 'json' ? toJson(value) : (value as Value)];
        }),
      );
    },
    read: readRow,
    readAll: (rows) => rows.map(readRow),
  };
}

function read(kind: string, stored: unknown): unknown {
  if (kind === 'flag') return stored === 1;
  if (kind === 'json') return fromJson(stored as string);
  return kind === 'time' && stored !== null ? new Date(stored as number) : stored;
}
