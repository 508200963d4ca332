import {
  addMs,
  COUNTER_RETENTION_MS,
  type CounterChange,
  type CounterKey,
  type CounterQuery,
  type SendBlock,
  type SendCount,
  type SendCounters,
} from '@stepward/core/adapter';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';

/** What the fraud guard counts, of one tenant. */
export interface SendCounterTables {
  readonly counts: MemoryTable<SendCount>;
  /** By name. */
  readonly blocks: MemoryTable<SendBlock>;
}

export function createSendCounterTables(journal: MemoryJournal): SendCounterTables {
  return { counts: journal.table(), blocks: journal.table() };
}

export function readSendCounters(
  { counts, blocks }: SendCounterTables,
  queries: readonly CounterQuery[],
): SendCounters {
  const rows = [...counts.entries()].map(([, count]) => count);
  return {
    counts: queries.flatMap(({ name, since }) =>
      rows.filter((row) => row.name === name && row.bucket > since),
    ),
    blocks: queries.flatMap(({ name }) => blocks.get(name) ?? []),
  };
}

export function changeSendCounters(
  tables: SendCounterTables,
  { add, blocks }: CounterChange,
): void {
  for (const change of add) {
    const key = keyOf(change);
    const { sent, verified } = tables.counts.get(key) ?? { sent: 0, verified: 0 };
    const sums = { sent: sent + change.sent, verified: verified + change.verified };
    tables.counts.set(key, { ...change, ...sums });
  }
  for (const block of blocks) tables.blocks.set(block.name, storedBlock(block));
}

/** A decision may hand over a block with the rule that began it, which is not stored. */
function storedBlock(block: SendBlock): SendBlock {
  const { name, mode, startedAt, until, repeats, unverified } = block;
  return { name, mode, startedAt, until, repeats, unverified };
}

export function purgeSendCounters({ counts, blocks }: SendCounterTables, now: Date): void {
  const until = addMs(now, -COUNTER_RETENTION_MS);
  for (const [key, { bucket }] of counts.entries()) {
    if (bucket <= until) counts.delete(key);
  }
  for (const [name, block] of blocks.entries()) {
    if (block.until <= until) blocks.delete(name);
  }
}

function keyOf({ name, part, bucket }: CounterKey): string {
  return JSON.stringify([name, part, bucket]);
}
