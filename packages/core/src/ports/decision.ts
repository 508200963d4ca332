import type { PreparedEvent } from '../records/stored-event.js';
import type { AuditEvent } from '../records/audit-event.js';
import type { AuthenticationEntry } from '../records/authentication-entry.js';
import type { CodeSubject } from '../factors/codes/code-state.js';
import type { CounterChange, CounterQuery, SendCounters } from '../factors/codes/send-counters.js';
import type { DailyCount } from '../factors/sms/fraud/daily-budget.js';
import type { SentMessage } from '../factors/sms/receipts/sent-message.js';
import type { FactorRecord } from '../factors/factor-record.js';
import type { StoredGrant } from '../factors/grants/grant.js';
import type { KeptFactor } from '../records/factor-name.js';
import type { Challenge } from '../factors/challenge.js';
import type { EnrolmentDue } from '../factors/sign-in/enrolment-due.js';
import type { TrustedDevice } from '../factors/trusted-devices/trusted-device.js';
import type { Identity } from '../records/identity.js';
import type { ScheduledOverrides } from '../policy/schedule-change.js';
import type { PhoneNumber } from '../records/phone-number.js';
import type { Tenant } from '../tenants/tenant.js';
import type { IdentityDirectoryFactory } from './directories.js';

/** The scope of an operation on an identity's factors. */
export type DecisionScope = CodeSubject & {
  /** A text that `isTenantId` accepts; anything else throws. */
  readonly tenantId: string;
  readonly identityId: string;
  /**
   * The name of the destination whose budget the operation draws on, from `destinationKey`, once the identity is
   * known; null where it draws on none. Left out where nothing is sent.
   */
  readonly destination?: (identity: Identity | null) => string | null;
  /**
   * The counters of the fraud guard that a send is judged by, once the identity is known. Left out where none are.
   */
  readonly counters?: (identity: Identity | null) => readonly CounterQuery[];
  /** As in {@link UnitOfWorkScope}. */
  readonly whenBusy?: 'refuse' | 'wait';
  /** Whether the decision changes nothing, whatever it finds. Then it waits for no lock, and holds none. */
  readonly isRead?: true;
  /** The names under which a grant may be stored, from `grantNames`. Left out reads none. */
  readonly grants?: readonly string[];
  /** The organisation whose stored overrides are read as well. Left out, or null, reads none. */
  readonly organisationId?: string | null;
  /** Whether the identity's trusted devices are read as well. */
  readonly trustedDevices?: true;
  /** Whether what the identity owes to organisations is read as well. */
  readonly enrolmentsDue?: true;
  /**
   * The host's own directory. The identity is read from it and the verified phone stored in it, inside the adapter's
   * unit of work, whose transaction it is given. Left out where storage's own directory has the identities.
   */
  readonly directory?: IdentityDirectoryFactory;
};

/** The facts that an operation is decided on. */
export interface DecisionFacts {
  /** Null if the directory has no identity with that id. */
  readonly identity: Identity | null;
  /** `DEFAULT_TENANT` where none was stored. */
  readonly tenant: Tenant;
  readonly record: FactorRecord;
  /** The session's challenge before this operation, for any identity. Read only when a code is to be sent. */
  readonly challenge: Challenge | null;
  /** What was found of the counters of the scope. */
  readonly counters: SendCounters;
  /** What is stored of the organisation of the scope; null where that names none. */
  readonly policy: StoredOverrides | null;
  /** Those trusted first before others; null where the scope does not ask for them. */
  readonly trustedDevices: readonly TrustedDevice[] | null;
  /** The grant of the tenant with one of the names of the scope; null where there is none. */
  readonly grant: StoredGrant | null;
  /** At most one for each organisation, in any order; null where the scope does not ask for them. */
  readonly enrolmentsDue: readonly EnrolmentDue[] | null;
}

/** What is stored of an organisation. */
export interface StoredOverrides extends ScheduledOverrides {
  /** Whether storage's own directory has the organisation. */
  readonly known: boolean;
}

/** Names one record, and the destination whose budget its next code draws on. */
export type FactorRecordKey = CodeSubject & {
  readonly identityId: string;
  /** The keyed hash of the destination and its share, from `destinationKey`; null where nothing is sent. */
  readonly destinationKey: string | null;
  /** As in {@link DecisionScope}. */
  readonly grants?: readonly string[];
};

/** The outcome of an operation. One that changes nothing writes nothing. */
export interface Decided<T, E> {
  /** What `decide` returns once everything is stored. */
  readonly outcome: T;
  /** The parts that differ by reference from those of the facts are stored. */
  readonly record: FactorRecord;
  /** Is appended as by `Stores.record`; at most one entry of the audit log. */
  readonly trail?: Omit<Trail, 'audit'> & { readonly audit?: readonly [AuditEvent] };
  /** The counters of the fraud guard to change, in the same statement. */
  readonly counted?: CounterChange | null;
  /** A sent message to store. One whose key is stored already changes nothing. */
  readonly sentMessage?: SentMessage | null;
  /** A send to count among those of the tenant. */
  readonly dailySend?: DailySend<E> | null;
  /** A grant to store, or to delete. */
  readonly grant?: GrantChange | null;
  /** The live codes that the operation ends. */
  readonly ended?: EndedCodes | null;
  /** The identity's trusted devices from now on; left out where they stay as they are. */
  readonly trustedDevices?: readonly TrustedDevice[];
  /** What the identity owes to organisations from now on; left out where it stays as it is. */
  readonly enrolmentsDue?: readonly EnrolmentDue[];
  /** The verified number to store in the directory; null for none. */
  readonly verifiedPhone?: PhoneNumber | null;
  /**
   * The refusal if a new authenticator has the id of another identity's. Left out where the record has no new
   * authenticator.
   */
  readonly ifTaken?: E;
}

/** A grant that is given, or the name of one that is spent. */
export type GrantChange =
  | { readonly type: 'made'; readonly grant: StoredGrant }
  | { readonly type: 'spent'; readonly name: string };

/** A change of one count of the tenant's sends. */
export interface DailySend<E> extends DailyCount {
  /** 1, or -1 to give one back. */
  readonly add: 1 | -1;
  /** The refusal if the count would exceed `most`; null for no bound. */
  readonly bound: { readonly most: number; readonly otherwise: E } | null;
}

/**
 * The identity's codes for enrolment and for step-up, in all sessions, that are live at `now`: they have the status `end`
 * from then on.
 */
export interface EndedCodes {
  /** Of which factor; null for all of them, and for the code for a new number as well. */
  readonly factor: KeptFactor | null;
  readonly end: 'void' | 'withdrawn';
  readonly now: Date;
}

/** The log entries and events that record a change and are committed with it. */
export interface Trail {
  readonly entries: readonly AuthenticationEntry[];
  readonly events: readonly PreparedEvent[];
  readonly audit?: readonly AuditEvent[];
}
