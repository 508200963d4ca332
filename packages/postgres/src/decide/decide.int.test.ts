import {
  createKeyRing,
  createStepward,
  ok,
  parsePhoneNumber,
  systemCaller,
  type Identity,
  type Stepward,
} from '@stepward/core';
import { appCode, createRecordingSmsSender } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import { describe, expect, it } from 'vitest';
import { createPausingPool } from '../../test/pausing-pool.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const MANAGER = systemCaller('acme');

describe('a decision of one process', () => {
  it.each([
    ['is withdrawn', (other: Stepward, id: string) => other.identities.withdrawCodes('acme', id)],
    [
      'belongs to another number',
      (other: Stepward, id: string) => other.identities.put('acme', person(id, '+447700900123')),
    ],
  ])('is made again where in another the code %s before it is stored', async (_, meanwhile) => {
    const { here, elsewhere, code, identityId } = await started();
    here.before('decision_write', () => meanwhile(elsewhere, identityId));

    const verified = await here.stepward.enrolments.verify(caller(identityId), code);

    expect(verified._unsafeUnwrapErr().code).toMatch(/^(code_withdrawn|phone_changed)$/);
  });

  it('is made again where another has taken the guess', async () => {
    const { here, elsewhere, code, identityId } = await started();
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    here.before('decision_write', () => elsewhere.enrolments.verify(caller(identityId), code));

    const guessed = await here.stepward.enrolments.verify(caller(identityId), wrong);

    expect(guessed._unsafeUnwrapErr().code).toBe('already_enrolled');
  });

  it.each([
    ['was never written about', () => Promise.resolve()],
    [
      'was written about',
      (other: Stepward, id: string) => other.identities.withdrawCodes('acme', id),
    ],
  ])(
    'takes a code of an app once, though a purge forgets meanwhile that the person %s',
    async (_, before) => {
      const { here, elsewhere, identityId } = await started();
      const { secret } = (await elsewhere.totp.start(caller(identityId)))._unsafeUnwrap();
      const now = new Date();
      (await elsewhere.totp.verify(caller(identityId), appCode(secret, now)))._unsafeUnwrap();
      await forgetPeople();
      await before(elsewhere, identityId);
      const session = { tenantId: 'acme', identityId, sessionId: 'one', factor: 'totp' };
      const code = appCode(secret, new Date(now.getTime() + 30_000));
      here.before('decision_write', async () => {
        (await elsewhere.stepUp.verify(session, code))._unsafeUnwrap();
        await elsewhere.purge();
      });

      const again = await here.stepward.stepUp.verify({ ...session, sessionId: 'two' }, code);

      expect(again._unsafeUnwrapErr().code).toBe('code_mismatch');
    },
  );

  it('uses a grant once, though a purge forgets the person meanwhile', async () => {
    const { here, elsewhere, identityId } = await started();
    const { secret } = (await elsewhere.totp.start(caller(identityId)))._unsafeUnwrap();
    const now = new Date();
    (await elsewhere.totp.verify(caller(identityId), appCode(secret, now)))._unsafeUnwrap();
    const operation = { id: 'pay', text: 'Pay 12 EUR', data: {} };
    const approval = { tenantId: 'acme', identityId, sessionId: 'one', operation };
    const code = appCode(secret, new Date(now.getTime() + 30_000));
    const verified = await elsewhere.stepUp.verify({ ...approval, factor: 'totp' }, code);
    const used = { ...approval, grant: verified._unsafeUnwrap().grant!.reveal() };
    await forgetPeople();
    here.before('decision_write', async () => {
      (await elsewhere.grants.use(used))._unsafeUnwrap();
      await forgetPeople();
    });

    const again = await here.stepward.grants.use(used);

    expect(again._unsafeUnwrapErr().code).toBe('grant_invalid');
  });

  it('brings back no code that was withdrawn meanwhile, though a purge ran since', async () => {
    const { here, elsewhere, code, identityId } = await started();
    await forgetPeople();
    here.before('decision_write', async () => {
      const moved = { ...person(identityId, '+14155559999'), state: 'suspended' } as const;
      (await elsewhere.identities.put('acme', moved))._unsafeUnwrap();
      (await elsewhere.identities.put('acme', { ...moved, state: 'active' }))._unsafeUnwrap();
      await elsewhere.purge();
    });

    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const guessed = await here.stepward.enrolments.verify(caller(identityId), wrong);

    expect(guessed._unsafeUnwrapErr().code).toBe('code_withdrawn');
  });

  it('waits for a unit of work of another that holds the identity, and sees what it stored', async () => {
    const { here, elsewhere, code, identityId } = await started();
    const scope = { tenantId: 'acme', lock: `identity:${identityId}` };
    let verifying: Promise<unknown> = Promise.resolve();
    const holder = createPostgresStorage({ pool: database.pool({ max: 2 }) });

    const held = await holder.run(scope, async (stores) => {
      verifying = here.stepward.enrolments.verify(caller(identityId), code);
      await new Promise<void>((resolve) => here.before('begin', () => resolve()));
      const found = await stores.identities.find(identityId);
      const ended = { factor: null, end: 'withdrawn', now: new Date() } as const;
      await stores.identities.put(found!, ended);
      return ok(null);
    });
    expect(held.isOk()).toBe(true);

    expect(await verifying).toMatchObject({ error: { code: 'code_withdrawn' } });
    expect((await elsewhere.enrolments.status(caller(identityId)))._unsafeUnwrap().enabled).toBe(
      false,
    );
  });
});

