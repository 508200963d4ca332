import { addMs, type ClaimRequest } from '@stepward/core/adapter';
import type { ClaimedRows } from './claimed-rows.js';
import { isBeginning } from './queue-position.js';

/**
 * Where statements begin to read the queue and the outbox, as JSON that one claim returns and others get: `since`, a due
 * time and a time of an event before which there is nothing but `subscribers` and `tenants` say; and `leasesSince`, up to
 * which leases that ended were returned to the queue.
 */
export type ScanStart = string;

const EVERYTHING: ScanStart = JSON.stringify({ since: '-infinity', leasesSince: '-infinity' });

/** SQL for a part of a {@link ScanStart}, from SQL for that as `jsonb`. */
export const since = (start: string): string => `(${start} ->> 'since')::timestamptz`;

export const isEverything = (start: string): string => `(${start} ->> 'since' = '-infinity')`;

export const leasesSince = (start: string): string => `(${start} ->> 'leasesSince')::timestamptz`;

/**
 * Seconds for which a claim reads again what the one before it read, because a transaction that commits later may have
 * added events of an earlier time.
 */
export const MARGIN_SECONDS = 1;

/** Milliseconds between two claims, after which the second reads everything. */
const MAX_PAUSE_MS = 10_000;

/** For each millisecond that reading everything takes, this many pass until the next claim does so. */
const REST = 20;

/** And no more milliseconds than these. */
const MAX_REST_MS = 30_000;

export interface ScanStarts {
  forClaim(request: Pick<ClaimRequest, 'now' | 'after'>): ScanStart;
  /** Takes over where a claim left off, unless it has not read all subscribers and tenants. */
  record(
    request: Pick<ClaimRequest, 'now' | 'after'>,
    start: ScanStart,
    claimed: Pick<ClaimedRows, 'batch' | 'start'>,
    tookMs: number,
  ): void;
  /** After a claim that failed: it may have been committed, and have returned leases to the queue. */
  forget(): void;
  /** For a statement that reads at that time. */
  current(now: Date): ScanStart;
}

/**
 * While another transaction holds its snapshot, deleted rows stay, and a claim that reads from the beginning reads past
 * all of them. So a claim begins where the one before it left off, a second earlier. An event of a transaction that
 * took longer to commit is found by a claim that reads everything: one in twenty at most, by the time that it takes.
 */
export function createScanStarts(): ScanStarts {
  let last: { readonly now: Date; readonly next: ScanStart } | null = null;
  let restUntil = 0;

  function current(now: Date): ScanStart {
    if (last === null || performance.now() >= restUntil) return EVERYTHING;
    const isNext = last.now <= now && now <= addMs(last.now, MAX_PAUSE_MS);
    return isNext ? last.next : EVERYTHING;
  }

  return {
    current,
    forget() {
      last = null;
    },
    forClaim: ({ now, after }) => (isBeginning(after) ? current(now) : EVERYTHING),
    record({ now, after }, start, { batch, start: next }, tookMs) {
      if (start === EVERYTHING)
        restUntil = performance.now() + Math.min(REST * tookMs, MAX_REST_MS);
      const hasReadAll = isBeginning(after) && isBeginning(batch.after);
      last = hasReadAll && next !== null ? { now, next: JSON.stringify(next) } : null;
    },
  };
}
