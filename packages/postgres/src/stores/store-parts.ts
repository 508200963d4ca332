import { firstUuidAt } from '@stepward/core/adapter';
import { statement, type BoundStatement } from '../connection/statement.js';
import { findable, findableUuid } from '../connection/stored-values.js';

/** What the stores share: the columns of a record, and statements for the pages of a list. */

/** For each field of a record its column, and how the driver's value is read: as it comes by default. */
type Columns<T> = {
  readonly [Field in keyof T]: readonly [column: string, read?: (stored: unknown) => T[Field]];
};

/** Turns rows into records, and records into values, by one list of columns. */
interface RecordColumns<T> {
  /** All of them, for a select list or an insert. */
  readonly list: string;
  /** The parameters of an insert, in that order, from `$first` on. */
  readonly parametersFrom: (first: number) => string;
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
    parametersFrom: (first) => fields.map((_, index) => `$${String(first + index)}`).join(', '),
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

/** Conditions of a statement on the rows of a tenant, which is `$1`, and the values of their parameters. */
interface TenantRows {
  /** Adds a value, and returns its parameter. */
  readonly bind: (value: unknown) => string;
  /** Adds a condition on a value; null does not filter. */
  readonly add: (condition: (parameter: string) => string, value: unknown) => void;
  /** Adds that a column of UUIDs has this one; null does not filter. */
  readonly addUuid: (column: string, id: string | null) => void;
  /** Adds a range of UUIDs by the times in them. */
  readonly addRange: (column: string, range: Record<'since' | 'until', Date | null>) => void;
  /** Adds that rows come after a {@link momentPosition}, newest first. */
  readonly addAfter: (time: string, id: string, position: string | null) => void;
  /** The conditions, joined. */
  readonly text: () => string;
  readonly toStatement: (operation: string, text: string) => BoundStatement;
}

/**
 * Collects only the conditions of the filter, so each combination is a separate statement, planned for the index
 * that suits it.
 */
export function rowsOf(tenantId: string): TenantRows {
  const values: unknown[] = [tenantId];
  const conditions = ['tenant_id = $1'];
  function bind(value: unknown): string {
    return `$${String(values.push(typeof value === 'string' ? findable(value) : value))}`;
  }
  const add: TenantRows['add'] = (condition, value) => {
    if (value !== null) conditions.push(condition(bind(value)));
  };
  return {
    bind,
    add,
    addUuid(column, id) {
      if (id !== null) conditions.push(`${column} = ${bind(findableUuid(id))}`);
    },
    addRange(column, { since, until }) {
      add((first) => `${column} >= ${first}`, since && firstUuidAt(since));
      add((first) => `${column} < ${first}`, until && firstUuidAt(until));
    },
    addAfter(time, id, position) {
      if (position === null) return;
      // A time contains no bar.
      const bar = position.indexOf('|');
      const last = bind(position.slice(bar + 1));
      add(
        (moment) => `(${time}, ${id}) < (${moment}::timestamptz, ${last})`,
        position.slice(0, bar),
      );
    },
    text: () => conditions.join(' and '),
    toStatement: (operation, text) => ({ statement: statement(operation, text), values }),
  };
}

/** The position of a page's end in a list by time and id. */
export function momentPosition(moment: Date, id: string): string {
  return `${moment.toISOString()}|${id}`;
}
