import type { ApiKey } from '../records/api-key.js';
import type { ListedEvent } from '../records/stored-event.js';
import type { FinalStatus, SentMessage } from '../factors/sms/receipts/sent-message.js';
import type { AuditEventType, AuditEntry, AuditHead } from '../records/audit-event.js';
import type {
  AuthenticationEntry,
  AuthenticationEntryType,
} from '../records/authentication-entry.js';
import type { IdempotencyRecord } from '../records/idempotency-record.js';
import type { Identity } from '../records/identity.js';
import type { StoredValues } from '../policy/merge-policy.js';
import type { ScheduledChange, ScheduledOverrides } from '../policy/schedule-change.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import type { Tenant } from '../tenants/tenant.js';
import type { EndedCodes, StoredOverrides, Trail } from './decision.js';
import type { ErasedRows, Erasure } from './erasure.js';
import type { HostTransaction } from './host-transaction.js';
import type { DeliveryStore, SubscriberStore } from './webhook-stores.js';

/** The scope of a unit of work. */
export interface UnitOfWorkScope {
  /** A text that `isTenantId` accepts; anything else throws. */
  readonly tenantId: string;
  /**
   * Units of work of one tenant with the same lock run one after the other, and each sees all that the one before
   * it committed. Several locks are taken in the order of their texts, which prevents deadlocks. Omit it if no
   * decision depends on what was read.
   */
  readonly lock?: string | readonly string[];
  /**
   * What to do if many others hold or await a lock: `refuse` (the default) throws `StorageBusy`; `wait` waits as long
   * as it takes. The latter is for work that completes what has already happened elsewhere, such as a message that
   * was sent.
   */
  readonly whenBusy?: 'refuse' | 'wait';
}

/** The stores of one unit of work, bound to its tenant. */
export interface Stores {
  readonly policies: PolicyStore;
  readonly identities: IdentityStore;
  readonly smsMessages: SmsMessageStore;
  readonly apiKeys: ApiKeyStore;
  /**
   * Appends to the audit log, the authentication log and the outbox, in the order of the lists. Lists may be empty.
   *
   * An audit entry gets the next place of the tenant, in the order of commits, and a hash by `auditHash`. An event costs
   * the same however many subscribers there are: storage that keeps webhooks makes its deliveries when a worker
   * dispatches it (see `DeliveryQueue.dispatch`), and other storage ignores the patterns.
   */
  record(trail: Trail): Promise<void>;
  /**
   * Deletes what is stored of a person, or of the whole tenant, and returns what it deleted; the caller calls it again, in
   * another unit of work, until that is nothing. Storage bounds how many rows one call deletes. The first call deletes the
   * identity, and no decision that was read before is stored after it.
   *
   * The audit log stays. Of the authentication log stay entries that are to be kept for longer than `ENTRY_RETENTION_MS`. Of the
   * events, a person has those that `ownEventsOf` names, whether they wait or not: what waits of them becomes `skipped`. The
   * rows of destinations and of grants have no person.
   */
  erase(erasure: Erasure): Promise<ErasedRows>;
  readonly audit: AuditStore;
  readonly authenticationLog: AuthenticationLogStore;
  readonly events: EventStore;
  readonly idempotency: IdempotencyStore;
  /**
   * The database transaction behind the stores. Statements and events join it until the unit of work ends. Storage
   * without SQL rejects statements.
   */
  readonly transaction: HostTransaction;
  /** Null where the adapter carries no webhooks. */
  readonly subscribers: SubscriberStore | null;
  /** Null where the adapter carries no webhooks. */
  readonly deliveries: DeliveryStore | null;
}

/** The stores of one unit of work where the adapter carries webhooks. */
export type WebhookStores = Stores & {
  readonly subscribers: SubscriberStore;
  readonly deliveries: DeliveryStore;
};

/** The directory that storage itself keeps, for hosts without a user table of their own. */
export interface IdentityStore {
  /** The identity, or null if the tenant has none with that id. */
  find(identityId: string): Promise<Identity | null>;
  /** Stores the whole identity, and ends codes of it and all of its trusted devices; null ends none. */
  put(identity: Identity, ended: EndedCodes | null): Promise<void>;
}

/** The tenant's messages whose deliveries are reported. Decisions store them, see {@link Decided.sentMessage}. */
export interface SmsMessageStore {
  /**
   * Stores the final status of a message whose status is `sent`, and counts it once more as sent in its counters where
   * the status says so; atomic. Returns the message as it is then; null, and nothing is stored, where the tenant has no
   * such message or it has a final status.
   */
  settle(key: string, final: FinalStatus): Promise<SentMessage | null>;
}

/** What an organisation's policy is read from. */
export interface StoredPolicy extends StoredOverrides {
  /** The tenant's record, or null where it was never stored. */
  readonly tenant: Tenant | null;
}

/** An organisation of storage's own directory, with its overrides and its scheduled change. */
export interface StoredOrganisation extends ScheduledOverrides {
  readonly organisationId: string;
}