it('200 wrong codes over four processes spend exactly 5 attempts', async () => {
  const { code, identityId } = await started();
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const processes = [1, 2, 3, 4].map(() => processOver().stepward);

  const guesses = await Promise.all(
    processes.flatMap((stepward) =>
      Array.from({ length: 10 }, async () => {
        const outcomes: string[] = [];
        for (let n = 0; n < 5; n += 1) {
          const guessed = await stepward.enrolments.verify(caller(identityId), wrong);
          outcomes.push(guessed._unsafeUnwrapErr().code);
        }
        return outcomes;
      }),
    ),
  );

  const counts = guesses.flat();
  expect(counts.filter((outcome) => outcome === 'code_mismatch')).toHaveLength(4);
  expect(counts.filter((outcome) => outcome === 'attempts_exhausted')).toHaveLength(196);
});

it.each([false, true])(
  'two identities send to one number once within its cooldown, also where its ledger was purged in between: %s',
  async (isPurged) => {
    const { here, elsewhere, identityId, number } = await started();
    const other = `${identityId}-other`;
    (await elsewhere.identities.put('acme', person(other, number)))._unsafeUnwrap();
    await asAcme(`update stepward.ledgers set last_used_at = last_used_at - interval '2 days',
      sent_at = array(select one - interval '2 days' from unnest(sent_at) as one),
      cooldown_started_at = cooldown_started_at - interval '2 days' where last_used_at > '-infinity'`);
    await asAcme('delete from stepward.codes; delete from stepward.send_counters');
    const sent: boolean[] = [];
    here.before('decision_write', async () => {
      if (isPurged) await elsewhere.purge();
      sent.push((await elsewhere.enrolments.start(caller(other))).isOk());
    });

    sent.push((await here.stepward.enrolments.start(caller(identityId))).isOk());

    expect(sent).toEqual([true, false]);
  },
);

function asAcme(text: string): Promise<unknown> {
  return database.pool().query(`begin; set local stepward.tenant_id = 'acme'; ${text}; commit`);
}

let people = 0;

/** A person with a pending enrolment, and two processes over the same database. */
/** What a purge does to the ledgers of people who have done nothing for long. */
async function forgetPeople(): Promise<void> {
  const statements = [`set local stepward.maintenance = 'on'`, 'delete from stepward.ledgers'];
  await database.pool().query(`begin; ${statements.join('; ')}; commit`);
}

async function started() {
  people += 1;
  const identityId = `person-${people}`;
  const here = processOver();
  const { stepward: elsewhere } = processOver();
  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  (await elsewhere.tenants.configure(MANAGER, { sms }))._unsafeUnwrap();
  const number = `+1415555${String(1_000 + people)}`;
  (await elsewhere.identities.put('acme', person(identityId, number)))._unsafeUnwrap();
  (await here.stepward.enrolments.start(caller(identityId)))._unsafeUnwrap();
  return { here, elsewhere, identityId, number, code: here.sms.lastCode(number) };
}

/** Stepward over a pool of its own, which can stop before a statement. */
function processOver() {
  const pool = createPausingPool(database.pool({ max: 8 }));
  const sms = createRecordingSmsSender();
  const stepward = createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: sms,
    codeKeys: createKeyRing({ active: { id: 'k', secret: Buffer.alloc(32, 1) } }),
  });
  return { stepward, sms, before: pool.before };
}

function caller(identityId: string) {
  return { tenantId: 'acme', identityId, assurance: null };
}

function person(identityId: string, number: string): Identity {
  return {
    identityId,
    state: 'active',
    phone: { number: parsePhoneNumber(number)._unsafeUnwrap(), verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}
