import type { ApiKey, AuditEntry, Tenant } from '@stepward/core';
import {
  type ApiKeyStore,
  type AuditFilter,
  auditHash,
  type AuditStore,
  canonicalJson,
  GENESIS_HASH,
  isLiveApiKey,
  parseCanonicalJson,
  type Stores,
} from '@stepward/core/adapter';
import type { StoredValues } from '@stepward/core/policy';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';
import { timeKey, pageOf } from './memory-page.js';

/** The tables behind the management operations of one tenant. */
export interface ManagementTables {
  readonly organisations: MemoryTable<true>;
  readonly overrides: MemoryTable<StoredValues>;
  readonly apiKeys: MemoryTable<StoredApiKey>;
  readonly audit: MemoryTable<AuditEntry>;
}

interface StoredApiKey {
  readonly key: ApiKey;
  readonly secretHash: string;
}

export function createManagementTables(journal: MemoryJournal): ManagementTables {
  return {
    organisations: journal.table(),
    overrides: journal.table(),
    apiKeys: journal.table(),
    audit: journal.table(),
  };
}

export function managementStores(
  tables: ManagementTables,
  readTenant: () => Tenant,
): Pick<Stores, 'organisations' | 'policies' | 'apiKeys' | 'audit'> {
  return {
    organisations: {
      put(organisationId) {
        tables.organisations.set(organisationId, true);
        return Promise.resolve();
      },
    },
    policies: {
      read: (organisationId) =>
        Promise.resolve({
          known: tables.organisations.get(organisationId) ?? false,
          overrides: tables.overrides.get(organisationId) ?? {},
          tenant: readTenant(),
        }),
      write(organisationId, overrides) {
        tables.overrides.set(organisationId, overrides);
        return Promise.resolve();
      },
    },
    apiKeys: apiKeyStore(tables),
    audit: auditStore(tables),
  };
}

/** Returns the key whose secret has that hash, or null. */
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

function apiKeyStore({ apiKeys }: ManagementTables): ApiKeyStore {
  const sortKey = ({ createdAt, id }: ApiKey): string => timeKey(createdAt, id);
  return {
    find: (keyId) => Promise.resolve(apiKeys.get(keyId)?.key ?? null),
    list(page) {
      const keys = apiKeys.entries().map(([, { key }]) => key);
      return Promise.resolve(pageOf(keys, sortKey, page));
    },
    countLive(now) {
      const live = apiKeys.entries().filter(([, { key }]) => isLiveApiKey(key, now));
      return Promise.resolve(live.length);
    },
    insert(key, secretHash) {
      apiKeys.set(key.id, { key, secretHash });
      return Promise.resolve();
    },
    update({ id, lastUsedAt, revokedAt }) {
      const stored = apiKeys.get(id);
      if (stored !== undefined) {
        apiKeys.set(id, { ...stored, key: { ...stored.key, lastUsedAt, revokedAt } });
      }
      return Promise.resolve();
    },
  };
}

function auditStore({ audit }: ManagementTables): AuditStore {
  const sortKey = ({ sequence }: Pick<AuditEntry, 'sequence'>): string =>
    String(sequence).padStart(16, '0');
  const all = (): AuditEntry[] => audit.entries().map(([, entry]) => entry);
  const newest = (): AuditEntry | null => all().at(-1) ?? null;

  return {
    append(event) {
      const previous = newest();
      const sequence = (previous?.sequence ?? 0) + 1;
      const previousHash = previous?.hash ?? GENESIS_HASH;
      const text = canonicalJson(event);
      const hash = auditHash(previousHash, sequence, text);
      audit.set(sortKey({ sequence }), { sequence, text, previousHash, hash });
      return Promise.resolve();
    },
    list: (filter, page) =>
      Promise.resolve(
        pageOf(
          all().filter((entry) => matches(entry, filter)),
          sortKey,
          page,
        ),
      ),
    chain: (afterSequence, limit) =>
      Promise.resolve(
        all()
          .filter(({ sequence }) => sequence > afterSequence)
          .slice(0, limit),
      ),
    head() {
      const entry = newest();
      const head = entry && { sequence: entry.sequence, hash: entry.hash };
      return Promise.resolve(head);
    },
  };
}

function matches(entry: AuditEntry, { type, since, until }: AuditFilter): boolean {
  const event = parseCanonicalJson(entry.text);
  return (
    (type === null || event.type === type) &&
    (since === null || event.at >= since) &&
    (until === null || event.at < until)
  );
}
