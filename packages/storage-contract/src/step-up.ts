import assert from 'node:assert/strict';
import type { AccountCaller, Challenge, PhoneNumber, Storage } from '@stepward/core';
import { type DecisionScope, EMPTY_SEND_LEDGER, purgeStorage } from '@stepward/core/adapter';
import { type CodeState, type FactorRecord, NO_CODE } from '@stepward/core/factors';
import { addMs, hours, minutes } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_PHONE,
  OTHER_TENANT,
  PHONE,
  TENANT,
  accepted,
  caller,
  createContractHost,
  decide,
  decideInVain,
  inParallel,
  person,
  readFacts,
  readRecord,
  storeRecord,
  tally,
  wrongCode,
  type ContractHost,
} from './contract-host.js';
import { CODE_STATES, FULL_RECORD } from './samples.js';

/** What holds for the challenges of sessions. */
export const stepUpCases: readonly StorageContractCase[] = [
  {
    name: 'a challenge comes back as it was stored, by its session, and the codes of its identity are others',
    async run(createStorage) {
      const storage = await createStorage();
      for (const state of CODE_STATES) {
        await storeChallenge(storage, 'session-1', state);

        assert.deepEqual((await loadChallenge(storage, 'session-1')).state, state);
        assert.deepEqual(await findChallenge(storage, 'session-1'), foundOf(state));
        assert.equal(await findChallenge(storage, 'session-2'), null);
        assert.deepEqual((await loadChallenge(storage, 'session-2')).state, NO_CODE);
        const enrolment = await readRecord(storage, caller());
        assert.deepEqual(enrolment.state, NO_CODE);
      }
    },
  },
  {
    name: 'a challenge is read for its identity alone, and storing one takes the place of the one before',
    async run(createStorage) {
      const storage = await createStorage();
      const { state } = FULL_RECORD;
      await storeChallenge(storage, 'session-1', state);

      const forBob = await loadChallenge(storage, 'session-1', 'bob');
      assert.deepEqual(forBob.state, NO_CODE);
      await storeChallenge(storage, 'session-1', state, 'bob');

      assert.deepEqual(await findChallenge(storage, 'session-1'), {
        identityId: 'bob',
        factor: 'sms',
        state,
      });
      assert.deepEqual((await loadChallenge(storage, 'session-1')).state, NO_CODE);
    },
  },
  {
    name: '200 parallel wrong codes over the sessions of one identity accept 10, and no right code after them',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      const codes: string[] = [];
      for (const sessionId of ['session-0', 'session-1', 'session-2', 'session-3']) {
        codes.push(await challenge(host, sessionId));
      }

      const guesses = await inParallel(200, (index) =>
        host.stepUp.verify(session(`session-${index % 4}`), wrongCode(codes[index % 4] ?? '')),
      );

      const { wrongGuesses } = await readRecord(host.storage, caller());
      assert.equal(wrongGuesses.length, 10);
      assert.equal(guesses.filter((guess) => guess.isOk()).length, 0);
      for (const [index, code] of codes.entries()) {
        const late = await host.stepUp.verify(session(`session-${index}`), code);
        assert.deepEqual(tally([late]), { attempts_exhausted: 1 });
      }
    },
  },
  {
    name: '100 interleaved wrong codes for two sessions and a phone never pass the budget of 10',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      const [first, second] = [
        await challenge(host, 'session-1'),
        await challenge(host, 'session-2'),
      ];
      const claimed = await host.phones.start(caller(), OTHER_PHONE);
      assert.deepEqual(tally([claimed]), { ok: 1 });
      const forPhone = wrongCode(host.sms.lastCode(OTHER_PHONE));
      const guesses: readonly (() => Promise<unknown>)[] = [
        () => host.stepUp.verify(session('session-1'), wrongCode(first)),
        () => host.stepUp.verify(session('session-2'), wrongCode(second)),
        () => host.phones.verify(caller(), OTHER_PHONE, forPhone),
      ];

      await inParallel(100, async (index) => guesses[index % 3]?.());

      const { wrongGuesses } = await readRecord(host.storage, caller());
      assert.equal(wrongGuesses.length, 10);
    },
  },
  {
    name: '200 parallel wrong codes of one session spend exactly 5 attempts',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      const right = await challenge(host, 'session-1');

      const guesses = await inParallel(200, () =>
        host.stepUp.verify(session('session-1'), wrongCode(right)),
      );

      assert.deepEqual(tally(guesses), { code_mismatch: 4, attempts_exhausted: 196 });
      const { state, wrongGuesses } = await loadChallenge(host.storage, 'session-1');
      assert.equal(state.status, 'exhausted');
      assert.equal(wrongGuesses.length, 5);
    },
  },
  // standard: nist/3.2.2-limit
  {
    name: '200 parallel wrong codes after 99 in a row suspend the factor once, until it is removed and enrolled again',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      await decide(host.storage, { ...caller(), ...ENROLMENT }, ({ record }) => {
        const authenticators = record.authenticators.map((one) => ({ ...one, wrongInARow: 99 }));
        return { record: { ...record, authenticators } };
      });
      const right = await challenge(host, 'session-1');

      const guesses = await inParallel(200, () =>
        host.stepUp.verify(session('session-1'), wrongCode(right)),
      );

      assert.deepEqual(tally(guesses), { code_mismatch: 1, factor_suspended: 199 });
      const { authenticators } = await readRecord(host.storage, caller());
      assert.deepEqual(
        authenticators.map(({ factor, wrongInARow }) => [factor, wrongInARow]),
        [['sms', 100]],
      );
      const told = await host.authenticationLog.list(TENANT, { type: 'factor.suspended' });
      assert.deepEqual(
        told.items.map(({ factor, reason, sessionId }) => [factor, reason, sessionId]),
        [['sms', 'wrong_in_a_row', 'session-1']],
      );
      const events = await host.events.list(TENANT, { type: 'mfa.factor_suspended' });
      assert.equal(events.items.length, 1);
      const refused = [
        await host.stepUp.verify(session('session-1'), right),
        await host.stepUp.challenge({ ...caller(), sessionId: 'session-2' }),
      ];
      assert.deepEqual(tally(refused), { factor_suspended: 2 });

      accepted(await host.enrolments.remove(caller()));
      await enrol(host, caller());
      const again = await challenge(host, 'session-2');
      assert.deepEqual(tally([await host.stepUp.verify(session('session-2'), again)]), { ok: 1 });
    },
  },
  {
    name: '50 parallel right codes of one session have one winner',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      const right = await challenge(host, 'session-1');

      const answers = await inParallel(50, () => host.stepUp.verify(session('session-1'), right));

      assert.deepEqual(tally(answers), { ok: 1, nothing_pending: 49 });
      assert.equal(await findChallenge(host.storage, 'session-1'), null);
    },
  },
  {
    name: '20 parallel challenges of one session, or of as many sessions, send one message',
    async run(createStorage) {
      const host = await enrolledHost(createStorage);
      for (const sessionOf of [() => 'session-1', (index: number) => `session-${index}`]) {
        const before = host.sms.attempts;

        const issued = await inParallel(20, (index) =>
          host.stepUp.challenge({ ...caller(), sessionId: sessionOf(index) }),
        );

        assert.deepEqual(tally(issued), { ok: 1, send_cooling_down: 19 });
        assert.equal(host.sms.attempts, before + 1);
        host.clock.advance(minutes(1));
      }
    },
  },
  {
    name: 'of 20 identities that challenge one session in parallel one gets it',
    async run(createStorage) {
      const people = Array.from({ length: 20 }, (_, index) => `person-${index}`);
      const host = await createContractHost(createStorage, { [TENANT]: people });
      for (const [index, identityId] of people.entries()) {
        const phone = `+14155550${String(index).padStart(3, '0')}` as PhoneNumber;
        accepted(await host.identities.put(TENANT, person(identityId, phone)));
        await enrol(host, caller(identityId), phone);
      }
      host.clock.advance(minutes(1));

      const issued = await Promise.all(
        people.map((one) => host.stepUp.challenge({ ...caller(one), sessionId: 'session-1' })),
      );

      assert.deepEqual(tally(issued), { ok: 1, session_taken: 19 });
      const winner = people[issued.findIndex((one) => one.isOk())];
      const found = await findChallenge(host.storage, 'session-1');
      assert.equal(found?.identityId, winner);
    },
  },
  {
    name: 'one session id in two tenants has a challenge in each',
    async run(createStorage) {
      const people = { [TENANT]: ['ada'], [OTHER_TENANT]: ['ada'] };
      const host = await createContractHost(createStorage, people);
      const [here, there] = [caller('ada', TENANT), caller('ada', OTHER_TENANT)];
      for (const one of [here, there]) await enrol(host, one);
      host.clock.advance(minutes(1));
      const right = await challenge(host, 'session-1', here);

      const elsewhere = { tenantId: OTHER_TENANT, sessionId: 'session-1' };
      const foreign = await host.stepUp.verify(elsewhere, right);
      assert.deepEqual(tally([foreign]), { nothing_pending: 1 });
      const other = await challenge(host, 'session-1', there);

      assert.deepEqual(tally([await host.stepUp.verify(elsewhere, other)]), { ok: 1 });
      assert.deepEqual(tally([await host.stepUp.verify(session('session-1'), right)]), { ok: 1 });
    },
  },
  {
    name: 'a challenge that is rolled back leaves nothing, and one before it stays as it was',
    async run(createStorage) {
      const storage = await createStorage();
      const { state } = FULL_RECORD;
      const scope = { ...scopeOfSession('session-1', 'bob'), destination: () => 'a'.repeat(64) };
      const rollBack = () => decideInVain(storage, scope, { record: FULL_RECORD });

      await rollBack();
      assert.equal(await findChallenge(storage, 'session-1'), null);
      const { sends, wrongGuesses } = await loadChallenge(storage, 'session-1', 'bob');
      assert.deepEqual([sends, wrongGuesses], [EMPTY_SEND_LEDGER, []]);
      await storeChallenge(storage, 'session-1', state);
      await rollBack();
      assert.deepEqual(await findChallenge(storage, 'session-1'), {
        identityId: 'ada',
        factor: 'sms',
        state,
      });
    },
  },
  {
    name: 'purge destroys the digests of expired challenges and forgets their tombstones after 24 hours, over all tenants',
    async run(createStorage) {
      const storage = await createStorage();
      const { state } = FULL_RECORD;
      assert.ok(state.status === 'pending');
      const now = new Date('2026-01-10T12:00:00.000Z');
      const expiring = (ms: number): CodeState => ({ ...state, expiresAt: addMs(now, ms) });
      const ended = (ms: number): CodeState => ({ status: 'void', endedAt: addMs(now, ms) });
      const table: readonly (readonly [string, CodeState, CodeState])[] = [
        ['live', expiring(1), expiring(1)],
        ['just-expired', expiring(0), { status: 'expired', endedAt: now }],
        ['long-expired', expiring(-hours(24)), NO_CODE],
        ['young', ended(-hours(24) + 1), ended(-hours(24) + 1)],
        ['old', ended(-hours(24)), NO_CODE],
      ];
      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const [sessionId, before] of table) {
          await storeChallenge(storage, sessionId, before, 'ada', tenantId);
        }
      }

      await purgeStorage(storage, now);

      for (const tenantId of [TENANT, OTHER_TENANT]) {
        for (const [sessionId, , after] of table) {
          const found = await findChallenge(storage, sessionId, tenantId);
          assert.deepEqual(found, foundOf(after), `${tenantId} ${sessionId}`);
        }
      }
    },
  },
];

