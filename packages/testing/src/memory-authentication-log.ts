import type { AuthenticationEntry } from '@stepward/core';
import type { AuthenticationLogStore } from '@stepward/core/adapter';
import type { MemoryTable } from './memory-journal.js';
import { rowsAfter, sortedPage } from './memory-page.js';

type Entries = MemoryTable<AuthenticationEntry>;

export function authenticationLogStore(table: Entries): AuthenticationLogStore {
  return {
    list(filter, page) {
      const all = table.entries().map(([, entry]) => entry);
      const found = all.filter((entry) => matches(entry, filter));
      return Promise.resolve(sortedPage(found, ({ id }) => id, page));
    },
    after(entryId, limit) {
      const all = table.entries().map(([, entry]) => entry);
      return Promise.resolve(rowsAfter(all, ({ id }) => id, entryId, limit));
    },
  };
}

export function appendEntries(table: Entries, entries: readonly AuthenticationEntry[]): void {
  for (const entry of entries) table.set(entry.id, entry);
}

/** Deletes entries past their retention: see `Storage.purge`. */
export function purgeAuthenticationLog(table: Entries, now: Date): void {
  for (const [id, { retainUntil }] of table.entries()) if (retainUntil <= now) table.delete(id);
}

function matches(
  entry: AuthenticationEntry,
  { type, identityId, since, until }: Parameters<AuthenticationLogStore['list']>[0],
): boolean {
  return (
    (type === null || entry.type === type) &&
    (identityId === null || entry.identityId === identityId) &&
    (since === null || entry.at >= since) &&
    (until === null || entry.at < until)
  );
}