/** The tenant's record, the organisations of storage's own directory, and their overrides. */
export interface PolicyStore {
  /**
   * Reads in one round trip. Always answers: an unknown organisation has no overrides. Null for the organisation reads
   * the tenant's record alone, as for an unknown one.
   */
  read(organisationId: string | null): Promise<StoredPolicy>;
  /** The organisations of storage's own directory with what is stored of each, by id; a position is the last id. */
  list(page: PageRequest): Promise<Page<StoredOrganisation>>;
  /** Stores the whole record of the tenant. */
  writeTenant(tenant: Tenant): Promise<void>;
  /**
   * Stores all overrides and marks of the organisation and its scheduled change, in place of the earlier ones, and the
   * organisation in storage's own directory.
   */
  writeOverrides(
    organisationId: string,
    overrides: StoredValues,
    scheduled: ScheduledChange | null,
  ): Promise<void>;
}

/** Which keys to list; null does not filter. */
export interface ApiKeyFilter {
  readonly keyId: string | null;
  /** Only keys that are neither revoked nor expired at this time. */
  readonly liveAt: Date | null;
}

export interface ApiKeyStore {
  /** The tenant's keys, newest first; those of the same time by id. */
  list(filter: ApiKeyFilter, page: PageRequest): Promise<Page<ApiKey>>;
  /**
   * Stores a new key with the hash of its secret. Without a hash, stores when a known key was last used and revoked;
   * nothing else of a key ever changes.
   */
  put(key: ApiKey, secretHash: string | null): Promise<void>;
}

/** Which entries of the audit log to list, and in which order; null does not filter. */
export interface AuditFilter {
  /** Which entries come first. */
  readonly order: 'newest' | 'oldest';
  readonly type: AuditEventType | null;
  /** From this time on. */
  readonly since: Date | null;
  /** Before this time. */
  readonly until: Date | null;
}

/**
 * The append-only audit log. An entry cannot be changed, nor deleted before its `retainUntil`; each is
 * chained to the one before it, so that a change made behind the adapter's back shows.
 */
export interface AuditStore {
  /** Entries in the order of the filter. */
  list(filter: AuditFilter, page: PageRequest): Promise<AuditPage>;
  /**
   * The entries after the one with this id, or from the oldest on for null, oldest first and at most `limit`; null where
   * the tenant has no entry of this id.
   */
  after(entryId: string | null, limit: number): Promise<readonly AuditEntry[] | null>;
}

/** A page of the audit log. */
export interface AuditPage extends Page<AuditEntry> {
  /**
   * The place and hash of the newest entry ever appended, kept apart from the entries and read together with them; null
   * for none.
   */
  readonly head: AuditHead | null;
}

/** Which entries of the authentication log to list; null does not filter. */
export interface AuthenticationFilter {
  readonly type: AuthenticationEntryType | null;
  readonly identityId: string | null;
  /** From this time on. */
  readonly since: Date | null;
  /** Before this time. */
  readonly until: Date | null;
}

/** The authentication log. An entry cannot be changed, nor deleted before its `retainUntil`. */
export interface AuthenticationLogStore {
  /** Entries in falling order of their ids, which is newest first. */
  list(filter: AuthenticationFilter, page: PageRequest): Promise<Page<AuthenticationEntry>>;
  /**
   * The entries that follow the one with this id, or from the first on for null, at most `limit`; null where the tenant
   * has no entry of this id. Their order is one in which a reader that goes on after the last entry it got misses none,
   * however writers overlap and whatever their clocks say: an entry is only there once no other can come before it.
   */
  after(entryId: string | null, limit: number): Promise<readonly AuthenticationEntry[] | null>;
}

/** Which events to list; null does not filter. */
export interface EventFilter {
  readonly eventId: string | null;
  /** Canonical. */
  readonly type: string | null;
  readonly organisationId: string | null;
  /** From this time on. */
  readonly since: Date | null;
  /** Before this time. */
  readonly until: Date | null;
}

/** The tenant's events. */
export interface EventStore {
  /**
   * Events, newest first; those of the same time by id. Those of the outbox are among them, as not dispatched; of several
   * with one id one is there.
   */
  list(filter: EventFilter, page: PageRequest): Promise<Page<ListedEvent>>;
}

/** Requests with an idempotency key. The holder of a record is identified by its token alone. */
export interface IdempotencyStore {
  /**
   * Stores the reservation where there is no record of its id, or one that has run out (`expiresAt` at
   * or before `now`). Answers the record as it is then: the reservation, or the earlier one untouched.
   * Of parallel reservations of one id one is stored, and all are answered with it.
   */
  reserve(reservation: IdempotencyRecord, now: Date): Promise<IdempotencyRecord>;
  /**
   * Stores the result of a request if its token still holds the record, or deletes the record where the result is null;
   * returns whether it did.
   */
  finish(
    recordId: string,
    token: string,
    end: { readonly answer: string; readonly expiresAt: Date } | null,
  ): Promise<boolean>;
}
