import type { StoredEvent } from '../events/new-event.js';
import type { HostTransaction } from '../ports/host-transaction.js';
import type { EventStore } from '../ports/stores.js';

/** The transactions that events join in memory. What is appended in one is stored when it commits. */
export interface MemoryTransactions {
  /**
   * Opens a transaction. One of a unit of work passes its tenant's events, which are then appended within
   * that unit of work.
   */
  begin(own?: OwnEvents): MemoryTransaction;
  /**
   * Whether the event is new to its tenant. An event that another open transaction has appended is waited
   * for, as a unique index does.
   *
   * @throws TypeError for a transaction that is not of this storage, or has ended.
   */
  append(handle: HostTransaction, appended: AppendedEvent): Promise<boolean>;
}

export interface MemoryTransaction {
  /** What a host passes as `tx`. */
  readonly handle: HostTransaction;
  /** Ends the transaction: stores its events, or forgets them. */
  end(outcome: 'commit' | 'roll back'): Promise<void>;
}

/** The events of the tenant that a unit of work runs for. */
export interface OwnEvents {
  readonly tenantId: string;
  readonly events: EventStore;
}

export interface AppendedEvent {
  readonly tenantId: string;
  readonly event: StoredEvent;
  readonly patterns: readonly string[];
}

/** Committed events, by tenant. */
export interface CommittedEvents {
  has(tenantId: string, eventId: string): Promise<boolean>;
  append(appended: AppendedEvent): Promise<unknown>;
}

interface OpenTransaction {
  readonly own: OwnEvents | null;
  readonly events: AppendedEvent[];
  readonly ended: Promise<void>;
  isOpen: boolean;
  /** The transaction whose end this one waits for. */
  waitsFor: OpenTransaction | null;
}

/** @param query runs the statements of a handle */
export function createMemoryTransactions(
  committed: CommittedEvents,
  query: HostTransaction['query'],
): MemoryTransactions {
  const transactions = new WeakMap<HostTransaction, OpenTransaction>();
  /** Which open transaction has appended an event. */
  const appenders = new Map<string, OpenTransaction>();

  function find(handle: HostTransaction): OpenTransaction {
    const transaction = transactions.get(handle);
    if (transaction === undefined) {
      throw new TypeError(
        'tx is not a transaction of this storage: storage in memory joins those of its own `transaction(…)`',
      );
    }
    requireOpen(transaction);
    return transaction;
  }

  return {
    begin(own) {
      const { promise: ended, resolve } = withResolver();
      const transaction: OpenTransaction = {
        own: own ?? null,
        events: [],
        ended,
        isOpen: true,
        waitsFor: null,
      };
      const handle: HostTransaction = {
        async query(text, values) {
          requireOpen(transaction);
          return query(text, values);
        },
      };
      transactions.set(handle, transaction);
      return {
        handle,
        async end(outcome) {
          transaction.isOpen = false;
          if (outcome === 'commit') {
            for (const appended of transaction.events) await committed.append(appended);
          }
          for (const appended of transaction.events) appenders.delete(keyOf(appended));
          resolve();
        },
      };
    },
    async append(handle, appended) {
      const transaction = find(handle);
      const { tenantId, event, patterns } = appended;
      if (transaction.own?.tenantId === tenantId) {
        return transaction.own.events.append(event, patterns);
      }
      const key = keyOf(appended);
      for (let other = appenders.get(key); other !== undefined; other = appenders.get(key)) {
        if (other === transaction) return false;
        await waitForEnd(transaction, other);
      }
      appenders.set(key, transaction);
      const isNew = !(await committed.has(tenantId, event.id));
      if (isNew && transaction.isOpen) transaction.events.push(appended);
      else appenders.delete(key);
      requireOpen(transaction);
      return isNew;
    },
  };
}

/** @throws Error where the other one waits for this one in turn. */
async function waitForEnd(transaction: OpenTransaction, other: OpenTransaction): Promise<void> {
  for (let next: OpenTransaction | null = other; next !== null; next = next.waitsFor) {
    if (next === transaction) throw new Error('deadlock: two transactions wait for each other');
  }
  transaction.waitsFor = other;
  await other.ended;
  transaction.waitsFor = null;
}

function requireOpen({ isOpen }: OpenTransaction): void {
  if (!isOpen) throw new TypeError('this transaction has ended');
}

function keyOf({ tenantId, event }: AppendedEvent): string {
  return `${tenantId} ${event.id}`;
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
