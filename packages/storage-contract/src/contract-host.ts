import assert from 'node:assert/strict';
import {
  type AccountCaller,
  type AuditEvent,
  createKeyRing,
  createStepward,
  err,
  type Identity,
  isStorageBusy,
  type ManagementCaller,
  ok,
  type PhoneNumber,
  type Result,
  type Stepward,
  type StepwardOptions,
  type Storage,
  systemCaller,
} from '@stepward/core';
import type {
  DailyShare,
  Decided,
  DecisionFacts,
  DecisionScope,
  FactorRecordKey,
  PreparedEvent,
  StoredEvent,
  Stores,
  UnitOfWorkScope,
  CodeSubject,
} from '@stepward/core/adapter';
import type { FactorRecord } from '@stepward/core/factors';
import {
  createFixedClock,
  createRecordingSmsSender,
  createSeededRandom,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';

export const TENANT = 'acme';
export const OTHER_TENANT = 'globex';
export const PHONE = '+14155552671' as PhoneNumber;
export const OTHER_PHONE = '+447700900123' as PhoneNumber;

/** A complete Stepward over the storage under test, with all other dependencies under the case's control. */
export interface ContractHost extends Stepward {
  readonly storage: Storage;
  readonly sms: RecordingSmsSender;
  readonly clock: FixedClock;
}

/** SMS MFA is on for the tenant, and each of its identities has {@link PHONE} as verified number. */
export async function createContractHost(
  createStorage: () => Promise<Storage>,
  people: Readonly<Record<string, readonly string[]>> = { [TENANT]: ['ada'] },
  options: Partial<StepwardOptions> = {},
): Promise<ContractHost> {
  const storage = await createStorage();
  const sms = createRecordingSmsSender();
  const clock = createFixedClock();
  const codeKeys = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(7) } });
  const random = createSeededRandom();
  const stepward = createStepward({
    storage,
    smsSender: sms,
    codeKeys,
    clock,
    random,
    ...options,
  });

  for (const [tenantId, identityIds] of Object.entries(people)) {
    const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
    const configured = await stepward.tenants.configure(systemCaller(tenantId), { sms });
    assert.ok(configured.isOk());
    for (const identityId of identityIds) {
      accepted(await stepward.identities.put(tenantId, person(identityId)));
    }
  }
  return { ...stepward, storage, sms, clock };
}

