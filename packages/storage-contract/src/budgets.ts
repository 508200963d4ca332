import assert from 'node:assert/strict';
import { ok, systemCaller, type IdentityDirectoryFactory } from '@stepward/core';
import type { DailyShare } from '@stepward/core/adapter';
import { minutes, seconds } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_PHONE,
  PHONE,
  TENANT,
  accepted,
  caller,
  countSends,
  createContractHost,
  decide,
  inParallel,
  person,
  readRecord,
  scopeOf,
  tally,
  wrongCode,
} from './contract-host.js';
import { KEY } from './samples.js';

/** What holds for budgets that several requests, purposes or identities draw on. */
export const budgetCases: readonly StorageContractCase[] = [
  {
    name: '20 identities with one phone number in parallel have one message sent to it',
    async run(createStorage) {
      const people = Array.from({ length: 20 }, (_, index) => `person-${index}`);
      const host = await createContractHost(createStorage, { [TENANT]: people });

      const starts = await Promise.all(people.map((one) => host.enrolments.start(caller(one))));

      assert.deepEqual(tally(starts), { ok: 1, send_cooling_down: 19 });
      assert.equal(host.sms.attempts, 1);
    },
  },
  {
    name: 'two identities with one phone number in parallel share its hourly budget',
    async run(createStorage) {
      const host = await createContractHost(createStorage, { [TENANT]: ['ada', 'bob'] });
      const startBoth = () =>
        Promise.all([host.enrolments.start(caller('ada')), host.enrolments.start(caller('bob'))]);

      for (let round = 1; round <= 5; round += 1) {
        assert.deepEqual(tally(await startBoth()), { ok: 1, send_cooling_down: 1 });
        host.clock.advance(seconds(60));
      }

      assert.deepEqual(tally(await startBoth()), { send_budget_spent: 2 });
      assert.equal(host.sms.attempts, 5);
    },
  },
  {
    name: "strangers who claim a number in parallel have three messages sent to it and leave its owner's share alone",
    async run(createStorage) {
      const strangers = Array.from({ length: 10 }, (_, index) => `stranger-${index}`);
      const host = await createContractHost(createStorage, { [TENANT]: ['ada'] });
      for (const one of strangers) {
        accepted(await host.identities.put(TENANT, person(one, OTHER_PHONE)));
      }
      const claims: Awaited<ReturnType<typeof host.phones.start>>[] = [];

      for (let round = 1; round <= 4; round += 1) {
        claims.push(
          ...(await Promise.all(strangers.map((one) => host.phones.start(caller(one), PHONE)))),
        );
        host.clock.advance(seconds(60));
      }

      assert.deepEqual(tally(claims), { ok: 3, send_cooling_down: 27, send_budget_spent: 10 });
      assert.deepEqual(tally([await host.enrolments.start(caller())]), { ok: 1 });
      assert.equal(host.sms.attempts, 4);
    },
  },
  {
    name: '100 interleaved wrong codes for enrolment and phone never pass the budget of 10',
    async run(createStorage) {
      const host = await createContractHost(createStorage);
      await host.enrolments.start(caller()).then((first) => assert.ok(first.isOk()));
      const cancelled = wrongCode(host.sms.lastCode(PHONE));
      await inParallel(3, () => host.enrolments.verify(caller(), cancelled));
      await host.enrolments.remove(caller()).then((removed) => assert.ok(removed.isOk()));
      host.clock.advance(minutes(1));
      await host.enrolments.start(caller()).then((second) => assert.ok(second.isOk()));
      host.clock.advance(minutes(1));
      await host.phones.start(caller(), OTHER_PHONE).then((third) => assert.ok(third.isOk()));
      const codes = { enrolment: host.sms.lastCode(PHONE), phone: host.sms.lastCode(OTHER_PHONE) };

      await inParallel<unknown>(100, (index) =>
        index % 2 === 0
          ? host.enrolments.verify(caller(), wrongCode(codes.enrolment))
          : host.phones.verify(caller(), OTHER_PHONE, wrongCode(codes.phone)),
      );

      const { wrongGuesses } = await readRecord(host.storage, caller());
      assert.equal(wrongGuesses.length, 10);
      const right = [
        await host.enrolments.verify(caller(), codes.enrolment),
        await host.phones.verify(caller(), OTHER_PHONE, codes.phone),
      ];
      assert.deepEqual(tally(right), { attempts_exhausted: 2 });
    },
  },
  {
    name: '50 parallel starts of an authenticator app show 10 secrets, and one an hour after the first is counted no more',
    async run(createStorage) {
      const host = await createContractHost(createStorage);
      const starts = await inParallel(50, () => host.totp.start(caller()));
      assert.deepEqual(tally(starts), { ok: 10, start_budget_spent: 40 });
      const log = await host.authenticationLog.list(TENANT, { type: 'factor.enrolment_started' });
      assert.equal(log.items.length, 10);
      host.clock.advance(minutes(60));
      assert.deepEqual(tally([await host.totp.start(caller())]), { ok: 1 });
    },
  },
  {
    name: 'daily sends count up from 1, each share for itself, and a give-back counts down',
    async run(createStorage) {
      const storage = await createStorage();
      const add = async (count: 1 | -1, day = '2026-01-01', share: DailyShare = 'others') => {
        const dailySend = { day, share, add: count, bound: null };
        await decide(storage, scopeOf(KEY), () => ({ dailySend }));
        return countSends(storage, { day, share });
      };

      assert.deepEqual([await add(1), await add(1), await add(-1), await add(1)], [1, 2, 1, 2]);
      assert.equal(await add(1, '2026-01-02'), 1);
      assert.equal(await add(1, '2026-01-01', 'enrolled'), 1);
    },
  },
  {
    name: '50 parallel sends of one day are each counted once',
    async run(createStorage) {
      const storage = await createStorage();
      const dailySend = { day: '2026-01-01', share: 'others', add: 1, bound: null } as const;

      await inParallel(50, (index) =>
        decide(storage, scopeOf({ ...KEY, identityId: `person-${index}` }), () => ({ dailySend })),
      );

      assert.equal(await countSends(storage), 50);
    },
  },
  {
    name: 'parallel sends fill the bound of their day exactly, also in units of work, and what is given back again',
    async run(createStorage) {
      const storage = await createStorage();
      const day = { day: '2026-01-01', share: 'others' } as const;
      const directory: IdentityDirectoryFactory = () => ({
        find: (identityId) => Promise.resolve(person(identityId)),
        setVerifiedPhone: () => assert.fail(),
      });
      const send = (index: number, most: number) => {
        const whose = {
          identityId: `person-${index}`,
          factor: 'sms',
          purpose: 'enrolment',
        } as const;
        const scope = { tenantId: TENANT, ...whose, ...(index % 2 === 0 && { directory }) };
        const bound = { most, otherwise: { code: 'spent' } };
        return storage.decide<null, { code: string }>(scope, ({ record }) =>
          ok({ outcome: null, record, dailySend: { ...day, add: 1, bound } }),
        );
      };
      const giveBack = { dailySend: { ...day, add: -1, bound: null } } as const;

      assert.deepEqual(tally(await inParallel(90, (index) => send(index, 41))), {
        ok: 41,
        spent: 49,
      });
      for (const identityId of ['person-1', 'person-2', 'person-3']) {
        await decide(storage, { ...scopeOf(KEY), identityId }, () => giveBack);
      }
      assert.deepEqual(tally([await send(0, 38)]), { spent: 1 });
      assert.deepEqual(tally(await inParallel(20, (index) => send(index, 41))), {
        ok: 3,
        spent: 17,
      });
      assert.deepEqual(tally(await inParallel(20, (index) => send(index, 61))), { ok: 20 });
    },
  },
  {
    name: "parallel sends of different identities never pass the tenant's daily budget",
    async run(createStorage) {
      const people = Array.from({ length: 12 }, (_, index) => `person-${index}`);
      const host = await createContractHost(createStorage, { [TENANT]: people });
      const limited = await host.tenants.configure(systemCaller(TENANT), {
        sms: { dailyBudget: 5 },
      });
      assert.ok(limited.isOk());

      const starts = await Promise.all(
        people.map((one, index) =>
          host.phones.start(caller(one), `+1415555${String(index).padStart(4, '0')}`),
        ),
      );

      assert.deepEqual(tally(starts), { ok: 5, tenant_send_budget_spent: 7 });
      assert.equal(host.sms.attempts, 5);
    },
  },
];
