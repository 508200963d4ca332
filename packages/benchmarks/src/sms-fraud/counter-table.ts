import type {
  CounterChange,
  CounterQuery,
  SendBlock,
  SendCount,
  SendCounters,
} from '@stepward/core/adapter';

/** The counters and blocks of one tenant, as a storage keeps them. */
export interface CounterTable {
  read(queries: readonly CounterQuery[]): SendCounters;
  change(change: CounterChange): void;
}

export function createCounterTable(): CounterTable {
  /** By name, in the order of their buckets. */
  const counts = new Map<string, SendCount[]>();
  const blocks = new Map<string, SendBlock>();

  function add({ name, part, bucket, sent, verified }: SendCount): void {
    const rows = counts.get(name) ?? [];
    const index = rows.findLastIndex((row) => row.bucket <= bucket);
    let found = index;
    while (isAt(rows[found], bucket) && rows[found]?.part !== part) found -= 1;
    if (!isAt(rows[found], bucket)) found = -1;
    const before = rows[found] ?? { sent: 0, verified: 0 };
    const sums = { sent: before.sent + sent, verified: before.verified + verified };
    rows.splice(found < 0 ? index + 1 : found, found < 0 ? 0 : 1, { name, part, bucket, ...sums });
    counts.set(name, rows);
  }

  return {
    read: (queries) => ({
      counts: queries.flatMap(({ name, since }) => {
        const rows = counts.get(name) ?? [];
        return rows.slice(rows.findLastIndex(({ bucket }) => bucket <= since) + 1);
      }),
      blocks: queries.flatMap(({ name }) => blocks.get(name) ?? []),
    }),
    change({ add: added, blocks: begun }) {
      added.forEach(add);
      for (const block of begun) blocks.set(block.name, block);
    },
  };
}

function isAt(row: SendCount | undefined, bucket: Date): boolean {
  return row?.bucket.getTime() === bucket.getTime();
}
