import type { SecurityEvent } from '../events/security-event.js';
import type { Stream } from './stream.js';
import type { StreamStorage } from './stream-storage.js';

interface Row {
  readonly stream: Stream;
  readonly held: ReadonlyMap<string, SecurityEvent>;
}

/** Keeps streams in memory: for tests, and for trying it out. They end with the process. */
export function createMemoryStreams(): StreamStorage {
  const rows = new Map<string, Row>();
  const keyOf = (tenantId: string, streamId: string): string => `${tenantId} ${streamId}`;
  const rowOf = (tenantId: string, streamId: string): Row | null =>
    rows.get(keyOf(tenantId, streamId)) ?? null;
  const put = (row: Row): void => void rows.set(keyOf(row.stream.tenantId, row.stream.id), row);
  const streamsOf = (tenantId: string, receiver: string): readonly Stream[] =>
    [...rows.values()]
      .map(({ stream }) => stream)
      .filter((stream) => stream.tenantId === tenantId && stream.receiver === receiver);

  return {
    async insert(stream, limit) {
      if (streamsOf(stream.tenantId, stream.receiver).length >= limit) return false;
      put({ stream, held: new Map() });
      return true;
    },

    find: async (tenantId, streamId) => rowOf(tenantId, streamId)?.stream ?? null,
    list: async (tenantId, receiver) => streamsOf(tenantId, receiver),

    async change(tenantId, streamId, decide) {
      const row = rowOf(tenantId, streamId);
      const stream = row && decide(row.stream);
      if (row !== null && stream !== null) put({ ...row, stream });
      return stream;
    },

    async remove(tenantId, streamId) {
      rows.delete(keyOf(tenantId, streamId));
    },

    async removeAll(tenantId) {
      const keys = [...rows].flatMap(([key, { stream }]) =>
        stream.tenantId === tenantId ? [key] : [],
      );
      for (const key of keys) rows.delete(key);
      return keys.length;
    },

    async hold(tenantId, streamId, events, { limit, since }) {
      const row = rowOf(tenantId, streamId);
      if (row === null) return false;
      const kept = [...row.held].filter(([, { at }]) => at >= since);
      const held = new Map([...events.map((event) => [event.id, event] as const), ...kept]);
      const isWithin = held.size <= limit || held.size === kept.length;
      put({ ...row, held: isWithin ? held : new Map(kept) });
      return isWithin;
    },

    async held(tenantId, streamId, limit) {
      const held = [...(rowOf(tenantId, streamId)?.held.values() ?? [])];
      return held.toSorted(inOrder).slice(0, limit);
    },

    async release(tenantId, streamId, ids) {
      const row = rowOf(tenantId, streamId);
      if (row === null || (ids === 'all' && row.stream.status !== 'disabled')) return;
      const kept = [...row.held].filter(([id]) => ids !== 'all' && !ids.includes(id));
      put({ ...row, held: new Map(kept) });
    },
  };
}

function inOrder(a: SecurityEvent, b: SecurityEvent): number {
  return (
    Number(b.isUrgent) - Number(a.isUrgent) ||
    a.at.getTime() - b.at.getTime() ||
    (a.id < b.id ? -1 : 1)
  );
}
