import type { ApiKey } from '../records/api-key.js';
import type { PreparedEvent } from '../records/stored-event.js';
import type { Result } from 'neverthrow';
import type { KeptFactor } from '../records/factor-name.js';
import type { EnrolmentDue } from '../factors/sign-in/enrolment-due.js';
import type { Identity } from '../records/identity.js';
import type { Challenge } from '../factors/challenge.js';
import type { Decided, DecisionFacts, DecisionScope } from './decision.js';
import type { DeliveryQueue } from './delivery-queue.js';
import type { HostTransaction } from './host-transaction.js';
import type { Stores, UnitOfWorkScope, WebhookStores } from './stores.js';

/**
 * Where Stepward keeps the data of tenants: factors, policies, API keys, logs, events. An adapter passes
 * `storageContract` of `@stepward/storage-contract`. It may leave webhooks out: see {@link StorageWithWebhooks}.
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

  /** Finds what has a key that is unique over all tenants; null for none. */
  lookUp<Kind extends keyof LookUps>(
    kind: Kind,
    by: LookUps[Kind]['by'],
  ): Promise<LookUps[Kind]['found'] | null>;

  /**
   * Appends an event inside a transaction of the host's: see `Stores.record`. It commits or rolls back
   * with the rest of that transaction. Where the handle is in no transaction nothing is stored; storage in memory
   * throws there.
   */
  appendEvent(
    transaction: HostTransaction,
    tenantId: string,
    event: PreparedEvent,
  ): Promise<AppendOutcome>;

  /**
   * Deletes expired data of all tenants: tombstones, budgets that no longer count, the digests of expired codes,
   * messages that were sent 7 days ago, counters of the fraud guard that began 15 days ago and blocks that ended then,
   * answers that were kept for 24 hours; events and deliveries by {@link Expiry}; audit entries past their `retainUntil`,
   * from the oldest on, up to the first that is still to be kept, of which a tenant's newest always stays; and entries
   * of the authentication log past theirs, which storage may keep for up to 31 days more, to delete a whole month.
   * Correctness does not depend on it. Storage with a clock of its own never goes beyond that plus a minute, and keeps
   * entries of both logs until that clock says so, too.
   */
  purge(expiry: Expiry): Promise<void>;

  /**
   * The deliveries of all tenants, for workers; null where the adapter carries no webhooks. Then events are stored and
   * listed, subscribing fails, and `createStepward` refuses the option `webhooks`.
   */
  readonly queue: DeliveryQueue | null;

  /**
   * The storages that this one is made of, by name, where tenants are spread over several databases. Each is purged by
   * itself, and has a queue of its own; `queue` then only measures. Left out where there is one database.
   */
  readonly databases?: ReadonlyMap<string, Storage>;
}

/** What can be looked up, and by which key. An adapter has one function for each. */
export interface LookUps {
  /**
   * The management key with that SHA-256, of any tenant, because the tenant is known only from the key. A revoked or
   * expired one is found. `tenantId` is the tenant that the secret names, if it names one: only its database is asked.
   */
  readonly apiKey: {
    readonly by: { readonly secretHash: string; readonly tenantId: string | null };
    readonly found: TenantApiKey;
  };
  /** The tenant of a sent message, by its `messageKey`, because a delivery receipt names none. */
  readonly smsMessage: {
    readonly by: { readonly messageKey: string };
    readonly found: { readonly tenantId: string };
  };
  /** The challenge of a session, live or ended, for any identity. It identifies the person to decide about. */
  readonly challenge: {
    readonly by: { readonly tenantId: string; readonly sessionId: string };
    readonly found: Challenge;
  };
  /**
   * At most 1,000 people of a tenant, in any order and in one round trip; of whom nothing is stored is left out. Previews read
   * all members of an organisation by it.
   */
  readonly people: {
    readonly by: { readonly tenantId: string; readonly identityIds: readonly string[] };
    readonly found: readonly StoredPerson[];
  };
  /** The enrolments of all tenants that are to be looked at again, see {@link EnrolmentReviews}. */
  readonly enrolmentReviews: {
    readonly by: {
      readonly now: Date;
      /** The last one of the batch before; null for the first batch. */
      readonly after: EnrolmentReview | null;
      /** 1 to 1,000. */
      readonly limit: number;
    };
    readonly found: EnrolmentReviews;
  };
}

/** An enrolment that is due, and when it is looked at again. */
export interface EnrolmentReview extends Pick<EnrolmentDue, 'organisationId' | 'reviewAt'> {
  readonly tenantId: string;
  readonly identityId: string;
}

/** A batch of enrolments whose `reviewAt` has come, the earliest first; those of one time in any order that stays the same. */
export interface EnrolmentReviews {
  /** The time that was asked for. Storage with a clock of its own never goes beyond that plus a minute. */
  readonly now: Date;
  /** As many as were asked for, unless there are no more. */
  readonly reviews: readonly EnrolmentReview[];
}

/** What is stored of a person's factors and phone. */
export interface StoredPerson {
  readonly identityId: string;
  /** Whether storage's own directory has a verified phone of the person. */
  readonly phoneVerified: boolean;
  /** As storage's own directory has them; empty where it does not have the person. */
  readonly otherFactors: Identity['otherFactors'];
  /** The factor of each authenticator, in any order. */
  readonly keptFactors: readonly KeptFactor[];
  /** The factors that are due, of all of the person's organisations. */
  readonly enrolmentsDue: readonly EnrolmentDue[];
}

/** A function for each kind of look-up: `lookUp: (kind, by) => table[kind](by)`. */
export type LookUpTable = {
  readonly [Kind in keyof LookUps]: (
    by: LookUps[Kind]['by'],
  ) => Promise<LookUps[Kind]['found'] | null>;
};

/**
 * Storage that carries webhooks: it stores the subscribers of a tenant's events, their pending deliveries, and the
 * delivery log, in the same database and in the same units of work. It passes `webhookStorageContract` of
 * `@stepward/storage-contract`. Workers alone dispatch what was appended to the outbox: a list of events shows those of
 * the outbox as well, and nothing else waits for a worker.
 */
export interface StorageWithWebhooks extends Storage {
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;
  readonly queue: DeliveryQueue;
}

/** The part of storage that the services of webhooks use. */
export interface WebhookStorage extends Pick<StorageWithWebhooks, 'queue'> {
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (
      stores: Pick<WebhookStores, 'subscribers' | 'deliveries' | 'events' | 'record'>,
    ) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;
}

/** What has expired. */
export interface Expiry {
  readonly now: Date;
  /**
   * Events that were emitted at or before this time are deleted. Events with a pending delivery are kept, as are those
   * of the outbox whose tenant has subscribers, or all where a handler is known; storage may also keep newer events of the
   * same tenant.
   */
  readonly eventsUntil: Date;
  /**
   * Deliveries that ended at or before this time are deleted, with their attempts; and handlers that no worker has had since,
   * with what waits for them.
   */
  readonly deliveriesUntil: Date;
}

/** A key and its tenant. */
export interface TenantApiKey {
  readonly tenantId: string;
  readonly key: ApiKey;
}

/** The result of appending an event in a transaction of the host's. */
export type AppendOutcome = 'appended' | 'not_in_transaction';
