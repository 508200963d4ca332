import type { CodeSubject } from '../factors/codes/code-state.js';
import type { CounterQuery } from '../factors/codes/send-counters.js';
import type { FactorRecord } from '../factors/factor-record.js';
import type { KeptFactor } from '../factors/factor-name.js';
import type { DailyShare } from '../factors/sms/daily-budget.js';
import type { FinalStatus, SentMessage } from '../factors/sms/sent-message.js';
import type { ApiKey } from '../access/api-key.js';
import type { AuditEntry, AuditHead } from '../audit/audit-chain.js';
import type { AuditEvent, AuditEventType } from '../audit/audit-event.js';
import type {
  AuthenticationEntry,
  AuthenticationEntryType,
} from '../authentication-log/authentication-entry.js';
import type { ListedEvent, StoredEvent } from '../events/new-event.js';
import type { IdempotencyRecord } from '../idempotency/idempotency-record.js';
import type { Identity } from '../identity/identity.js';
import type { StoredValues } from '../policy/merge-policy.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Tenant } from '../tenant/tenant.js';
import type { Decided, DecisionFacts } from './decision.js';
import type { HostTransaction } from './host-transaction.js';
import type { IdentityDirectory } from './identity-directory.js';

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
  readonly tenants: TenantStore;
  readonly identities: IdentityStore;
  readonly codes: CodeStore;
  readonly dailySends: DailySendStore;
  readonly smsMessages: SmsMessageStore;
  readonly organisations: OrganisationStore;
  readonly policies: PolicyStore;
  readonly apiKeys: ApiKeyStore;
  readonly audit: AuditStore;
  readonly authenticationLog: AuthenticationLogStore;
  readonly events: EventStore;
  readonly idempotency: IdempotencyStore;
  /**
   * The database transaction behind the stores. Statements and events join it until the unit of work ends. Storage
   * without SQL rejects statements.
   */
  readonly transaction: HostTransaction;
}

export interface TenantStore {
  /** The tenant's record, or null where it was never stored. */
  find(): Promise<Tenant | null>;
  /** Stores the whole record. */
  put(tenant: Tenant): Promise<void>;
}

/** The directory that storage itself keeps, for hosts without a user table of their own. */
export interface IdentityStore extends IdentityDirectory {
  /** Stores the whole identity. */
  put(identity: Identity): Promise<void>;
}

/** What is written together with a record. */
export type WrittenWithRecord = Pick<Decided<unknown, unknown>, 'trail' | 'counted'>;

/** Names one record, and the destination whose budget its next code draws on. */
export type FactorRecordKey = CodeSubject & {
  readonly identityId: string;
  /** The keyed hash of the destination and its share, from `destinationKey`; null where nothing is sent. */
  readonly destinationKey: string | null;
};

/** An identity's codes for one of its factors; null for all of them. */
export interface CodesOf {
  readonly identityId: string;
  readonly factor: KeptFactor | null;
}

/**
 * The codes and budgets of identities. Callers hold the identity's lock, so reading and writing need
 * no further guard, with one exception: a destination may belong to several identities, so reading
 * with a `destinationKey` holds that destination's ledger until the unit of work ends.
 */
export interface CodeStore {
  /** The record; where nothing was ever stored: not enrolled, no code, empty ledgers. */
  read(key: FactorRecordKey): Promise<FactorRecord>;
  /**
   * The record, the tenant's own (`DEFAULT_TENANT` where none was stored), and for step-up the session's challenge, as
   * {@link Storage.findChallenge} gives it; in one round trip. The counters are those that are asked for; none by default.
   */
  readFacts(
    key: FactorRecordKey,
    counters?: readonly CounterQuery[],
  ): Promise<Omit<DecisionFacts, 'identity'>>;
  /**
   * Stores the parts of `after` that differ from `before` by reference; `before` is what `read` gave. A
   * session has one challenge: storing one takes the place of another identity's. Appends the entries and
   * the events of the trail, as their own stores do, and changes the counters, in the same statement. Counters are added
   * to: parallel writes all count. A block replaces the one before it under its name.
   */
  write(
    key: FactorRecordKey,
    before: FactorRecord,
    after: FactorRecord,
    written?: WrittenWithRecord,
  ): Promise<void>;
  /**
   * Ends the identity's codes of the factor for enrolment and for step-up, in all sessions, that are live at `now`: they
   * have the status `end` from then on. Without a factor it ends all of them, and the code for a new number as well.
   */
  voidLive(whose: CodesOf, end: 'void' | 'withdrawn', now: Date): Promise<void>;
}

