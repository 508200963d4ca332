/**
 * Items in the order in which they were added, each once. Every operation takes constant time; the first key of a
 * `Map` does not, where many before it were deleted.
 */
export interface TurnOrder<T> extends Iterable<T> {
  readonly size: number;
  has(item: T): boolean;
  /** Adds an item at the end; one that is there keeps its place. */
  add(item: T): void;
  /** Puts an item at the front, though it is there. */
  addFirst(item: T): void;
  delete(item: T): void;
  first(): T | undefined;
}

interface Link<T> {
  readonly item: T;
  before: Link<T> | null;
  after: Link<T> | null;
}

export function createTurnOrder<T>(): TurnOrder<T> {
  const links = new Map<T, Link<T>>();
  let first: Link<T> | null = null;
  let last: Link<T> | null = null;

  function insert(item: T, before: Link<T> | null, after: Link<T> | null): void {
    const link: Link<T> = { item, before, after };
    if (before === null) first = link;
    else before.after = link;
    if (after === null) last = link;
    else after.before = link;
    links.set(item, link);
  }

  function remove(item: T): void {
    const link = links.get(item);
    if (link === undefined) return;
    links.delete(item);
    if (link.before === null) first = link.after;
    else link.before.after = link.after;
    if (link.after === null) last = link.before;
    else link.after.before = link.before;
  }

  return {
    get size() {
      return links.size;
    },
    has: (item) => links.has(item),
    add(item) {
      if (!links.has(item)) insert(item, last, null);
    },
    addFirst(item) {
      remove(item);
      insert(item, null, first);
    },
    delete: remove,
    first: () => first?.item,
    *[Symbol.iterator]() {
      for (let link = first; link !== null; link = link.after) yield link.item;
    },
  };
}
