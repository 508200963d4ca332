import assert from 'node:assert/strict';
import {
  err,
  findChainBreak,
  type IdentityDirectoryFactory,
  ok,
  type Storage,
} from '@stepward/core';
import {
  canonicalJson,
  type DailyShare,
  type DecisionFacts,
  LOCK_BOUNDS,
} from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { addMs } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import { eventNo, FIRST_PAGE, numberOf } from './event-samples.js';
import {
  commit,
  decide,
  decideInVain,
  inParallel,
  person,
  PHONE,
  preparedEvent,
  readFacts,
  readRecord,
  scopeOf,
  TENANT,
} from './contract-host.js';
import {
  AUDIT_EVENT,
  FULL_OVERRIDES,
  FULL_RECORD,
  KEY,
  NOTHING_STORED,
  SCHEDULED,
} from './samples.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const OTHERS = { day: '2026-01-01', share: 'others' } as const;

const SCOPE = scopeOf(KEY);
const ADA = { tenantId: TENANT, identityId: 'ada' };

/** What `decide` promises. */
export const decideCases: readonly StorageContractCase[] = [
  {
    name: 'a decision sees the identity, the tenant and the record, and what it decides is stored',
    async run(createStorage) {
      const storage = await createStorage();
      await commit(storage, { tenantId: TENANT }, ({ identities }) =>
        identities.put(person('ada'), null),
      );

      const outcome = await storage.decide<string, never>(SCOPE, (facts) => {
        assert.deepEqual(facts.identity, person('ada'));
        assert.deepEqual(facts.tenant, DEFAULT_TENANT);
        assert.deepEqual(facts.record.state, { status: 'none' });
        return ok({ outcome: 'done', record: FULL_RECORD, verifiedPhone: null });
      });

      assert.equal(outcome.unwrapOr(null), 'done');
      assert.deepEqual(
        await readRecord(storage, ADA, 'enrolment', KEY.destinationKey),
        FULL_RECORD,
      );
      const identity = await commit(storage, { tenantId: TENANT }, ({ identities }) =>
        identities.find('ada'),
      );
      assert.equal(identity?.phone, null);
    },
  },
  {
    name: 'a decision that is Err, or that throws, stores nothing',
    async run(createStorage) {
      const storage = await createStorage();
      const failure = new Error('from inside');

      const refused = await storage.decide<never, string>(SCOPE, () => err('no'));
      const thrown = storage.decide(SCOPE, () => {
        throw failure;
      });

      assert.ok(refused.isErr() && refused.error === 'no');
      await assert.rejects(thrown, (error) => error === failure);
      assert.deepEqual((await readRecord(storage, ADA)).state, { status: 'none' });
    },
  },
  {
    name: "a send beyond the bound of the day's count is refused as the decision says, and nothing is stored",
    async run(createStorage) {
      const storage = await createStorage();

      const sent = await inParallel(10, (index) => sendWithin(storage, `person-${index}`, 3));

      assert.equal(sent.filter((one) => one.isOk()).length, 3);
      for (const one of sent) if (one.isErr()) assert.equal(one.error, 'too many');
      const stored = await inParallel(10, (index) =>
        readRecord(storage, { tenantId: TENANT, identityId: `person-${index}` }),
      );
      assert.equal(stored.filter(({ wrongGuesses }) => wrongGuesses.length === 1).length, 3);
    },
  },
  {
    name: 'a send that is given back can be counted again',
    async run(createStorage) {
      const storage = await createStorage();
      assert.ok((await sendWithin(storage, 'ada', 1)).isOk());
      assert.ok((await sendWithin(storage, 'bob', 1)).isErr());

      const givenBack = await storage.decide<null, never>(SCOPE, ({ record }) =>
        ok({ outcome: null, record, dailySend: { ...OTHERS, add: -1, bound: null } }),
      );
      assert.ok(givenBack.isOk());

      assert.ok((await sendWithin(storage, 'bob', 1)).isOk());
    },
  },
  {
    name: 'the two shares of a day are counted and bounded apart, and a send is given back to its own',
    async run(createStorage) {
      const storage = await createStorage();
      assert.ok((await sendWithin(storage, 'ada', 1)).isOk());
      assert.ok((await sendWithin(storage, 'bob', 1)).isErr());
      assert.ok((await sendWithin(storage, 'bob', 1, 'enrolled')).isOk());
      assert.ok((await sendWithin(storage, 'cy', 1, 'enrolled')).isErr());

      const dailySend = { ...OTHERS, share: 'enrolled', add: -1, bound: null } as const;
      const givenBack = await storage.decide<null, never>(SCOPE, ({ record }) =>
        ok({ outcome: null, record, dailySend }),
      );
      assert.ok(givenBack.isOk());

      assert.ok((await sendWithin(storage, 'cy', 1)).isErr());
      assert.ok((await sendWithin(storage, 'cy', 1, 'enrolled')).isOk());
    },
  },
  {
    name: '50 parallel decisions of one identity each see what the one before stored',
    async run(createStorage) {
      const storage = await createStorage();

      const counts = await inParallel(50, () =>
        storage.decide<number, never>(SCOPE, ({ record }) => {
          const wrongGuesses = [...record.wrongGuesses, addMs(NOW, record.wrongGuesses.length)];
          return ok({ outcome: wrongGuesses.length, record: { ...record, wrongGuesses } });
        }),
      );

      const seen = counts.map((count) => count._unsafeUnwrap()).toSorted((a, b) => a - b);
      assert.deepEqual(
        seen,
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
    },
  },
  {
    name: 'parallel decisions of identities with one destination each see its ledger as the one before stored it',
    async run(createStorage) {
      const storage = await createStorage();

      const counts = await inParallel(20, (index) =>
        storage.decide<number, never>({ ...SCOPE, identityId: `person-${index}` }, ({ record }) => {
          const { sentAt } = record.destinationSends;
          const destinationSends = { sentAt: [...sentAt, NOW], cooldownStartedAt: null };
          return ok({ outcome: sentAt.length + 1, record: { ...record, destinationSends } });
        }),
      );

      const seen = counts.map((count) => count._unsafeUnwrap()).toSorted((a, b) => a - b);
      assert.deepEqual(
        seen,
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    },
  },
  {
    name: 'a decision is given what is stored of the organisation that its scope names, and no other',
    async run(createStorage) {
      const storage = await createStorage();
      await commit(storage, { tenantId: TENANT }, async ({ policies }) => {
        await policies.writeOverrides('org-1', FULL_OVERRIDES, SCHEDULED);
        await policies.writeOverrides('org-2', {}, null);
      });
      const policyOf = async (organisationId: string | null): Promise<DecisionFacts['policy']> =>
        (await readFacts(storage, { ...SCOPE, organisationId })).policy;

      const stored = { overrides: FULL_OVERRIDES, scheduled: SCHEDULED };
      assert.deepEqual(await policyOf('org-1'), { known: true, ...stored });
      assert.deepEqual(await policyOf('org-2'), { known: true, ...NOTHING_STORED });
      for (const near of ['Org-1', 'org_1', '', 'org-1\0']) {
        assert.deepEqual(await policyOf(near), { known: false, ...NOTHING_STORED }, near);
      }
      assert.equal(await policyOf(null), null);
    },
  },
  {
    name: 'decisions that only read are made however many there are of one person, and wait for no lock',
    async run(createStorage) {
      const storage = await createStorage();
      await decide(storage, SCOPE, () => ({ record: FULL_RECORD }));
      const directory: IdentityDirectoryFactory = () => ({
        find: () => Promise.resolve(person('ada')),
        setVerifiedPhone: fail,
      });
      const scope = { ...SCOPE, isRead: true } as const;
      const many = Array.from({ length: 3 * LOCK_BOUNDS.maxWaiters }, (_, index) =>
        readFacts(storage, index % 2 === 0 ? scope : { ...scope, directory }),
      );

      for (const { record } of await Promise.all(many)) {
        assert.deepEqual(record.authenticators, FULL_RECORD.authenticators);
      }
    },
  },
  {
    name: "a decision on a host's directory reads the identity and stores the number there, inside its unit of work",
    async run(createStorage) {
      const storage = await createStorage();
      const numbers: unknown[] = [];
      const directory: IdentityDirectoryFactory = ({ tenantId, transaction }) => ({
        find: () => Promise.resolve(person('ada')),
        async setVerifiedPhone(identityId, phone) {
          numbers.push([tenantId, identityId, phone]);
          await storage.appendEvent(transaction, tenantId, preparedEvent(eventNo(numbers.length)));
        },
      });
      const scope = { ...SCOPE, directory };

      assert.deepEqual((await readFacts(storage, scope)).identity, person('ada'));
      await decide(storage, scope, () => ({ record: FULL_RECORD, verifiedPhone: PHONE }));
      const failing = storage.decide<null, never>(
        { ...scope, directory: (given) => ({ ...directory(given), setVerifiedPhone: fail }) },
        ({ record }) =>
          ok({ outcome: null, record: { ...record, authenticators: [] }, verifiedPhone: PHONE }),
      );

      await assert.rejects(failing, /from the directory/);
      assert.deepEqual(numbers, [[TENANT, 'ada', PHONE]]);
      assert.deepEqual(
        await readRecord(storage, ADA, 'enrolment', KEY.destinationKey),
        FULL_RECORD,
      );
      const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
      const { items } = await commit(storage, { tenantId: TENANT }, ({ events }) =>
        events.list(all, FIRST_PAGE),
      );
      assert.deepEqual(
        items.map(({ id }) => numberOf(id)),
        [1],
      );
      assert.equal((await readFacts(storage, SCOPE)).identity, null);
    },
  },
  {
    name: "a new authenticator with the id of another identity's is refused as the decision says, and nothing is stored",
    async run(createStorage) {
      const storage = await createStorage();
      const bind = (identityId: string, tenantId = TENANT, directory = {}) =>
        storage.decide<null, string>(
          { ...SCOPE, ...directory, tenantId, identityId },
          ({ record }) => {
            const { authenticators } = FULL_RECORD;
            const changed = { ...record, wrongGuesses: [NOW], authenticators };
            return ok({ outcome: null, record: changed, ifTaken: 'taken' });
          },
        );

      assert.equal((await bind('ada')).isOk(), true);
      const others = await inParallel(3, (index) => bind(`other-${index}`));
      const byDirectory = await bind('grace', TENANT, {
        directory: () => ({ find: () => Promise.resolve(null), setVerifiedPhone: fail }),
      });

      for (const refused of [...others, byDirectory]) assert.deepEqual(refused, err('taken'));
      const { authenticators, wrongGuesses } = await readRecord(storage, {
        tenantId: TENANT,
        identityId: 'grace',
      });
      assert.deepEqual([authenticators, wrongGuesses], [[], []]);
      assert.equal((await bind('ada')).isOk(), true);
      assert.equal((await bind('ada', 'globex')).isOk(), true);
    },
  },
  {
    name: 'an entry of the audit log is stored with the decision that it records, or neither is; parallel ones make one chain',
    async run(createStorage) {
      const storage = await createStorage();
      await decide(storage, SCOPE, () => ({ record: FULL_RECORD }));
      const trail = { entries: [], events: [], audit: [AUDIT_EVENT] } as const;
      const removed = { record: { ...FULL_RECORD, authenticators: [] }, trail };
      const chain = () =>
        commit(storage, { tenantId: TENANT }, ({ audit }) =>
          audit.list({ order: 'oldest', type: null, since: null, until: null }, FIRST_PAGE),
        );

      await decideInVain(storage, SCOPE, removed);
      assert.deepEqual((await chain()).items, []);
      const kept = await readRecord(storage, ADA, 'enrolment', KEY.destinationKey);
      assert.deepEqual(kept, FULL_RECORD);

      await decide(storage, SCOPE, () => removed);
      await inParallel(9, (index) =>
        decide(storage, { ...SCOPE, identityId: `person-${index}` }, () => ({ trail })),
      );
      const { items, head } = await chain();
      assert.deepEqual(
        items.map(({ sequence }) => sequence),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      );
      assert.equal(items[0]?.text, canonicalJson(AUDIT_EVENT));
      assert.equal(findChainBreak(items, null), null);
      assert.equal(head?.hash, items.at(-1)?.hash);
      assert.deepEqual((await readRecord(storage, ADA)).authenticators, []);
    },
  },
];

function fail(): Promise<never> {
  return Promise.reject(new Error('from the directory'));
}

/** Counts a send of the day, and marks the person's record. */
function sendWithin(
  storage: Storage,
  identityId: string,
  most: number,
  share: DailyShare = 'others',
) {
  return storage.decide<null, string>({ ...SCOPE, identityId }, ({ record }) =>
    ok({
      outcome: null,
      record: { ...record, wrongGuesses: [NOW] },
      dailySend: { ...OTHERS, share, add: 1, bound: { most, otherwise: 'too many' } },
    }),
  );
}
