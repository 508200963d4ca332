import type { ApiKey, AuditEntry, AuditEvent } from '@stepward/core';
import {
  type ApiKeyStore,
  auditHash,
  type AuditStore,
  canonicalJson,
  GENESIS_HASH,
  isLiveApiKey,
  parseCanonicalJson,
  type ScheduledOverrides,
  type StoredOverrides,
} from '@stepward/core/adapter';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';
import { rowsAfter, sortedPage, timeKey } from './memory-page.js';

/** The tables behind the management operations of one tenant. */
export interface ManagementTables {
  readonly organisations: MemoryTable<ScheduledOverrides>;
  readonly apiKeys: MemoryTable<StoredApiKey>;
  readonly audit: MemoryTable<AuditEntry>;
}

interface StoredApiKey {
  readonly key: ApiKey;
  readonly secretHash: string;
}

export function createManagementTables(journal: MemoryJournal): ManagementTables {
  return { organisations: journal.table(), apiKeys: journal.table(), audit: journal.table() };
}

/** What is stored of an organisation; null stands for none. */
export function storedOverrides(
  { organisations }: ManagementTables,
  organisationId: string | null,
): StoredOverrides {
  const stored = organisationId === null ? undefined : organisations.get(organisationId);
  return { known: stored !== undefined, ...(stored ?? { overrides: {}, scheduled: null }) };
}

/** Returns the key with that hash of its secret, or null. */
export function findKeyByHash({ apiKeys }: ManagementTables, secretHash: string): ApiKey | null {
  const found = apiKeys.entries().find(([, stored]) => stored.secretHash === secretHash);
  return found?.[1].key ?? null;
}

/** Deletes the oldest audit entries: see `Storage.purge`. */
export function purgeAudit({ audit }: ManagementTables, now: Date): void {
  for (const [key, { text }] of audit.entries().slice(0, -1)) {
    if (parseCanonicalJson(text).retainUntil > now) return;
    audit.delete(key);
  }
}

export function apiKeyStore({ apiKeys }: ManagementTables): ApiKeyStore {
  const sortKey = ({ createdAt, id }: ApiKey): string => timeKey(createdAt, id);
  return {
    list({ keyId, liveAt }, page) {
      const keys = apiKeys
        .entries()
        .map(([, { key }]) => key)
        .filter((key) => keyId === null || key.id === keyId)
        .filter((key) => liveAt === null || isLiveApiKey(key, liveAt));
      return Promise.resolve(sortedPage(keys, sortKey, page));
    },
    put(key, secretHash) {
      const stored = apiKeys.get(key.id);
      const { lastUsedAt, revokedAt } = key;
      if (secretHash !== null) apiKeys.set(key.id, { key, secretHash });
      else if (stored !== undefined) {
        apiKeys.set(key.id, { ...stored, key: { ...stored.key, lastUsedAt, revokedAt } });
      }
      return Promise.resolve();
    },
  };
}

/** Appends an entry to the chain. */
export function appendAudit({ audit }: ManagementTables, event: AuditEvent): void {
  const previous = audit.entries().at(-1)?.[1] ?? null;
  const sequence = (previous?.sequence ?? 0) + 1;
  const previousHash = previous?.hash ?? GENESIS_HASH;
  const text = canonicalJson(event);
  const hash = auditHash(previousHash, sequence, text);
  audit.set(placeKey({ sequence }), { sequence, text, previousHash, hash });
}

export function auditStore({ audit }: ManagementTables): AuditStore {
  return {
    list(filter, page) {
      const all = audit.entries().map(([, entry]) => entry);
      const found = all.filter((entry) => matches(entry, filter));
      const newest = all.at(-1);
      const head = newest ? { sequence: newest.sequence, hash: newest.hash } : null;
      return Promise.resolve({ ...sortedPage(found, placeKey, page, filter.order), head });
    },
    after(entryId, limit) {
      const all = audit.entries().map(([, entry]) => entry);
      const idOf = ({ text }: AuditEntry): string => parseCanonicalJson(text).id;
      return Promise.resolve(rowsAfter(all, idOf, entryId, limit));
    },
  };
}

function placeKey({ sequence }: Pick<AuditEntry, 'sequence'>): string {
  return String(sequence).padStart(16, '0');
}

function matches(
  entry: AuditEntry,
  { type, since, until }: Parameters<AuditStore['list']>[0],
): boolean {
  const event = parseCanonicalJson(entry.text);
  return (
    (type === null || event.type === type) &&
    (since === null || event.at >= since) &&
    (until === null || event.at < until)
  );
}
