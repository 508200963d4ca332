import { err, ok, type Challenge } from '@stepward/core';
import {
  type Decided,
  type DecisionParts,
  type DecisionUnit,
  EMPTY_SEND_LEDGER,
  type EndedCodes,
  type FactorRecordKey,
  type StoredPerson,
} from '@stepward/core/adapter';
import {
  type CodeState,
  type FactorRecord,
  type KeptFactor,
  NO_CODE,
  settle,
  STEP_UP_FACTORS,
} from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { appendEntries } from './memory-authentication-log.js';
import type { MemoryTable } from './memory-journal.js';
import { appendAudit, storedOverrides } from './memory-management-stores.js';
import { changeSendCounters, readSendCounters } from './memory-send-counters.js';
import { type MemoryTables, THE_TENANT } from './memory-tables.js';
import { appendEvent } from './memory-webhook-tables.js';

/** Reads and stores what decisions are about, in a unit of work. */
export const decisionParts: DecisionParts<DecisionUnit & { readonly tables: MemoryTables }> = {
  read: (key, counters, organisationId, { tables }) =>
    Promise.resolve({
      tenant: tables.tenant.get(THE_TENANT) ?? DEFAULT_TENANT,
      record: readRecord(tables, key),
      challenge: key.purpose === 'step_up' ? (tables.challenges.get(key.sessionId) ?? null) : null,
      counters: readSendCounters(tables.sendCounters, counters),
      policy: organisationId === null ? null : storedOverrides(tables.management, organisationId),
      trustedDevices: (tables.trustedDevices.get(key.identityId) ?? []).toSorted(
        (one, other) => one.trustedAt.getTime() - other.trustedAt.getTime(),
      ),
      grant: (key.grants ?? []).flatMap((name) => tables.grants.get(name) ?? [])[0] ?? null,
      enrolmentsDue: tables.enrolmentsDue.get(key.identityId) ?? [],
    }),
  write(key, before, { outcome, dailySend, ...decided }, { tables }) {
    if (dailySend) {
      const { day, share, add, bound } = dailySend;
      const row = `${day} ${share}`;
      const count = (tables.dailySends.get(row) ?? 0) + add;
      if (bound !== null && count > bound.most) return Promise.resolve(err(bound.otherwise));
      tables.dailySends.set(row, count);
    }
    if (decided.ifTaken !== undefined && isTaken(tables, key.identityId, decided.record)) {
      return Promise.resolve(err(decided.ifTaken));
    }
    if (decided.ended) endCodes(tables, key.identityId, decided.ended);
    writeRecord(tables, key, before, decided.record);
    writeOthers(tables, key.identityId, decided);
    return Promise.resolve(ok(outcome));
  },
};

/** Whether another identity has an authenticator with the id of one of the record's. */
function isTaken(
  tables: MemoryTables,
  identityId: string,
  { authenticators }: FactorRecord,
): boolean {
  const ids = authenticators.map(({ id }) => id);
  return tables.authenticators
    .entries()
    .some(([owner, others]) => owner !== identityId && others.some(({ id }) => ids.includes(id)));
}

/** Ends live codes of an identity. */
export function endCodes(
  tables: MemoryTables,
  identityId: string,
  { factor, end, now }: EndedCodes,
): void {
  for (const key of codeKeysOf(tables, identityId, factor)) {
    if (settle(readState(tables, key), now).status !== 'pending') continue;
    writeState(tables, key, { status: end, endedAt: now });
  }
}

/** What is stored of people: see `LookUps`. */
export function storedPeople(
  { identities, authenticators, enrolmentsDue: dues }: MemoryTables,
  identityIds: readonly string[],
): readonly StoredPerson[] {
  return identityIds.flatMap((identityId) => {
    const identity = identities.get(identityId);
    const kept = authenticators.get(identityId);
    const enrolmentsDue = dues.get(identityId) ?? [];
    const isUnknown = identity === undefined && kept === undefined;
    if (isUnknown && enrolmentsDue.length === 0) return [];
    return {
      identityId,
      phoneVerified: identity?.phone?.verified ?? false,
      otherFactors: identity?.otherFactors ?? [],
      keptFactors: (kept ?? []).map(({ factor }) => factor),
      enrolmentsDue,
    };
  });
}

function readRecord(tables: MemoryTables, key: FactorRecordKey): FactorRecord {
  const ids = idsOf(key);
  return {
    authenticators: tables.authenticators.get(key.identityId) ?? [],
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

function writeRecord(
  tables: MemoryTables,
  key: FactorRecordKey,
  before: FactorRecord,
  after: FactorRecord,
): void {
  const ids = idsOf(key);
  if (after.authenticators !== before.authenticators) {
    tables.authenticators.set(key.identityId, after.authenticators);
  }
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
}

function writeOthers(
  tables: MemoryTables,
  identityId: string,
  {
    verifiedPhone,
    trustedDevices,
    enrolmentsDue,
    sentMessage,
    grant,
    counted,
    trail,
  }: Omit<Decided<unknown, unknown>, 'outcome'>,
): void {
  const { identities, smsMessages, sendCounters, authenticationLog, webhooks } = tables;
  const identity = identities.get(identityId);
  if (verifiedPhone !== undefined && identity !== undefined) {
    const phone = verifiedPhone === null ? null : { number: verifiedPhone, verified: true };
    identities.set(identityId, { ...identity, phone });
  }
  if (trustedDevices !== undefined) tables.trustedDevices.set(identityId, trustedDevices);
  if (enrolmentsDue !== undefined) tables.enrolmentsDue.set(identityId, enrolmentsDue);
  if (sentMessage && smsMessages.get(sentMessage.key) === undefined) {
    smsMessages.set(sentMessage.key, sentMessage);
  }
  if (grant) {
    if (grant.type === 'made') tables.grants.set(grant.grant.name, grant.grant);
    else tables.grants.delete(grant.name);
  }
  if (counted) changeSendCounters(sendCounters, counted);
  for (const event of trail?.audit ?? []) appendAudit(tables.management, event);
  appendEntries(authenticationLog, trail?.entries ?? []);
  for (const event of trail?.events ?? []) appendEvent(webhooks, event);
}

/** Returns the keys of the codes for enrolment and step-up; without a factor of all codes. */
function codeKeysOf(
  { challenges }: MemoryTables,
  identityId: string,
  only: KeptFactor | null,
): FactorRecordKey[] {
  const factors = only === null ? STEP_UP_FACTORS : [only];
  const purposes = only === null ? (['enrolment', 'phone'] as const) : ['enrolment' as const];
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

/** The ids of all codes of an identity, but those of sessions. */
export function codeIdsOf(identityId: string): readonly string[] {
  return STEP_UP_FACTORS.flatMap((factor) =>
    (['enrolment', 'phone'] as const).map((purpose) =>
      codeId({ identityId, factor, purpose, destinationKey: null }),
    ),
  );
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
