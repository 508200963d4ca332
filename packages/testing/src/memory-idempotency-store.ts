import type { IdempotencyRecord, IdempotencyStore } from '@stepward/core/adapter';
import type { MemoryTable } from './memory-journal.js';

/** Stores one tenant's requests that have an idempotency key. */
export function idempotencyStore(records: MemoryTable<IdempotencyRecord>): IdempotencyStore {
  return {
    reserve(reservation, now) {
      const earlier = records.get(reservation.recordId);
      if (earlier !== undefined && now < earlier.expiresAt) return Promise.resolve(earlier);
      records.set(reservation.recordId, reservation);
      return Promise.resolve(reservation);
    },
    finish(recordId, token, end) {
      const record = records.get(recordId);
      if (record?.token !== token) return Promise.resolve(false);
      if (end === null) records.delete(recordId);
      else records.set(recordId, { ...record, ...end });
      return Promise.resolve(true);
    },
  };
}

/** Deletes expired records: see `Storage.purge`. */
export function purgeIdempotency(records: MemoryTable<IdempotencyRecord>, now: Date): void {
  for (const [recordId, { expiresAt }] of records.entries()) {
    if (expiresAt <= now) records.delete(recordId);
  }
}
