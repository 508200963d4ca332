import type { Clock, HostTransaction } from '@stepward/core';
import { createMemoryStorage, type MemoryStorage } from '@stepward/testing';
import { createLocks, type Locks } from './locks.js';
import type { StorageCall } from './storage-call.js';

export type AppendEvent = MemoryStorage['appendEvent'];

/** Appends an event in one transaction. */
export type Append = (
  ...event: Parameters<AppendEvent> extends [unknown, ...infer Rest] ? Rest : never
) => Promise<void>;

/** A database that processes share. It has what was committed, and the locks of open transactions. */
export interface DatabaseServer {
  readonly memory: MemoryStorage;
  readonly locks: Locks;
  /** How an event is appended in each open transaction, whichever process began it. */
  readonly open: WeakMap<HostTransaction, Append>;
  /** Notes a call that has just had its effect. */
  readonly record: (call: StorageCall) => void;
}

/**
 * @param clock by which leases end
 * @param record is called with each call of a storage port; does nothing by default
 */
export function createDatabaseServer(
  clock: Pick<Clock, 'now'>,
  record: DatabaseServer['record'] = () => undefined,
): DatabaseServer {
  return {
    memory: createMemoryStorage({ clock }),
    locks: createLocks(),
    open: new WeakMap(),
    record,
  };
}
