/** Items by time, the earliest first: a binary heap that knows where each item is. Changes take logarithmic time. */
export interface TimeOrder<T> {
  first(): Timed<T> | undefined;
  /** Adds an item, or moves it; infinity removes it. */
  set(item: T, at: number): void;
}

export interface Timed<T> {
  readonly item: T;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Entry<T> {
  readonly item: T;
  at: number;
  index: number;
}

export function createTimeOrder<T>(): TimeOrder<T> {
  const heap: Entry<T>[] = [];
  const entries = new Map<T, Entry<T>>();

  function put(entry: Entry<T>, index: number): void {
    heap[index] = entry;
    entry.index = index;
  }

  function rise(entry: Entry<T>): void {
    let { index } = entry;
    for (;;) {
      const parentIndex = (index - 1) >> 1;
      const parent = heap[parentIndex];
      if (index === 0 || parent === undefined || parent.at <= entry.at) break;
      put(parent, index);
      index = parentIndex;
    }
    put(entry, index);
  }

  function sink(entry: Entry<T>): void {
    let { index } = entry;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const child = right !== undefined && left !== undefined && right.at < left.at ? right : left;
      if (child === undefined || child.at >= entry.at) break;
      const childIndex = child.index;
      put(child, index);
      index = childIndex;
    }
    put(entry, index);
  }

  function remove(entry: Entry<T>): void {
    entries.delete(entry.item);
    const last = heap.pop();
    if (last === undefined || last === entry) return;
    put(last, entry.index);
    rise(last);
    sink(last);
  }

  return {
    first: () => heap[0],
    set(item, at) {
      const entry = entries.get(item);
      if (at === Infinity) {
        if (entry !== undefined) remove(entry);
        return;
      }
      if (entry === undefined) {
        const added = { item, at, index: heap.length };
        entries.set(item, added);
        rise(added);
      } else if (entry.at !== at) {
        entry.at = at;
        rise(entry);
        sink(entry);
      }
    },
  };
}