/** Counts a tenant's sends per UTC day and share. */
export interface DailySendStore {
  /** Adds to one count of the day and returns it; atomic. `day` is `YYYY-MM-DD`, `count` 1 or, for a give-back, -1. */
  add(day: string, share: DailyShare, count: 1 | -1): Promise<number>;
}

/** The tenant's messages whose deliveries are reported. */
export interface SmsMessageStore {
  /** Stores a message. One whose key is stored already changes nothing. */
  insert(message: SentMessage): Promise<void>;
  /**
   * Stores the final status of a message whose status is `sent`, and counts it once more as sent in its counters where
   * the status says so; atomic. Returns the message as it is then; null, and nothing is stored, where the tenant has no
   * such message or it has a final status.
   */
  settle(key: string, final: FinalStatus): Promise<SentMessage | null>;
}

/** The directory of organisations that storage itself keeps. */
export interface OrganisationStore {
  /** Stores the organisation; storing it again changes nothing. */
  put(organisationId: string): Promise<void>;
}

/** What an organisation's policy is read from, in one round trip. */
export interface StoredPolicy {
  /** Whether storage's own directory has the organisation. */
  readonly known: boolean;
  readonly overrides: StoredValues;
  /** `DEFAULT_TENANT` where none was stored. */
  readonly tenant: Tenant;
}

export interface PolicyStore {
  /** Always answers; an unknown organisation has no overrides. */
  read(organisationId: string): Promise<StoredPolicy>;
  /** Stores all overrides and marks of the organisation, in place of the earlier ones. */
  write(organisationId: string, overrides: StoredValues): Promise<void>;
}

export interface ApiKeyStore {
  /** The key, or null. */
  find(keyId: string): Promise<ApiKey | null>;
  /** The tenant's keys, newest first; those of the same time by id. */
  list(page: PageRequest): Promise<Page<ApiKey>>;
  /** How many of the tenant's keys are neither revoked nor expired at `now`. */
  countLive(now: Date): Promise<number>;
  /** Stores a new key. */
  insert(key: ApiKey, secretHash: string): Promise<void>;
  /** Stores when a known key was last used and revoked; nothing else of a key ever changes. */
  update(key: ApiKey): Promise<void>;
}

/** Which entries of the audit log to list; null does not filter. */
export interface AuditFilter {
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
  /** Appends, in the order of commits, with a place and a hash by `auditHash`. */
  append(event: AuditEvent): Promise<void>;
  /** Entries, newest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
  /** At most `limit` entries after a place, oldest first, for checking the chain. */
  chain(afterSequence: number, limit: number): Promise<readonly AuditEntry[]>;
  /** The place and hash of the newest entry ever appended, kept apart from the entries; null for none. */
  head(): Promise<AuditHead | null>;
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
  /** Appends entries. The list may be empty. */
  append(entries: readonly AuthenticationEntry[]): Promise<void>;
  /** Entries in falling order of their ids, which is newest first. */
  list(filter: AuthenticationFilter, page: PageRequest): Promise<Page<AuthenticationEntry>>;
}

/** Which events to list; null does not filter. */
export interface EventFilter {
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
   * Appends the event to the outbox. It does not look at subscribers, and costs the same however many there are. Storage
   * that keeps webhooks makes its deliveries when a worker dispatches it: see `DeliveryQueue.dispatch`. Other storage
   * ignores the patterns.
   */
  append(event: StoredEvent, patterns: readonly string[]): Promise<void>;
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
  /** Stores the result of a request if its token still holds the record; returns whether it did. */
  finish(
    recordId: string,
    token: string,
    end: { readonly answer: string; readonly expiresAt: Date },
  ): Promise<boolean>;
  /** Deletes the record if the token holds it; returns whether it did. */
  remove(recordId: string, token: string): Promise<boolean>;
}
