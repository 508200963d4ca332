/** Conditions of a statement, and the values that they name. */
export interface Where {
  /** Takes a value, and gives the parameter that stands for it. */
  readonly bind: (value: unknown) => string;
  /** Adds a condition on a value; null does not filter. */
  readonly add: (condition: (parameter: string) => string, value: unknown) => void;
  /** The conditions so far, joined. */
  readonly text: () => string;
  readonly values: unknown[];
}

/**
 * Collects the conditions that are asked for and no others, so that each combination is a statement of
 * its own, planned for the index that suits it.
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
