/**
 * Another tenant's people beside 200 parallel guesses at the recovery codes of one person, again and again. Each
 * guess that is compared costs one scrypt. The people of the other tenant have a code sent and verify it, one after
 * another, and some of them use a recovery code. In one process on Postgres, with 8 connections.
 * Time over time, at most 2; the event loop is to stand still for 50 ms at most, and the pool to have connections left.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemCaller, type PhoneNumber } from '@stepward/core';
import { migrate } from '@stepward/postgres';
import { startPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { median, percentile, ratio, report, takeTurns } from './compare.js';
import { CODE, stepwardOver } from './http/bench-stepward.js';

const CONNECTIONS = 8;
const PARALLEL = 200;
/** People of the other tenant in a round, who have a code sent and verify it. */
const PEOPLE = 100;
/** How many of them use a recovery code as well. */
const USERS_OF_CODES = 3;
/** Whose codes are guessed in turn: ten guesses an hour of one person are compared. */
const VICTIMS = 40;

const [QUIET, ATTACKED] = ['quiet', 'attacked'];

const postgres = await startPostgres();
const pool = new pg.Pool({ connectionString: postgres.url, max: CONNECTIONS });
await migrate({ pool });
const stepward = stepwardOver(pool);
const answered: Record<string, number> = {};
let people = 0;

/** What the other tenant saw in a round, in milliseconds, and what the process did. */
interface Round {
  readonly requests: readonly number[];
  readonly recoveries: readonly number[];
  readonly loopDelay: number;
  readonly loopDelay99: number;
  /** Requests that waited for a connection, at most. */
  readonly waiting: number;
}

try {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Bench', dailyBudget: null };
  for (const tenantId of [QUIET, ATTACKED]) {
    const configured = await stepward.tenants.configure(systemCaller(tenantId), { sms });
    if (configured.isErr()) throw new Error(configured.error.code);
  }
  const victims: string[] = [];
  for (let count = 0; count < VICTIMS; count += 1)
    victims.push((await withCodes(ATTACKED)).identityId);

  const rounds = await takeTurns(
    () => measure(null),
    () => measure(() => burst(victims.pop() ?? '')),
  );
  const [alone, beside] = rounds as [readonly Round[], readonly Round[]];
  report('one tenant beside 200 parallel guesses at recovery codes of another', [
    ['one scrypt, with nothing beside it', `${(await scryptAlone()).toFixed(0)} ms`],
    ['answers to the guesses', JSON.stringify(answered)],
    ...lines('alone', alone, alone),
    ...lines('beside the guesses', beside, alone),
  ]);
} finally {
  await pool.end();
  await postgres.stop();
}

async function addPerson(tenantId: string): Promise<string> {
  people += 1;
  const identityId = `identity-${String(people)}`;
  const person = {
    identityId,
    state: 'active',
    phone: { number: `+1415${String(5_000_000 + people)}` as PhoneNumber, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  } as const;
  ok(await stepward.identities.put(tenantId, person));
  return identityId;
}

async function enrol(tenantId: string, identityId: string): Promise<void> {
  const caller = { tenantId, identityId, assurance: null };
  ok(await stepward.enrolments.start(caller));
  ok(await stepward.enrolments.verify(caller, CODE));
}

/** A new person with SMS and a set of recovery codes. */
async function withCodes(tenantId: string) {
  const identityId = await addPerson(tenantId);
  await enrol(tenantId, identityId);
  const { codes } = ok(
    await stepward.recoveryCodes.generate({ tenantId, identityId, assurance: 'aal2' }),
  );
  return { identityId, code: codes[0] ?? '' };
}

function guess(tenantId: string, identityId: string, code: string) {
  const session = {
    tenantId,
    identityId,
    sessionId: 'session-1',
    factor: 'recovery_code',
  } as const;
  return stepward.stepUp.verify(session, code);
}

async function burst(victim: string): Promise<void> {
  if (victim === '') throw new Error('a round takes longer than the victims last');
  const guesses = Array.from({ length: PARALLEL }, async () => {
    const code = await guess(ATTACKED, victim, '0000-0000-0000-0000').then(
      (result) => (result.isOk() ? 'ok' : result.error.code),
      (thrown: unknown) => (thrown instanceof Error ? thrown.name : 'thrown'),
    );
    answered[code] = (answered[code] ?? 0) + 1;
  });
  await Promise.all(guesses);
}

async function measure(attack: (() => Promise<void>) | null): Promise<Round> {
  const users = [];
  for (let count = 0; count < USERS_OF_CODES; count += 1) users.push(await withCodes(QUIET));
  const ids = [];
  for (let count = 0; count < PEOPLE; count += 1) ids.push(await addPerson(QUIET));
  let waiting = 0;
  const work = { isDone: false };
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const attacks = attack === null ? null : attackUntilDone(attack, work);
  const requests: number[] = [];
  const recoveries: number[] = [];
  for (const [index, identityId] of ids.entries()) {
    requests.push(await timeOf(() => enrol(QUIET, identityId)));
    waiting = Math.max(waiting, pool.waitingCount);
    const user = index % 30 === 0 ? users.pop() : undefined;
    if (user === undefined) continue;
    recoveries.push(await timeOf(async () => ok(await guess(QUIET, user.identityId, user.code))));
  }
  work.isDone = true;
  loop.disable();
  await attacks;
  const [loopDelay, loopDelay99] = [loop.max / 1e6, loop.percentile(99) / 1e6];
  return { requests, recoveries, loopDelay, loopDelay99, waiting };
}

async function attackUntilDone(attack: () => Promise<void>, work: { readonly isDone: boolean }) {
  while (!work.isDone) await attack();
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

async function scryptAlone(): Promise<number> {
  const { identityId, code } = await withCodes(QUIET);
  return timeOf(() => guess(QUIET, identityId, code));
}

function lines(name: string, rounds: readonly Round[], alone: readonly Round[]) {
  const over = (pick: (round: Round) => number) => {
    const [ms, base] = [median(rounds.map(pick)), median(alone.map(pick))];
    return `${ms.toFixed(1)} ms (${ratio(ms, base)})`;
  };
  return [
    [name, ''],
    ['  median of sending and verifying a code', over(({ requests }) => median(requests))],
    ['  95 % of them', over(({ requests }) => percentile(requests, 0.95))],
    ['  median of using a recovery code', over(({ recoveries }) => median(recoveries))],
    ['  longest stop of the event loop', over(({ loopDelay }) => loopDelay)],
    ['  99 % of its stops', over(({ loopDelay99 }) => loopDelay99)],
    ['  requests that waited for a connection', String(Math.max(...rounds.map((r) => r.waiting)))],
  ] as const;
}

function ok<T>(result: { isErr(): boolean; _unsafeUnwrap(): T }): T {
  return result._unsafeUnwrap();
}
