/** Lists in which the ports promise no order, by the names of their properties. */
const UNORDERED: ReadonlySet<string> = new Set([
  'authenticators',
  'counts',
  'blocks',
  'enrolmentsDue',
  'keptFactors',
  'events',
  'deliveries',
  'subscribers',
  'unfinished',
  'unreached',
  'failing',
  'freed',
  'lost',
  'made',
]);

/** Properties that storage alone reads, or that each storage rounds. */
const OPAQUE: ReadonlySet<string> = new Set(['nextPosition', 'cursor', 'lastSeenAt']);

/**
 * Returns an answer in a form that two storages can be compared by. Lists without a promised order are sorted. Of a value that storage
 * alone reads, only its presence is left.
 */
export function comparable(value: unknown, name = ''): unknown {
  if (OPAQUE.has(name)) return value !== null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map((item) => comparable(item));
    return UNORDERED.has(name) ? items.toSorted(byText) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const properties = Object.entries(value).filter(([, each]) => each !== undefined);
  const sorted = properties.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, each]) => [key, comparable(each, key)]));
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
