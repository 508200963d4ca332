import type { HostTransaction } from '@stepward/core';
import type { PreparedEvent } from '@stepward/core/adapter';

/** The transactions that events join in memory. What is appended in one is stored when it commits. */
export interface MemoryTransactions {
  /**
   * Opens a transaction. One of a unit of work passes its tenant, the events of which are then appended
   * within that unit of work.
   */
  begin(own?: OwnEvents): MemoryTransaction;
  /**
   * Appends an event, which is stored when the transaction commits.
   *
   * @throws TypeError for a transaction that is not of this storage, or has ended.
   */
  append(handle: HostTransaction, appended: AppendedEvent): void;
}

export interface MemoryTransaction {
  /** What a host passes as `tx`. */
  readonly handle: HostTransaction;
  /** Ends the transaction: stores its events, or forgets them. */
  end(outcome: 'commit' | 'roll back'): Promise<void>;
}

/** The tenant that a unit of work runs for, and how an event of it is appended. */
export interface OwnEvents {
  readonly tenantId: string;
  readonly append: (event: PreparedEvent) => void;
}

export interface AppendedEvent extends PreparedEvent {
  readonly tenantId: string;
}

interface OpenTransaction {
  readonly own: OwnEvents | null;
  readonly events: AppendedEvent[];
  isOpen: boolean;
}

/**
 * @param store stores an event of a transaction that commits
 * @param query runs the statements of a handle
 */
export function createMemoryTransactions(
  store: (appended: AppendedEvent) => Promise<void>,
  query: HostTransaction['query'],
): MemoryTransactions {
  const transactions = new WeakMap<HostTransaction, OpenTransaction>();

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
      const transaction: OpenTransaction = { own: own ?? null, events: [], isOpen: true };
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
          if (outcome === 'roll back') return;
          for (const appended of transaction.events) await store(appended);
        },
      };
    },
    append(handle, appended) {
      const { own, events } = find(handle);
      if (own?.tenantId === appended.tenantId) own.append(appended);
      else events.push(appended);
    },
  };
}

function requireOpen({ isOpen }: OpenTransaction): void {
  if (!isOpen) throw new TypeError('this transaction has ended');
}
