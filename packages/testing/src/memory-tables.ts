import type { AuthenticationEntry, Challenge, Identity, Tenant } from '@stepward/core';
import {
  addMs,
  days,
  type Expiry,
  type IdempotencyRecord,
  type SendLedger,
  SENT_MESSAGE_MS,
  type SentMessage,
  type StoredGrant,
  utcDay,
} from '@stepward/core/adapter';
import {
  type Authenticators,
  type CodeState,
  type EnrolmentDue,
  settle,
  type TrustedDevice,
} from '@stepward/core/factors';
import { purgeAuthenticationLog } from './memory-authentication-log.js';
import { purgeIdempotency } from './memory-idempotency-store.js';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';
import {
  createManagementTables,
  purgeAudit,
  type ManagementTables,
} from './memory-management-stores.js';
import {
  createSendCounterTables,
  purgeSendCounters,
  type SendCounterTables,
} from './memory-send-counters.js';
import {
  createWebhookTables,
  purgeDeliveries,
  purgeEvents,
  type WebhookTables,
} from './memory-webhook-tables.js';

/** The tables of one tenant. */
export interface MemoryTables {
  readonly tenant: MemoryTable<Tenant>;
  readonly identities: MemoryTable<Identity>;
  readonly authenticators: MemoryTable<Authenticators>;
  readonly trustedDevices: MemoryTable<readonly TrustedDevice[]>;
  readonly enrolmentsDue: MemoryTable<readonly EnrolmentDue[]>;
  readonly codes: MemoryTable<CodeState>;
  /** By session. */
  readonly challenges: MemoryTable<Challenge>;
  readonly sends: MemoryTable<SendLedger>;
  readonly wrongGuesses: MemoryTable<readonly Date[]>;
  readonly refusals: MemoryTable<readonly Date[]>;
  readonly starts: MemoryTable<readonly Date[]>;
  /** By day and share. */
  readonly dailySends: MemoryTable<number>;
  readonly sendCounters: SendCounterTables;
  /** By their keys. */
  readonly smsMessages: MemoryTable<SentMessage>;
  /** By their names. */
  readonly grants: MemoryTable<StoredGrant>;
  readonly idempotency: MemoryTable<IdempotencyRecord>;
  readonly authenticationLog: MemoryTable<AuthenticationEntry>;
  readonly management: ManagementTables;
  readonly webhooks: WebhookTables;
}

/** The key of the only row in a table with one row for each tenant. */
export const THE_TENANT = '';

/** @param arrive see `WebhookTables` */
export function createMemoryTables(journal: MemoryJournal, arrive: () => number): MemoryTables {
  return {
    tenant: journal.table(),
    identities: journal.table(),
    authenticators: journal.table(),
    trustedDevices: journal.table(),
    enrolmentsDue: journal.table(),
    codes: journal.table(),
    challenges: journal.table(),
    sends: journal.table(),
    wrongGuesses: journal.table(),
    refusals: journal.table(),
    starts: journal.table(),
    dailySends: journal.table(),
    sendCounters: createSendCounterTables(journal),
    smsMessages: journal.table(),
    grants: journal.table(),
    idempotency: journal.table(),
    authenticationLog: journal.table(),
    management: createManagementTables(journal),
    webhooks: createWebhookTables(journal, arrive),
  };
}

/** What has expired, of one tenant. */
interface MemoryExpiry extends Expiry {
  /** The ids of handlers that were forgotten. */
  readonly goneHandlers: readonly string[];
  /** Whether a handler is known. */
  readonly isHandled: boolean;
}

/** Deletes expired rows: see `Storage.purge`. */
export function purgeMemoryTables(
  tables: MemoryTables,
  { now, eventsUntil, deliveriesUntil, goneHandlers, isHandled }: MemoryExpiry,
): void {
  purgeDeliveries(tables.webhooks, deliveriesUntil, goneHandlers);
  for (const [key, state] of tables.codes.entries()) {
    const settled = settle(state, now);
    if (settled.status === 'none') tables.codes.delete(key);
    else tables.codes.set(key, settled);
  }
  for (const [key, challenge] of tables.challenges.entries()) {
    const state = settle(challenge.state, now);
    if (state.status === 'none') tables.challenges.delete(key);
    else tables.challenges.set(key, { ...challenge, state });
  }
  for (const [key, devices] of tables.trustedDevices.entries()) {
    tables.trustedDevices.set(
      key,
      devices.filter(({ expiresAt }) => now < expiresAt),
    );
  }
  const yesterday = utcDay(addMs(now, -days(1)));
  for (const [key] of tables.dailySends.entries()) {
    if (key < yesterday) tables.dailySends.delete(key);
  }
  const isRecent = (at: Date): boolean => now < addMs(at, days(1));
  for (const [key, ledger] of tables.sends.entries()) {
    if (!ledger.sentAt.some(isRecent)) tables.sends.delete(key);
  }
  for (const table of [tables.wrongGuesses, tables.refusals, tables.starts]) {
    for (const [key, moments] of table.entries()) {
      if (!moments.some(isRecent)) table.delete(key);
    }
  }
  purgeSendCounters(tables.sendCounters, now);
  for (const [key, { sentAt }] of tables.smsMessages.entries()) {
    if (addMs(sentAt, SENT_MESSAGE_MS) <= now) tables.smsMessages.delete(key);
  }
  for (const [name, { expiresAt }] of tables.grants.entries()) {
    if (expiresAt <= now) tables.grants.delete(name);
  }
  purgeIdempotency(tables.idempotency, now);
  purgeAudit(tables.management, now);
  purgeAuthenticationLog(tables.authenticationLog, now);
  purgeEvents(tables.webhooks, eventsUntil, isHandled);
}
