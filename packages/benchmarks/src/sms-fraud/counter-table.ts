import type {
  CounterChange,
  CounterQuery,
  SendBlock,
  SendCount,
  SendCounters,
} from '@stepward/core/factors';

/** The counters and blocks of one tenant, as a storage keeps them. */
export interface CounterTable {
  read(queries: readonly CounterQuery[]): SendCounters;
  change(change: CounterChange): void;
}

export function createCounterTable(): CounterTable {
  /** By name, and within it by part and bucket. */
  const counts = new Map<string, Map<string, SendCount>>();
  const blocks = new Map<string, SendBlock>();

  return {
    read: (queries) => ({
      counts: queries.flatMap(({ name, since }) =>
        [...(counts.get(name)?.values() ?? [])].filter(({ bucket }) => bucket > since),
      ),
      blocks: queries.flatMap(({ name }) => blocks.get(name) ?? []),
    }),
    change({ add, blocks: begun }) {
      for (const { sent, verified, ...key } of add) {
        const rows = counts.get(key.name) ?? new Map<string, SendCount>();
        const id = `${key.part} ${String(key.bucket.getTime())}`;
        const before = rows.get(id) ?? { sent: 0, verified: 0 };
        const sums = { sent: before.sent + sent, verified: before.verified + verified };
        counts.set(key.name, rows.set(id, { ...key, ...sums }));
      }
      for (const block of begun) blocks.set(block.name, block);
    },
  };
}
