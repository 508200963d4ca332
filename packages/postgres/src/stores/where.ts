/** Conditions of a statement, and the values of their parameters. */
export interface Where {
  /** Adds a value, and returns its parameter. */
  readonly bind: (value: unknown) => string;
  /** Adds a condition on a value; null does not filter. */
  readonly add: (condition: (parameter: string) => string, value: unknown) => void;
  /** The conditions, joined. */
  readonly text: () => string;
  readonly values: unknown[];
}

/**
 * Collects only the conditions of the filter, so that each combination is a separate statement, planned for the index
 * that suits it.
 */
export function where(): Where {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const bind = (value: unknown): string => `$${String(values.push(value))}`;
  return {
    bind,
    add(condition, value) {
      if (value !== null) conditions.push(condition(bind(value)));
    },
    text: () => conditions.join(' and '),
    values,
  };
}
