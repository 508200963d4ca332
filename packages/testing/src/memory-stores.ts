import type { AuthenticationEntry, Challenge, Identity, Tenant } from '@stepward/core';
import {
  addMs,
  type CodesOf,
  type CodeStore,
  countSent,
  days,
  EMPTY_SEND_LEDGER,
  type Expiry,
  type FactorRecordKey,
  type IdempotencyRecord,
  type IdentityStore,
  type SendLedger,
  SENT_MESSAGE_MS,
  type SentMessage,
  type SmsMessageStore,
  type Trail,
  utcDay,
  type WebhookStores,
} from '@stepward/core/adapter';
import {
  type CodeState,
  type EnrolledFactors,
  type FactorRecord,
  KEPT_FACTORS,
  NO_CODE,
  settle,
} from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import {
  appendEntries,
  authenticationLogStore,
  purgeAuthenticationLog,
} from './memory-authentication-log.js';
import { idempotencyStore, purgeIdempotency } from './memory-idempotency-store.js';
import {
  createManagementTables,
  managementStores,
  purgeAudit,
  type ManagementTables,
} from './memory-management-stores.js';
import type { MemoryJournal, MemoryTable } from './memory-journal.js';
import {
  changeSendCounters,
  createSendCounterTables,
  purgeSendCounters,
  readSendCounters,
  type SendCounterTables,
} from './memory-send-counters.js';
import { webhookStores } from './memory-webhook-stores.js';
import {
  appendEvent,
  createWebhookTables,
  purgeEvents,
  type WebhookTables,
} from './memory-webhook-tables.js';

/** The tables of one tenant. */
export interface MemoryTables {
  readonly tenant: MemoryTable<Tenant>;
  readonly identities: MemoryTable<Identity>;
  readonly factors: MemoryTable<EnrolledFactors>;
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
  readonly idempotency: MemoryTable<IdempotencyRecord>;
  readonly authenticationLog: MemoryTable<AuthenticationEntry>;
  readonly management: ManagementTables;
  readonly webhooks: WebhookTables;
}

/** The key of the only row in a table with one row for each tenant. */
const THE_TENANT = '';

/** @param arrive see `WebhookTables` */
export function createMemoryTables(journal: MemoryJournal, arrive: () => number): MemoryTables {
  return {
    tenant: journal.table(),
    identities: journal.table(),
    factors: journal.table(),
    codes: journal.table(),
    challenges: journal.table(),
    sends: journal.table(),
    wrongGuesses: journal.table(),
    refusals: journal.table(),
    starts: journal.table(),
    dailySends: journal.table(),
    sendCounters: createSendCounterTables(journal),
    smsMessages: journal.table(),
    idempotency: journal.table(),
    authenticationLog: journal.table(),
    management: createManagementTables(journal),
    webhooks: createWebhookTables(journal, arrive),
  };
}

/** The stores of a tenant; each unit of work has a transaction of its own. */
export type MemoryStores = Omit<WebhookStores, 'transaction'>;

export function storesOver(tables: MemoryTables): MemoryStores {
  const readTenant = (): Tenant => tables.tenant.get(THE_TENANT) ?? DEFAULT_TENANT;
  return {
    tenants: {
      find: () => Promise.resolve(tables.tenant.get(THE_TENANT) ?? null),
      put(tenant) {
        tables.tenant.set(THE_TENANT, tenant);
        return Promise.resolve();
      },
    },
    identities: identityStore(tables),
    codes: codeStore(tables),
    dailySends: {
      add(day, share, count) {
        const key = `${day} ${share}`;
        const total = (tables.dailySends.get(key) ?? 0) + count;
        tables.dailySends.set(key, total);
        return Promise.resolve(total);
      },
    },
    smsMessages: smsMessageStore(tables),
    idempotency: idempotencyStore(tables.idempotency),
    authenticationLog: authenticationLogStore(tables.authenticationLog),
    ...managementStores(tables.management, readTenant),
    ...webhookStores(tables.webhooks),
  };
}