export function person(identityId: string, phone = PHONE): Identity {
  return {
    identityId,
    state: 'active',
    phone: { number: phone, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}

export function caller(identityId = 'ada', tenantId = TENANT): AccountCaller {
  return { tenantId, identityId, assurance: null };
}

/** Who manages {@link TENANT}. */
export const MANAGER: ManagementCaller = systemCaller(TENANT, 'contract');

/** The value of what was not refused. */
export function accepted<T>(result: Result<T, { readonly code: string }>): T {
  if (result.isErr()) assert.fail(`refused: ${result.error.code}`);
  return result.value;
}

/** The `run` of storage, with webhooks or without. */
interface UnitsOfWork<Given> {
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: Given) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;
}

/** Runs a unit of work that commits, and gives what it answered. */
export async function commit<T, Given extends Stores>(
  storage: UnitsOfWork<Given>,
  scope: UnitOfWorkScope,
  work: (stores: Given) => Promise<T>,
): Promise<T> {
  const done = await storage.run<T, never>(scope, async (stores) => ok(await work(stores)));
  assert.ok(done.isOk());
  return done.value;
}

/** The scope of decisions about the record of a key. */
export function scopeOf(
  { destinationKey, ...subject }: FactorRecordKey,
  tenantId = TENANT,
): DecisionScope {
  const scope = { tenantId, ...subject };
  return destinationKey === null ? scope : { ...scope, destination: () => destinationKey };
}

/** What a decision is given; it stores nothing. */
export async function readFacts(storage: Storage, scope: DecisionScope): Promise<DecisionFacts> {
  const read = await storage.decide<never, DecisionFacts>(scope, (facts) => err(facts));
  assert.ok(read.isErr());
  return read.error;
}

/** Decides, and stores it. */
export async function decide(
  storage: Storage,
  scope: DecisionScope,
  decision: (facts: DecisionFacts) => Partial<Omit<Decided<null, never>, 'outcome'>>,
): Promise<void> {
  const decided = await storage.decide<null, never>(scope, (facts) =>
    ok({ outcome: null, record: facts.record, ...decision(facts) }),
  );
  assert.ok(decided.isOk());
}

/** Decides to count a send that the day has no room for, so nothing of the decision may be stored. */
export async function decideInVain(
  storage: Storage,
  scope: DecisionScope,
  decided: Partial<Omit<Decided<null, string>, 'outcome' | 'dailySend'>>,
): Promise<void> {
  const bound = { most: 0, otherwise: 'beyond' };
  const dailySend = { day: '2026-01-01', share: 'others', add: 1, bound } as const;
  const refused = await storage.decide<null, string>(scope, ({ record }) =>
    ok({ outcome: null, record, ...decided, dailySend }),
  );
  assert.ok(refused.isErr() && refused.error === 'beyond');
}

/** Stores parts of a record. */
export function storeRecord(
  storage: Storage,
  scope: DecisionScope,
  parts: Partial<FactorRecord>,
): Promise<void> {
  return decide(storage, scope, ({ record }) => ({ record: { ...record, ...parts } }));
}

/** What is stored about an identity's codes, as the next decision sees it. */
export async function readRecord(
  storage: Storage,
  { tenantId, identityId }: { readonly tenantId: string; readonly identityId: string },
  purpose: Exclude<CodeSubject['purpose'], 'step_up'> = 'enrolment',
  destinationKey: string | null = null,
): Promise<FactorRecord> {
  const key = { identityId, factor: 'sms', purpose, destinationKey } as const;
  const { record } = await readFacts(storage, scopeOf(key, tenantId));
  return record;
}

/** How many sends of a day are counted: the count is beyond every lower bound. */
export async function countSends(
  storage: Storage,
  { tenantId = TENANT, day = '2026-01-01', share = 'others' }: Partial<CountedDay> = {},
): Promise<number> {
  const scope = { tenantId, identityId: 'counter', factor: 'sms', purpose: 'enrolment' } as const;
  for (let count = 0; ; count += 1) {
    const bound = { most: count, otherwise: 'beyond' };
    const added = await storage.decide<null, string>(scope, ({ record }) =>
      ok({ outcome: null, record, dailySend: { day, share, add: 1, bound } }),
    );
    if (added.isErr()) continue;
    await decide(storage, scope, () => ({ dailySend: { day, share, add: -1, bound: null } }));
    return count - 1;
  }
}

interface CountedDay {
  readonly tenantId: string;
  readonly day: string;
  readonly share: DailyShare;
}

/** An event that is ready to be stored; without patterns it reaches nobody, and without a key it is not ordered. */
export function preparedEvent(
  event: StoredEvent,
  patterns: readonly string[] = [],
  orderingKey: string | null = null,
): PreparedEvent {
  return { event, patterns, orderingKey };
}

export function recordEvent(
  stores: Pick<Stores, 'record'>,
  ...event: Parameters<typeof preparedEvent>
): Promise<void> {
  return stores.record({ entries: [], events: [preparedEvent(...event)] });
}

export function recordAudit(
  stores: Pick<Stores, 'record'>,
  ...audit: readonly AuditEvent[]
): Promise<void> {
  return stores.record({ entries: [], events: [], audit });
}

/** Adds one to a number that the tenant keeps, and returns what it was before. */
export async function countUp({ policies }: Stores): Promise<number> {
  const { overrides } = await policies.read('counter');
  const count = Number(overrides.gracePeriodMs ?? 0);
  await policies.writeOverrides('counter', { gracePeriodMs: count + 1 }, null);
  return count;
}

/** How many tasks `inParallel` runs at a time: below the limit of a lock's queue. */
const AT_ONCE = 20;

/** Runs `count` tasks, 20 at a time, and waits for all. One that storage is too busy for is repeated. */
export async function inParallel<T>(
  count: number,
  task: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  const indexes = Array.from({ length: count }).keys();
  const work = async (): Promise<void> => {
    for (const index of indexes) results[index] = await untilServed(() => task(index));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function untilServed<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isStorageBusy(error)) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** How often each outcome came: `ok`, or the error's code. */
export function tally(
  results: readonly Result<unknown, { readonly code: string }>[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const outcome = result.isOk() ? 'ok' : result.error.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** A well-formed code that is not the given one. */
export function wrongCode(right: string): string {
  return right.replace(/^./, (digit) => (digit === '9' ? '0' : '9'));
}
