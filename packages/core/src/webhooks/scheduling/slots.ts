/** How many attempts are under way, and how many more may start. */
export interface Slots {
  free(): number;
  /** An attempt of the shard starts. */
  take(shard: number): void;
  /** The answer of an attempt has arrived. */
  answer(): void;
  /** An attempt of the shard that was answered has ended. */
  end(shard: number): void;
  isUsedBy(shard: number): boolean;
}

/** @param size attempts at once; as many more may be answered and wait for their results to be stored */
export function createSlots(size: number): Slots {
  const underWayOf = new Map<number, number>();
  let underWay = 0;
  let answered = 0;

  function count(shard: number, change: 1 | -1): void {
    underWay += change;
    underWayOf.set(shard, (underWayOf.get(shard) ?? 0) + change);
  }

  return {
    free: () => Math.min(size - (underWay - answered), 2 * size - underWay),
    take: (shard) => count(shard, 1),
    answer() {
      answered += 1;
    },
    end(shard) {
      answered -= 1;
      count(shard, -1);
    },
    isUsedBy: (shard) => (underWayOf.get(shard) ?? 0) > 0,
  };
}
