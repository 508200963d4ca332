import type { Result } from 'neverthrow';
import type { ApiKey } from '../access/api-key.js';
import type { Challenge } from '../factors/challenge.js';
import type { StoredEvent } from '../events/new-event.js';
import type { Decided, DecisionFacts, DecisionScope } from './decision.js';
import type { HostTransaction } from './host-transaction.js';
import type { Stores, UnitOfWorkScope } from './stores.js';
import type { WebhookStorage } from './webhook-storage.js';

/**
 * Where Stepward keeps the data of tenants: factors, policies, API keys, logs, events. An adapter passes
 * `storageContract` of `@stepward/core/testing/contract`. Webhooks are a second port, {@link WebhookStorage}, which an
 * adapter may leave out.
 */
export interface Storage {
  /**
   * Resolves where storage can be used: it is reachable, and has all that it needs. Rejects with an error that
   * says what to do. Hosts call it at start, by `stepward.ready()`.
   */
  ready(): Promise<void>;

  /**
   * Runs one unit of work for one tenant: Ok commits, Err and a throw roll everything back. The stores
   * live only inside `work` and see that tenant alone. Units of work do not nest: with a pool of one
   * connection the inner one would wait for the outer.
   *
   * @throws StorageBusy if the locks of the scope cannot be acquired in time; then `work` was not called, or is
   * rolled back.
   */
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: Stores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;

  /**
   * Decides one operation on an identity's factors: reads all that it is decided on, calls `decision`, and stores
   * what came of it, all of it or nothing. Operations of one identity, and those of one session, happen one after
   * the other. Ok stores; Err and a throw store nothing. `decision` does no I/O, and may be called again if a
   * concurrent operation was stored first.
   *
   * @throws StorageBusy as `run` does.
   */
  decide<T, E>(
    scope: DecisionScope,
    decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
  ): Promise<Result<T, E>>;

  /**
   * The challenge of a session, live or ended, for any identity; null for none. It tells who can be decided about.
   */
  findChallenge(tenantId: string, sessionId: string): Promise<Challenge | null>;

  /**
   * The management key with that SHA-256, of any tenant, because the tenant is known only from the key. Null
   * where there is none; a revoked one is found.
   */
  findApiKey(secretHash: string): Promise<TenantApiKey | null>;

  /**
   * Appends an event inside a transaction of the host's: see {@link EventStore.append}. It commits or rolls back
   * with the rest of that transaction. Where the handle is in no transaction nothing is stored; storage in memory
   * throws there.
   */
  appendEvent(
    transaction: HostTransaction,
    tenantId: string,
    event: StoredEvent,
    patterns: readonly string[],
  ): Promise<AppendOutcome>;

  /**
   * Deletes expired data of all tenants: tombstones, budgets that no longer
   * count, the digests of expired codes, answers that were kept for 24 hours; events by {@link Expiry.eventsUntil};
   * audit entries past their `retainUntil`, from the oldest on, up to the first that is still to be kept, of which a
   * tenant's newest always stays; and entries of the authentication log past theirs. Correctness does not depend on it.
   */
  purge(expiry: Expiry): Promise<void>;

  /**
   * Subscribers and deliveries, in the same database; null where the adapter carries no webhooks. Then events are
   * stored and listed, subscribing fails, and `createStepward` refuses the option `webhooks`.
   */
  readonly webhooks: WebhookStorage | null;
}

/** Storage that carries webhooks. */
export interface StorageWithWebhooks extends Storage {
  readonly webhooks: WebhookStorage;
}

/** What has run out. */
export interface Expiry {
  readonly now: Date;
  /**
   * Events that were emitted at or before this time are deleted. Events with a pending delivery are kept, and
   * storage may also keep newer events of the same tenant.
   */
  readonly eventsUntil: Date;
}

/** A key and whose it is. */
export interface TenantApiKey {
  readonly tenantId: string;
  readonly key: ApiKey;
}

/** What became of an event; nothing is stored but where it was `appended`. */
export type AppendOutcome = 'appended' | 'duplicate' | 'not_in_transaction';
