/** Events in the order of their times; those of one time in the order in which they were added. */
export interface EventQueue<T> {
  add(at: number, event: T): void;
  /** The time of the first event; null for none. */
  nextAt(): number | null;
  /** Removes the first event, and returns it. */
  take(): T | undefined;
}

interface Entry<T> {
  readonly at: number;
  readonly place: number;
  readonly event: T;
}

/** A binary heap. */
export function createEventQueue<T>(): EventQueue<T> {
  const heap: Entry<T>[] = [];
  let added = 0;

  const isBefore = (one: number, other: number): boolean => {
    const [left, right] = [heap[one], heap[other]];
    if (left === undefined || right === undefined) return false;
    return left.at < right.at || (left.at === right.at && left.place < right.place);
  };

  function swap(one: number, other: number): void {
    const [left, right] = [heap[one], heap[other]];
    if (left === undefined || right === undefined) return;
    heap[one] = right;
    heap[other] = left;
  }

  function rise(index: number): void {
    const parent = (index - 1) >> 1;
    if (index === 0 || !isBefore(index, parent)) return;
    swap(index, parent);
    rise(parent);
  }

  function sink(index: number): void {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    const first = isBefore(right, left) ? right : left;
    if (!isBefore(first, index)) return;
    swap(first, index);
    sink(first);
  }

  return {
    add(at, event) {
      heap.push({ at, place: added, event });
      added += 1;
      rise(heap.length - 1);
    },
    nextAt: () => heap[0]?.at ?? null,
    take() {
      swap(0, heap.length - 1);
      const entry = heap.pop();
      sink(0);
      return entry?.event;
    },
  };
}
