import type { AuthenticationEntry } from '../authentication-log/authentication-entry.js';
import type { PreparedEvent } from '../events/new-event.js';
import type { CodeSubject } from '../factors/codes/code-state.js';
import type { FactorRecord } from '../factors/factor-record.js';
import type { KeptFactor } from '../factors/factor-name.js';
import type { Challenge } from '../factors/challenge.js';
import type { Identity } from '../identity/identity.js';
import type { PhoneNumber } from '../phones/phone-number.js';
import type { Tenant } from '../tenant/tenant.js';

/** What an operation on an identity's factors is about. */
export type DecisionScope = CodeSubject & {
  /** A text that `isTenantId` accepts; anything else throws. */
  readonly tenantId: string;
  readonly identityId: string;
  /**
   * The name of the destination whose budget the operation draws on, from `destinationKey`, once the identity is
   * known; null where it draws on none. Left out where nothing is sent.
   */
  readonly destination?: (identity: Identity | null) => string | null;
  /** As in {@link UnitOfWorkScope}. */
  readonly whenBusy?: 'refuse' | 'wait';
};

/** What an operation is decided on. */
export interface DecisionFacts {
  /** Null if the directory has no identity with that id. */
  readonly identity: Identity | null;
  /** `DEFAULT_TENANT` where none was stored. */
  readonly tenant: Tenant;
  readonly record: FactorRecord;
  /** The session's challenge before this operation, for any identity. Read only when a code is to be sent. */
  readonly challenge: Challenge | null;
}

/** What an operation came to. */
export interface Decided<T, E> {
  /** What `decide` answers once all of it is stored. */
  readonly outcome: T;
  /** Its parts that are no longer those of the facts, by reference, are stored. */
  readonly record: FactorRecord;
  readonly trail?: Trail;
  /** A send to count among those of the tenant. */
  readonly dailySend?: DailySend<E> | null;
  /** Live codes that end with it. */
  readonly ended?: EndedCodes | null;
  /** The verified number that the directory is to have; null for none. */
  readonly verifiedPhone?: PhoneNumber | null;
}

/** A count of the tenant's sends of a UTC day, `YYYY-MM-DD`. */
export interface DailySend<E> {
  readonly day: string;
  /** 1, or -1 to give one back. */
  readonly add: 1 | -1;
  /** What is refused where the day's count would be above `most`; null for no bound. */
  readonly bound: { readonly most: number; readonly otherwise: E } | null;
}

/** Codes that end at `now`; see {@link CodeStore.voidLive}. */
export interface EndedCodes {
  readonly factor: KeptFactor | null;
  readonly end: 'void' | 'withdrawn';
  readonly now: Date;
}

/** The log entries and events that record a change and are committed with it. */
export interface Trail {
  readonly entries: readonly AuthenticationEntry[];
  readonly events: readonly PreparedEvent[];
}
