import type { IdempotencyRecord, IdempotencyStore } from '@stepward/core/adapter';
import type { MemoryTable } from './memory-journal.js';

/** Stores one tenant's requests that have an idempotency key. */
export function idempotencyStore(records: MemoryTable<IdempotencyRecord>): IdempotencyStore {
  const heldBy = (recordId: string, token: string): IdempotencyRecord | null => {
    const record = records.get(recordId);
    return record?.token === token ? record : null;
  };
  return {
    reserve(reservation, now) {
      const earlier = records.get(reservation.recordId);
      if (earlier !== undefined && now < earlier.expiresAt) return Promise.resolve(earlier);
      records.set(reservation.recordId, reservation);
      return Promise.resolve(reservation);
    },
    finish(recordId, token, end) {
      const record = heldBy(recordId, token);
      if (record !== null) records.set(recordId, { ...record, ...end });
      return Promise.resolve(record !== null);
    },
    remove(recordId, token) {
      const record = heldBy(recordId, token);
      if (record !== null) records.delete(recordId);
      return Promise.resolve(record !== null);
    },
  };
}

/** Deletes expired records: see `Storage.purge`. */
export function purgeIdempotency(records: MemoryTable<IdempotencyRecord>, now: Date): void {
  for (const [recordId, { expiresAt }] of records.entries()) {
    if (expiresAt <= now) records.delete(recordId);
  }
}
