import {
  addMs,
  ENTRY_RETENTION_MS,
  type ErasedRows,
  type Erasure,
  ownEventsOf,
  type StoredEvent,
} from '@stepward/core/adapter';
import { codeIdsOf } from './memory-decisions.js';
import type { MemoryTable } from './memory-journal.js';
import type { MemoryTables } from './memory-tables.js';

/** Erases everything at once: see `Stores.erase`. */
export function eraseMemory(
  tables: MemoryTables,
  { identityId, keepsAuthenticationLog, isDryRun }: Erasure,
): ErasedRows {
  const parts = erasedParts(tables, identityId, keepsAuthenticationLog);
  const erased = Object.entries(parts).map(([name, erase]) => [name, erase(isDryRun)] as const);
  return Object.fromEntries(erased.filter(([, rows]) => rows > 0));
}

/** Erases the rows of a table, or counts them. */
type EraseRows = (isDryRun: boolean) => number;

type ErasedTables = Omit<MemoryTables, 'sendCounters' | 'management' | 'webhooks'> &
  MemoryTables['sendCounters'] &
  Omit<MemoryTables['management'], 'audit'> &
  Omit<MemoryTables['webhooks'], 'arrive'>;

/** All tables but the audit log. Without an id all rows are erased, else those that belong to that person. */
function erasedParts(
  tables: MemoryTables,
  id: string | null,
  keepsLog: boolean,
): Readonly<Record<keyof ErasedTables, EraseRows>> {
  const { sendCounters, management, webhooks } = tables;
  const codeIds = id === null ? [] : codeIdsOf(id);
  const own = ownEventsOf(id ?? '');
  const isOwn = ({ type, data }: StoredEvent): boolean =>
    own.types.includes(type) && data.includes(own.text);

  function rowsOf<V>(
    table: MemoryTable<V>,
    isOfPerson: (key: string, row: V) => boolean,
    isKept: (row: V) => boolean = () => false,
  ): EraseRows {
    return (isDryRun) => {
      const found = table
        .entries()
        .filter(([key, row]) => (id === null || isOfPerson(key, row)) && !isKept(row));
      if (!isDryRun) for (const [key] of found) table.delete(key);
      return found.length;
    };
  }
  const byId = <V>(table: MemoryTable<V>): EraseRows => rowsOf(table, (key) => key === id);
  const ofNobody = <V>(table: MemoryTable<V>): EraseRows => rowsOf(table, () => false);

  return {
    tenant: ofNobody(tables.tenant),
    identities: byId(tables.identities),
    apiKeys: ofNobody(management.apiKeys),
    authenticators: byId(tables.authenticators),
    trustedDevices: byId(tables.trustedDevices),
    enrolmentsDue: byId(tables.enrolmentsDue),
    codes: rowsOf(tables.codes, (key) => codeIds.includes(key)),
    challenges: rowsOf(tables.challenges, (_, { identityId }) => identityId === id),
    sends: rowsOf(tables.sends, (key) => key === `identity:${String(id)}`),
    wrongGuesses: byId(tables.wrongGuesses),
    refusals: byId(tables.refusals),
    starts: byId(tables.starts),
    dailySends: ofNobody(tables.dailySends),
    counts: ofNobody(sendCounters.counts),
    blocks: ofNobody(sendCounters.blocks),
    smsMessages: rowsOf(tables.smsMessages, (_, { whose }) => whose.identityId === id),
    grants: ofNobody(tables.grants),
    idempotency: ofNobody(tables.idempotency),
    outbox: rowsOf(webhooks.outbox, (_, { prepared }) => isOwn(prepared.event)),
    events: rowsOf(webhooks.events, (_, event) => isOwn(event)),
    subscribers: ofNobody(webhooks.subscribers),
    deliveries: ofNobody(webhooks.deliveries),
    trials: ofNobody(webhooks.trials),
    sequences: ofNobody(webhooks.sequences),
    organisations: ofNobody(management.organisations),
    authenticationLog: rowsOf(
      tables.authenticationLog,
      (_, { identityId }) => identityId === id,
      ({ at, retainUntil }) => keepsLog || retainUntil > addMs(at, ENTRY_RETENTION_MS),
    ),
  };
}
