import { randomUUID } from 'node:crypto';
import type { FinishedAttempt } from '@stepward/core/adapter';
import type { ClaimedRows } from './claimed-rows.js';

/** Deliveries by tenant and subscriber, as they are stored: see `lease-counts.ts`. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A row that takes the place of what a worker has published. */
export interface Publication {
  readonly worker: string;
  readonly number: number;
  /** Numbers of the rows before it. */
  readonly obsolete: readonly number[];
  readonly counts: Counts;
  /** The end of the last of these leases. */
  readonly until: Date;
}

export interface ClaimPublication extends Publication {
  /** Whether what is published counts more than there is. */
  readonly isStale: boolean;
}

/** Of a transaction that was not seen to commit; `unknown` if its last answer was lost. */
export type NotCommitted = 'failed' | 'unknown';

/** What one worker of this process has leased, by what its claims gave it and what it has finished. */
export interface WorkerLeases {
  /** Runs the worker's claims one after the other. */
  inTurn<T>(claim: () => Promise<T>): Promise<T>;
  /** Counts the leases at the beginning of a claim; those that have ended no longer count. */
  beginClaim(now: Date): ClaimPublication;
  endClaim(publication: Publication, outcome: ClaimedRows | NotCommitted, leaseUntil: Date): void;
  /**
   * What is left once these attempts are recorded. Null if it need not be published, because none of them was leased here,
   * or if a claim or another result is being stored: a later claim publishes it.
   */
  beginFinish(attempts: readonly FinishedAttempt[]): Publication | null;
  endFinish(
    publication: Publication | null,
    attempts: readonly FinishedAttempt[],
    outcome: 'committed' | NotCommitted,
  ): void;
  /** Whether nothing is leased, and no claim has begun since that time. */
  isIdleSince(time: Date): boolean;
}

interface Lease {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly until: Date;
}

export function createWorkerLeases(): WorkerLeases {
  const worker = randomUUID();
  const leases = new Map<string, Lease>();
  let number = 0;
  /** Numbers of the rows that there may be. */
  let rows: readonly number[] = [];
  let lastClaim: Promise<unknown> = Promise.resolve();
  /** Claims that have not ended. */
  let claims = 0;
  let isPublishing = false;
  let claimedAt = new Date(0);
  /** Rows up to this number may count more than there is. */
  let staleUpTo = 0;

  function publish(leased: readonly Lease[]): Publication {
    number += 1;
    const until = new Date(Math.max(0, ...leased.map((lease) => lease.until.getTime())));
    return { worker, number, obsolete: rows, counts: countLeases(leased), until };
  }

  /** The row is there, and those before it are gone. */
  function replaced({ number: added, obsolete }: Publication): void {
    rows = [...rows.filter((row) => !obsolete.includes(row)), added];
  }

  /** The row is there or not. */
  function mayExist({ number: added }: Publication): void {
    rows = [...rows, added];
    staleUpTo = number;
  }

  return {
    inTurn(claim) {
      claims += 1;
      const claimed = lastClaim.then(claim).finally(() => {
        claims -= 1;
      });
      lastClaim = claimed.catch(() => undefined);
      return claimed;
    },
    beginClaim(now) {
      claimedAt = now;
      for (const [key, { until }] of leases) {
        if (until <= now && leases.delete(key)) staleUpTo = number;
      }
      const isStale = rows.length > 0 && rows.every((row) => row <= staleUpTo);
      return { ...publish([...leases.values()]), isStale };
    },
    endClaim(publication, outcome, until) {
      if (outcome === 'unknown') mayExist(publication);
      if (typeof outcome === 'string') return;
      for (const { tenantId, deliveryId, attempt, subscriber } of outcome.batch.deliveries) {
        leases.set(keyOf(deliveryId, attempt), { tenantId, subscriberId: subscriber.id, until });
      }
      if (outcome.isPublished) replaced(publication);
    },
    beginFinish(attempts) {
      const finished = new Set(attempts.map(keyOfAttempt));
      const left = [...leases].filter(([key]) => !finished.has(key));
      if (claims > 0 || isPublishing || left.length === leases.size) return null;
      isPublishing = true;
      return publish(left.map(([, lease]) => lease));
    },
    endFinish(publication, attempts, outcome) {
      if (publication !== null) isPublishing = false;
      if (publication !== null && outcome === 'unknown') mayExist(publication);
      if (outcome !== 'committed') return;
      const before = leases.size;
      for (const attempt of attempts) leases.delete(keyOfAttempt(attempt));
      if (publication !== null) replaced(publication);
      if (leases.size === before) return;
      // Rows that were begun by now count these attempts as well, but for the newest if it is their own.
      staleUpTo = Math.max(staleUpTo, publication?.number === number ? number - 1 : number);
    },
    isIdleSince: (time) => leases.size === 0 && claims === 0 && claimedAt < time,
  };
}

function keyOf(deliveryId: string, attempt: number): string {
  return `${deliveryId} ${String(attempt)}`;
}

function keyOfAttempt({ deliveryId, log }: FinishedAttempt): string {
  return keyOf(deliveryId, log.number);
}

function countLeases(leases: readonly Lease[]): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const { tenantId, subscriberId } of leases) {
    const ofTenant = counts.get(tenantId) ?? new Map<string, number>();
    counts.set(tenantId, ofTenant.set(subscriberId, (ofTenant.get(subscriberId) ?? 0) + 1));
  }
  return Object.fromEntries(
    [...counts].map(([tenantId, ofTenant]) => [tenantId, Object.fromEntries(ofTenant)]),
  );
}
