/**
 * Remembers handled events in two phases: a claim is a lease, which expires after a crash, and a confirmation is
 * kept. Each method is atomic over all processes that share the store.
 */
export interface DeduplicationStore {
  /**
   * Takes the key for `leaseMs`, under a new claim's id.
   *
   * @returns `claimed` if the key was free, or the holder's lease has run out; `done` where it was
   * confirmed and the confirmation still lasts; `busy` where another claim holds it.
   */
  claim(key: string, claimId: string, leaseMs: number): Promise<'claimed' | 'done' | 'busy'>;
  /**
   * Keeps the key as done for `ttlMs`. It can be repeated.
   *
   * @returns false, and does nothing, where the claim is no longer the one that holds the key.
   */
  confirm(key: string, claimId: string, ttlMs: number): Promise<boolean>;
  /** Releases the key at once; does nothing if it is done, or another claim holds it. */
  release(key: string, claimId: string): Promise<void>;
}

/** How repeated deliveries are recognised. */
export interface Deduplication {
  readonly store: DeduplicationStore;
  /**
   * `idempotency_key` by default: an event is handled once, even if it is replayed. `event_id`
   * handles it again for each replay by hand, and once for all attempts of one delivery. Other senders of Standard
   * Webhooks have only `webhook-id`.
   */
  readonly by?: 'idempotency_key' | 'event_id';
  /**
   * The prefix of the keys. Give each receiver its own if receivers with different handlers share a store; none by
   * default.
   */
  readonly scope?: string;
  /**
   * The lease in milliseconds, after which another delivery of the event may be handled concurrently; 60 000. After a
   * crash the event is not handled again before that.
   */
  readonly leaseMs?: number;
  /**
   * Milliseconds that a handled event is remembered; 3 456 000 000, which is 40 days. The sender keeps events for 30 days and can
   * replay them for as long. All 10 attempts of a delivery take 75.6 hours, and 83.1 with their jitter; if each is answered with a
   * `Retry-After` of 24 hours, the longest that the sender follows, they take 9.1 days.
   */
  readonly ttlMs?: number;
}

export const DEFAULT_LEASE_MS = 60_000;
export const DEFAULT_TTL_MS = 3_456_000_000;
