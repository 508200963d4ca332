import { countSent } from '@stepward/core/factors';
import type { IdentityStore, SmsMessageStore, WebhookStores } from '@stepward/core/adapter';
import { appendEntries, authenticationLogStore } from './memory-authentication-log.js';
import { endCodes } from './memory-decisions.js';
import { eraseMemory } from './memory-erase.js';
import { idempotencyStore } from './memory-idempotency-store.js';
import {
  appendAudit,
  apiKeyStore,
  auditStore,
  storedOverrides,
} from './memory-management-stores.js';
import { sortedPage } from './memory-page.js';
import { changeSendCounters } from './memory-send-counters.js';
import { type MemoryTables, THE_TENANT } from './memory-tables.js';
import { webhookStores } from './memory-webhook-stores.js';
import { appendEvent } from './memory-webhook-tables.js';

/** The stores of a tenant; each unit of work is one transaction. */
export type MemoryStores = Omit<WebhookStores, 'transaction'>;

export function storesOver(tables: MemoryTables): MemoryStores {
  const { management } = tables;
  return {
    policies: {
      read: (organisationId) =>
        Promise.resolve({
          ...storedOverrides(management, organisationId),
          tenant: tables.tenant.get(THE_TENANT) ?? null,
        }),
      async list(page) {
        const organisations = management.organisations
          .entries()
          .map(([organisationId, stored]) => ({ organisationId, ...stored }));
        return sortedPage(organisations, ({ organisationId }) => organisationId, page, 'oldest');
      },
      writeTenant(tenant) {
        tables.tenant.set(THE_TENANT, tenant);
        return Promise.resolve();
      },
      writeOverrides(organisationId, overrides, scheduled) {
        management.organisations.set(organisationId, { overrides, scheduled });
        return Promise.resolve();
      },
    },
    identities: identityStore(tables),
    smsMessages: smsMessageStore(tables),
    apiKeys: apiKeyStore(management),
    record({ entries, events, audit = [] }) {
      for (const event of audit) appendAudit(management, event);
      appendEntries(tables.authenticationLog, entries);
      for (const event of events) appendEvent(tables.webhooks, event);
      return Promise.resolve();
    },
    erase: (erasure) => Promise.resolve(eraseMemory(tables, erasure)),
    audit: auditStore(management),
    authenticationLog: authenticationLogStore(tables.authenticationLog),
    idempotency: idempotencyStore(tables.idempotency),
    ...webhookStores(tables.webhooks),
  };
}

function smsMessageStore({ smsMessages: messages, sendCounters }: MemoryTables): SmsMessageStore {
  return {
    settle(key, { status, at, isCountedAgain }) {
      const message = messages.get(key);
      if (message?.status !== 'sent') return Promise.resolve(null);
      const settled = { ...message, status, reportedAt: at };
      messages.set(key, settled);
      if (isCountedAgain) {
        changeSendCounters(sendCounters, { add: countSent(message.counted), blocks: [] });
      }
      return Promise.resolve(settled);
    },
  };
}

function identityStore(tables: MemoryTables): IdentityStore {
  return {
    find: (identityId) => Promise.resolve(tables.identities.get(identityId) ?? null),
    put(identity, ended) {
      tables.identities.set(identity.identityId, identity);
      if (ended !== null) {
        endCodes(tables, identity.identityId, ended);
        tables.trustedDevices.delete(identity.identityId);
      }
      return Promise.resolve();
    },
  };
}
