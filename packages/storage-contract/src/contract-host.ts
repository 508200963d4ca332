import assert from 'node:assert/strict';
import {
  type AccountCaller,
  createKeyRing,
  createStepward,
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
import type { CodePurpose, Stores, UnitOfWorkScope } from '@stepward/core/adapter';
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

/** The `run` of either port. */
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

/** What is stored about an identity's codes, as the next unit of work sees it. */
export function readRecord(
  storage: Storage,
  whose: { readonly tenantId: string; readonly identityId: string },
  purpose: Exclude<CodePurpose, 'step_up'> = 'enrolment',
  destinationKey: string | null = null,
): Promise<FactorRecord> {
  return commit(storage, { tenantId: whose.tenantId }, ({ codes }) =>
    codes.read({
      identityId: whose.identityId,
      factor: 'sms',
      purpose,
      destinationKey,
    }),
  );
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
