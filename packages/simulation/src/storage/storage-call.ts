import type { Result, Storage } from '@stepward/core';
import type {
  Decided,
  DecisionFacts,
  DecisionScope,
  DeliveryQueue,
  PreparedEvent,
  UnitOfWorkScope,
} from '@stepward/core/adapter';
import type { Statement } from './statements.js';

/**
 * A call of a storage port that had its effect, as a value that can be run again on another storage. The calls of a database, in the
 * order of their effects, are a serial history of all that it stores.
 */
export type StorageCall = UnitCall | DecideCall | TransactionCall | LookUpCall | QueueCall;

/** A unit of work, at the place where it committed or was rolled back. */
export interface UnitCall {
  readonly type: 'unit';
  readonly scope: UnitOfWorkScope;
  readonly statements: readonly Statement[];
  readonly isCommitted: boolean;
}

/** A decision, and what it was made of. One that is refused stores nothing. */
export interface DecideCall {
  readonly type: 'decide';
  readonly scope: DecisionScope;
  readonly decided: Result<Decided<unknown, unknown>, unknown>;
  readonly answer: {
    readonly facts: DecisionFacts;
    /** Null where it was stored. */
    readonly refusal: unknown;
  };
}

/** A transaction of the host that committed. */
export interface TransactionCall {
  readonly type: 'transaction';
  readonly events: readonly (readonly [tenantId: string, event: PreparedEvent])[];
}

export interface LookUpCall {
  readonly type: 'lookUp';
  readonly kind: Parameters<Storage['lookUp']>[0];
  readonly by: Parameters<Storage['lookUp']>[1];
  readonly answer: unknown;
}

export type QueueMethod = Exclude<keyof DeliveryQueue, 'listen'>;

export interface QueueCall {
  readonly type: 'queue';
  readonly method: QueueMethod;
  readonly args: readonly unknown[];
  readonly answer: unknown;
}
