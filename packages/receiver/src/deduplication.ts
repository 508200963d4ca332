/**
 * Remembers what was handled, in two phases: a claim is a lease, which a crash leaves to run out, and
 * only a confirmation lasts. Each method is atomic over all processes that share the store.
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
   * Keeps the key as done for `ttlMs`. Twice is as good as once.
   *
   * @returns false, and does nothing, where the claim is no longer the one that holds the key.
   */
  confirm(key: string, claimId: string, ttlMs: number): Promise<boolean>;
  /** Gives the key back at once; does nothing where it is done, or another claim holds it. */
  release(key: string, claimId: string): Promise<void>;
}

/** How deliveries are recognised as ones that came before. */
export interface Deduplication {
  readonly store: DeduplicationStore;
  /**
   * `idempotency_key` by default: an event is handled once, even if it is replayed. `event_id`
   * handles it again for each replay by hand, and once for all attempts of one delivery.
   */
  readonly by?: 'idempotency_key' | 'event_id';
  /**
   * Comes before the keys. Give each receiver its own where several that do different things share a
   * store; none by default.
   */
  readonly scope?: string;
  /**
   * Milliseconds that a handler has until another delivery of the event may be handled beside it; 60 000.
   * After a crash the event is not handled again before.
   */
  readonly leaseMs?: number;
  /**
   * Milliseconds that a handled event is remembered; 864 000 000, which is 10 days. All 10 attempts of a
   * delivery take 75.6 hours, and 83.1 with their jitter; where something on the way answers each with a
   * `Retry-After` of 24 hours, the most that the sender follows, they take 9.1 days.
   */
  readonly ttlMs?: number;
}

export const DEFAULT_LEASE_MS = 60_000;
export const DEFAULT_TTL_MS = 864_000_000;