function smsMessageStore({ smsMessages: messages, sendCounters }: MemoryTables): SmsMessageStore {
  return {
    insert(message) {
      if (messages.get(message.key) === undefined) messages.set(message.key, message);
      return Promise.resolve();
    },
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

function identityStore({ identities }: MemoryTables): IdentityStore {
  return {
    find: (identityId) => Promise.resolve(identities.get(identityId) ?? null),
    setVerifiedPhone(identityId, number) {
      const identity = identities.get(identityId);
      const phone = number === null ? null : { number, verified: true };
      if (identity !== undefined) identities.set(identityId, { ...identity, phone });
      return Promise.resolve();
    },
    put(identity) {
      identities.set(identity.identityId, identity);
      return Promise.resolve();
    },
  };
}

function codeStore(tables: MemoryTables): CodeStore {
  function read(key: FactorRecordKey): FactorRecord {
    const ids = idsOf(key);
    return {
      factors: tables.factors.get(key.identityId) ?? {},
      state: readState(tables, key),
      sends: tables.sends.get(ids.sends) ?? EMPTY_SEND_LEDGER,
      wrongGuesses: tables.wrongGuesses.get(key.identityId) ?? [],
      refusals: tables.refusals.get(key.identityId) ?? [],
      starts: tables.starts.get(key.identityId) ?? [],
      destinationSends:
        ids.destinationSends === null
          ? EMPTY_SEND_LEDGER
          : (tables.sends.get(ids.destinationSends) ?? EMPTY_SEND_LEDGER),
    };
  }

  return {
    read: (key) => Promise.resolve(read(key)),
    readFacts: (key, counters = []) =>
      Promise.resolve({
        counters: readSendCounters(tables.sendCounters, counters),
        record: read(key),
        tenant: tables.tenant.get(THE_TENANT) ?? DEFAULT_TENANT,
        challenge:
          key.purpose === 'step_up' ? (tables.challenges.get(key.sessionId) ?? null) : null,
      }),
    write(key, before, after, { trail = NO_TRAIL, counted } = {}) {
      const ids = idsOf(key);
      if (after.factors !== before.factors) tables.factors.set(key.identityId, after.factors);
      if (after.state !== before.state) writeState(tables, key, after.state);
      if (after.sends !== before.sends) tables.sends.set(ids.sends, after.sends);
      if (after.wrongGuesses !== before.wrongGuesses) {
        tables.wrongGuesses.set(key.identityId, after.wrongGuesses);
      }
      if (after.refusals !== before.refusals) {
        tables.refusals.set(key.identityId, after.refusals);
      }
      if (after.starts !== before.starts) tables.starts.set(key.identityId, after.starts);
      if (ids.destinationSends !== null && after.destinationSends !== before.destinationSends) {
        tables.sends.set(ids.destinationSends, after.destinationSends);
      }
      if (counted) changeSendCounters(tables.sendCounters, counted);
      appendEntries(tables.authenticationLog, trail.entries);
      for (const event of trail.events) appendEvent(tables.webhooks, event);
      return Promise.resolve();
    },
    voidLive(whose, end, now) {
      for (const key of codeKeysOf(tables, whose)) {
        if (settle(readState(tables, key), now).status !== 'pending') continue;
        writeState(tables, key, { status: end, endedAt: now });
      }
      return Promise.resolve();
    },
  };
}

const NO_TRAIL: Trail = { entries: [], events: [] };

/** Returns the keys of the codes for enrolment and step-up; without a factor of all codes. */
function codeKeysOf({ challenges }: MemoryTables, whose: CodesOf): FactorRecordKey[] {
  const { identityId } = whose;
  const factors = whose.factor === null ? KEPT_FACTORS : [whose.factor];
  const purposes =
    whose.factor === null ? (['enrolment', 'phone'] as const) : ['enrolment' as const];
  const sessions = [...challenges.entries()].filter(([, one]) => one.identityId === identityId);
  return factors.flatMap((factor) => {
    const of = { identityId, factor, destinationKey: null };
    return [
      ...purposes.map((purpose) => ({ ...of, purpose })),
      ...sessions.map(([sessionId]) => ({ ...of, purpose: 'step_up' as const, sessionId })),
    ];
  });
}

function readState(tables: MemoryTables, key: FactorRecordKey): CodeState {
  if (key.purpose !== 'step_up') return tables.codes.get(codeId(key)) ?? NO_CODE;
  const challenge = tables.challenges.get(key.sessionId);
  const isOwn = challenge !== undefined && ownerOf(challenge) === ownerOf(key);
  return isOwn ? challenge.state : NO_CODE;
}

function writeState(tables: MemoryTables, key: FactorRecordKey, state: CodeState): void {
  const stored = state.status === 'none' ? null : state;
  if (key.purpose !== 'step_up') setOrDelete(tables.codes, codeId(key), stored);
  else {
    const { identityId, factor, sessionId } = key;
    setOrDelete(tables.challenges, sessionId, stored && { identityId, factor, state: stored });
  }
}

function codeId(key: FactorRecordKey): string {
  return `${key.purpose}:${ownerOf(key)}`;
}

/** Whose code it is, and for which factor. */
function ownerOf({ factor, identityId }: Pick<Challenge, 'factor' | 'identityId'>): string {
  return `${factor}:${identityId}`;
}

function setOrDelete<V>(table: MemoryTable<V>, key: string, value: V | null): void {
  if (value === null) table.delete(key);
  else table.set(key, value);
}

function idsOf({ identityId, destinationKey }: FactorRecordKey): {
  readonly sends: string;
  readonly destinationSends: string | null;
} {
  return {
    sends: `identity:${identityId}`,
    destinationSends: destinationKey === null ? null : `destination:${destinationKey}`,
  };
}

/** Deletes expired rows: see `Storage.purge`. */
export function purgeMemoryTables(tables: MemoryTables, { now, eventsUntil }: Expiry): void {
  for (const [key, state] of tables.codes.entries()) {
    const settled = settle(state, now);
    if (settled.status === 'none') tables.codes.delete(key);
    else tables.codes.set(key, settled);
  }
  for (const [key, challenge] of tables.challenges.entries()) {
    const state = settle(challenge.state, now);
    setOrDelete(tables.challenges, key, state.status === 'none' ? null : { ...challenge, state });
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
  purgeIdempotency(tables.idempotency, now);
  purgeAudit(tables.management, now);
  purgeAuthenticationLog(tables.authenticationLog, now);
  purgeEvents(tables.webhooks, eventsUntil);
}