/** The key of {@link enrol}'s codes, but for the identity. */
const ENROLMENT = { factor: 'sms', purpose: 'enrolment' } as const;

function foundOf(state: CodeState): Challenge | null {
  return state.status === 'none' ? null : { identityId: 'ada', factor: 'sms', state };
}

function session(sessionId: string): { readonly tenantId: string; readonly sessionId: string } {
  return { tenantId: TENANT, sessionId };
}

/** {@link TENANT} with `ada`, who has SMS enrolled and no cool-down running. */
async function enrolledHost(createStorage: () => Promise<Storage>): Promise<ContractHost> {
  const host = await createContractHost(createStorage);
  await enrol(host, caller());
  host.clock.advance(minutes(1));
  return host;
}

async function enrol(host: ContractHost, who: AccountCaller, phone = PHONE): Promise<void> {
  const started = await host.enrolments.start(who);
  assert.deepEqual(tally([started]), { ok: 1 });
  const verified = await host.enrolments.verify(who, host.sms.lastCode(phone));
  assert.deepEqual(tally([verified]), { ok: 1 });
  host.clock.advance(minutes(1));
}

/** Challenges a session of `ada`'s and lets the cool-down pass: the code. */
async function challenge(host: ContractHost, sessionId: string, who = caller()): Promise<string> {
  const issued = await host.stepUp.challenge({ ...who, sessionId });
  assert.deepEqual(tally([issued]), { ok: 1 });
  host.clock.advance(minutes(1));
  return host.sms.lastCode(PHONE);
}

function scopeOfSession(sessionId: string, identityId = 'ada', tenantId = TENANT): DecisionScope {
  return { tenantId, identityId, factor: 'sms', purpose: 'step_up', sessionId };
}

function storeChallenge(
  storage: Storage,
  sessionId: string,
  state: CodeState,
  identityId = 'ada',
  tenantId = TENANT,
): Promise<void> {
  return storeRecord(storage, scopeOfSession(sessionId, identityId, tenantId), { state });
}

async function loadChallenge(
  storage: Storage,
  sessionId: string,
  identityId = 'ada',
): Promise<FactorRecord> {
  const { record } = await readFacts(storage, scopeOfSession(sessionId, identityId));
  return record;
}

function findChallenge(
  storage: Storage,
  sessionId: string,
  tenantId = TENANT,
): Promise<Challenge | null> {
  return storage.lookUp('challenge', { tenantId, sessionId });
}
