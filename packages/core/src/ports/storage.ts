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
 * `storageContract` of `@stepward/storage-contract`. Webhooks are a second port, {@link WebhookStorage}, which an
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
   * Decides one operation on an identity's factors: reads the facts, calls `decision`, and stores the outcome, all of
   * it or nothing. Operations of one identity, and those of one session, happen one after the other. Ok stores; Err
   * and a throw store nothing. `decision` does no I/O, and may be called again if a concurrent operation was stored
   * first.
   *
   * @throws StorageBusy as `run` does.
   */
  decide<T, E>(
    scope: DecisionScope,
    decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
  ): Promise<Result<T, E>>;

  /**
   * The challenge of a session, live or ended, for any identity; null for none. It identifies the person to decide
   * about.
   */
  findChallenge(tenantId: string, sessionId: string): Promise<Challenge | null>;

  /**
   * The management key with that SHA-256, of any tenant, because the tenant is known only from the key. Null
   * where there is none; a revoked or expired one is found.
   */
  findApiKey(secretHash: string): Promise<TenantApiKey | null>;

  /**
   * The tenant of a sent message, by its `messageKey`, over all tenants, because a delivery receipt names none. Null
   * where there is no such message.
   */
  findSmsTenant(messageKey: string): Promise<string | null>;

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
   * Deletes expired data of all tenants: tombstones, budgets that no longer count, the digests of expired codes,
   * messages that were sent 7 days ago, counters of the fraud guard that began 15 days ago and blocks that ended then,
   * answers that were kept for 24 hours; events by {@link Expiry.eventsUntil}; audit entries past their `retainUntil`,
   * from the oldest on, up to the first that is still to be kept, of which a tenant's newest always stays; and entries
   * of the authentication log past theirs. Correctness does not depend on it. Storage with a clock of its own never goes
   * beyond that plus a minute, and keeps entries of both logs until that clock says so, too.
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

/** What has expired. */
export interface Expiry {
  readonly now: Date;
  /**
   * Events that were emitted at or before this time are deleted. Events with a pending delivery are kept, as are those
   * of the outbox whose tenant has subscribers; storage may also keep newer events of the same tenant.
   */
  readonly eventsUntil: Date;
}

/** A key and its tenant. */
export interface TenantApiKey {
  readonly tenantId: string;
  readonly key: ApiKey;
}

/** The result of appending an event in a transaction of the host's. */
export type AppendOutcome = 'appended' | 'not_in_transaction';
