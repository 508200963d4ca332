/**
 * One tenant's codes by SMS beside those of fifty tenants, where a commit takes 2 and 18 ms: as with a disk, and with
 * a standby in another region. People enrol, which is a send and a verification that the fraud guard counts, and then step
 * up; 32 at a time, with a daily budget. Rate over rate; the target is 0.8. The services are called in this process, without
 * HTTP. Postgres waits by `commit_delay`, so commits at one time wait together, as they do for a disk.
 */
import {
  createKeyRing,
  createStepward,
  silentLogger,
  systemCaller,
  systemClock,
  systemRandom,
  type PhoneNumber,
} from '@stepward/core';
import { startPostgres } from '@stepward/dev-postgres';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import pg from 'pg';
import { rate, ratio, report, takeTurns, median } from './compare.js';
import { forEach } from './webhooks/for-each.js';

/** People of a round. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 320);
const AT_ONCE = 32;
const COMMITS_MS = [2, 18];
const ONE = ['alone'];
const FIFTY = Array.from({ length: 50 }, (_, number) => `tenant-${String(number)}`);

/** The code of every message. */
const NUMBER = 42;
const CODE = '000042';

const postgres = await startPostgres({ durable: true });
if (postgres.adminUrl === null) throw new Error('ADMIN_DATABASE_URL is not set');
const admin = new pg.Pool({ connectionString: postgres.adminUrl, max: 1 });
const database = new URL(postgres.url).pathname.slice(1);
let people = 0;
/** Between the parts of a round, so that no number cools down. */
let clockAheadMs = 0;

try {
  for (const commitMs of COMMITS_MS) await measure(commitMs);
} finally {
  await admin.end();
  await postgres.stop();
}

async function measure(commitMs: number): Promise<void> {
  await admin.query(`alter database "${database}" set commit_delay = ${String(commitMs * 1_000)}`);
  await admin.query(`alter database "${database}" set commit_siblings = 0`);
  const pool = new pg.Pool({ connectionString: postgres.url, max: AT_ONCE });
  try {
    await migrate({ pool });
    const stepward = stepwardOver(pool);
    const sms = { enabled: true, mfaEnabled: true, appName: 'Bench', dailyBudget: 1_000_000 };
    for (const tenantId of [...ONE, ...FIFTY]) {
      const configured = await stepward.tenants.configure(systemCaller(tenantId), { sms });
      if (configured.isErr()) throw new Error(configured.error.code);
    }
    const commit = await timeOfCommit(pool);
    const rounds = await takeTurns(
      () => work(stepward, ONE),
      () => work(stepward, FIFTY),
    );
    const [alone, among] = rounds.map(mediansOf) as [Times, Times];
    report(`one tenant beside fifty, commits that take ${commit.toFixed(1)} ms`, [
      ['enrolments of one', rate(PEOPLE, alone.enrolMs, 'enrolments')],
      ['enrolments of fifty', rate(PEOPLE, among.enrolMs, 'enrolments')],
      ['rate over rate (target 0.8)', ratio(among.enrolMs, alone.enrolMs)],
      ['step-ups of one', rate(PEOPLE, alone.stepUpMs, 'step-ups')],
      ['step-ups of fifty', rate(PEOPLE, among.stepUpMs, 'step-ups')],
      ['rate over rate (target 0.8)', ratio(among.stepUpMs, alone.stepUpMs)],
    ]);
  } finally {
    await pool.end();
  }
}

function stepwardOver(pool: pg.Pool) {
  return createStepward({
    clock: { ...systemClock, now: () => new Date(Date.now() + clockAheadMs) },
    storage: createPostgresStorage({ pool, logger: silentLogger }),
    smsSender: { send: () => Promise.resolve({ status: 'accepted' }) },
    codeKeys: createKeyRing({ active: { id: 'bench', secret: Buffer.alloc(32, 'bench') } }),
    random: { ...systemRandom, integer: () => NUMBER },
  });
}

interface Times {
  readonly enrolMs: number;
  readonly stepUpMs: number;
}

/** New people of these tenants in turn enrol, and then step up. */
async function work(
  { identities, enrolments, stepUp }: ReturnType<typeof stepwardOver>,
  tenants: readonly string[],
): Promise<Times> {
  const callers = Array.from({ length: PEOPLE }, (_, index) => {
    people += 1;
    const identityId = `person-${String(people)}`;
    const tenantId = tenants[index % tenants.length] ?? '';
    // The numbers are of different ranges: the guard counts a range as well.
    const number = `+1${String(2_000_000_000 + people * 10_007)}` as PhoneNumber;
    return { tenantId, identityId, assurance: null, sessionId: identityId, number };
  });
  await forEach(callers, AT_ONCE, ({ tenantId, identityId, number }) =>
    identities.put(tenantId, {
      identityId,
      state: 'active',
      phone: { number, verified: true },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    }),
  );
  const enrolMs = await timeOf(() =>
    forEach(callers, AT_ONCE, async (caller) => {
      accepted(await enrolments.start(caller));
      accepted(await enrolments.verify(caller, CODE));
    }),
  );
  clockAheadMs += 61_000;
  const stepUpMs = await timeOf(() =>
    forEach(callers, AT_ONCE, async (caller) => {
      accepted(await stepUp.challenge(caller));
      accepted(await stepUp.verify(caller, CODE));
    }),
  );
  return { enrolMs, stepUpMs };
}

function accepted(result: { isErr(): boolean; readonly error?: { readonly code: string } }): void {
  if (result.isErr()) throw new Error(result.error?.code);
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function mediansOf(rounds: readonly Times[]): Times {
  return {
    enrolMs: median(rounds.map(({ enrolMs }) => enrolMs)),
    stepUpMs: median(rounds.map(({ stepUpMs }) => stepUpMs)),
  };
}

/** The median time of one commit at a time, in milliseconds. */
async function timeOfCommit(pool: pg.Pool): Promise<number> {
  const times: number[] = [];
  for (let number = 0; number < 21; number += 1) {
    times.push(await timeOf(() => pool.query("select pg_logical_emit_message(true, 'bench', '')")));
  }
  return median(times);
}
