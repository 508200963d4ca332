import { err, ok, type Result, type Storage } from '@stepward/core';
import type { DecisionFacts, IdempotencyStore, Stores } from '@stepward/core/adapter';
import { EMPTY_FACTOR_RECORD, type FactorRecord } from '@stepward/core/factors';
import { createMemoryStorage } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { readFacts } from './contract-host.js';
import { RESERVATION } from './samples.js';
import { storageContract, webhookStorageContract } from './index.js';

describe('the storage contract', () => {
  it('names every case once', () => {
    const names = [...storageContract, ...webhookStorageContract].map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each<[string, (storage: Storage) => Storage, RegExp]>([
    ['commits on Err', committingOnErr, /^Err rolls everything back$/],
    ['commits on a throw', committingOnThrow, /^a throw rolls everything back/],
    ['ignores locks', withoutLocks, /^units of work with the same lock never overlap/],
    ['lets parallel guesses read the same count', withoutLocks, /^200 parallel wrong codes/],
    ['lets several right codes win', withoutLocks, /^50 parallel right codes/],
    ['lets several starts send', withoutLocks, /^20 parallel starts/],
    ['mixes tenants', mixingTenants, /^no tenant sees what another stored/],
    ['takes any tenant id', mixingTenants, /^an invalid tenant id throws/],
    ['never purges', neverPurging, /^purge destroys the digests/],
    ['purges too much', purgingAll, /^purge forgets ledgers .* keeps those that do$/],
    ['forgets what did not change', forgettingTheRest, /^a decision leaves alone/],
    ['forgets attempts', forgettingAttempts, /^a wrong code spends an attempt/],
    [
      'loses concurrent overrides',
      withoutLocks,
      /^concurrent changes of different fields of one o/,
    ],
    ['lets several rotations win', withoutLocks, /^20 parallel rotations/],
    ['finds organisations of others', mixingTenants, /^an organisation is found by its exact id/],
    ['keeps all audit entries', neverPurging, /^purge keeps every audit entry until its time/],
    ['purges entries too early', purgingAll, /^purge keeps every audit entry until its time/],
    ['forgets half of a log', forgettingAppends, /^200 parallel appends/],
    [
      'lets several answers to a challenge win',
      withoutLocks,
      /^50 parallel right codes of one session/,
    ],
    ['lets guesses over sessions pass the budget', withoutLocks, /^200 parallel wrong codes over/],
    ['lets several identities take a session', withoutLocks, /^of 20 identities that challenge/],
    ['mixes the sessions of tenants', mixingTenants, /^one session id in two tenants/],
    ['keeps digests of challenges', neverPurging, /^purge destroys the digests of expired challe/],
    ['ignores lists of locks', withoutLocks, /^units of work that share one of several/],
    ['has no default tenant', withoutDefaults, /^a decision is given the record and the tenant/],
    [
      'lets several requests take a key',
      everybodyProceeding,
      /^of 20 parallel requests with one key one/,
    ],
    ['lets a late request write', withoutTokens, /^a record that has run out gives way/],
    ['mixes the keys of tenants', mixingTenants, /^no tenant finishes or removes what/],
    ['keeps answers for ever', neverPurging, /^an answer is kept for 24 hours/],
    ['forgets answers too early', purgingAll, /^an answer is kept for 24 hours/],
    ['mixes the messages of tenants', mixingTenants, /^no tenant stores the status of another/],
    ['keeps a status on Err', committingOnErr, /^a message that a refused decision stores/],
    ['keeps messages for ever', neverPurging, /^purge forgets messages that were sent 7 days ago/],
    ['forgets messages too early', purgingAll, /^purge forgets messages that were sent 7 days ago/],
  ])('refuses a storage that %s', async (_, broken, name) => {
    const refusing = storageContract.find((one) => name.test(one.name));
    const createBroken = () => Promise.resolve(broken(createMemoryStorage()));
    await expect(refusing?.run(createBroken)).rejects.toThrow();
  });
});

function committingOnErr(storage: Storage): Storage {
  return {
    ...storage,
    async run<T, E>(...[scope, work]: Parameters<typeof storage.run<T, E>>) {
      const answered = await storage.run<Result<T, E>, never>(scope, async (stores) =>
        ok(await work(stores)),
      );
      return answered._unsafeUnwrap();
    },
  };
}

function committingOnThrow(storage: Storage): Storage {
  return {
    ...storage,
    async run<T, E>(...[scope, work]: Parameters<typeof storage.run<T, E>>) {
      const done = await storage.run<PromiseSettledResult<Result<T, E>>, never>(
        scope,
        async (stores) => ok((await Promise.allSettled([work(stores)]))[0]),
      );
      const settled = done._unsafeUnwrap();
      return settled.status === 'fulfilled'
        ? settled.value
        : Promise.reject(settled.reason as Error);
    },
  };
}

/** Parallel calls wait for each other, so that what follows runs side by side. */
function createMeeting(): () => Promise<void> {
  let meeting: Promise<void> | null = null;
  return () => {
    meeting ??= new Promise((resolve) => {
      setImmediate(() => {
        meeting = null;
        resolve();
      });
    });
    return meeting;
  };
}

/**
 * The stores leave their unit of work, once per tenant, so that from then on nothing guards them. What a decision stores
 * was decided on facts that others may have changed since.
 */
function withoutLocks(storage: Storage): Storage {
  const together = createMeeting();
  const unguarded = new Map<string, Promise<Stores>>();
  const leak = async (tenantId: string): Promise<Stores> => {
    const left = await storage.run<Stores, never>({ tenantId }, (stores) =>
      Promise.resolve(ok(stores)),
    );
    return left._unsafeUnwrap();
  };
  return {
    ...storage,
    async run({ tenantId }, work) {
      const stores = unguarded.get(tenantId) ?? leak(tenantId);
      unguarded.set(tenantId, stores);
      const given = await stores;
      await together();
      return work(given);
    },
    async decide(scope, decision) {
      const facts = await readFacts(storage, scope);
      await together();
      const decided = decision(facts);
      return decided.isErr() ? err(decided.error) : storage.decide(scope, () => decided);
    },
  };
}

function mixingTenants(storage: Storage): Storage {
  return {
    ...storage,
    run: (scope, work) => storage.run({ ...scope, tenantId: 'one' }, work),
    decide: (scope, decision) => storage.decide({ ...scope, tenantId: 'one' }, decision),
  };
}

function neverPurging(storage: Storage): Storage {
  return { ...storage, purge: () => Promise.resolve() };
}

function purgingAll(storage: Storage): Storage {
  const now = new Date('2100-01-01T00:00:00.000Z');
  return {
    ...storage,
    purge: () => storage.purge({ now, eventsUntil: now, deliveriesUntil: now }),
  };
}

/** Stores empty parts in place of those that a decision leaves alone. */
function forgettingTheRest(storage: Storage): Storage {
  return withDecisions(storage, {
    record: (before, after) =>
      Object.fromEntries(
        Object.entries(after).map(([part, value]) => {
          const name = part as keyof FactorRecord;
          return [name, value === before[name] ? EMPTY_FACTOR_RECORD[name] : value];
        }),
      ) as unknown as FactorRecord,
  });
}

function forgettingAttempts(storage: Storage): Storage {
  return withDecisions(storage, { record: (_, after) => ({ ...after, wrongGuesses: [] }) });
}

function everybodyProceeding(storage: Storage): Storage {
  return withIdempotencyStore(storage, (idempotency) => ({
    ...idempotency,
    reserve: (reservation) => Promise.resolve(reservation),
  }));
}

/** Every caller writes into the record, even if another caller holds it. */
function withoutTokens(storage: Storage): Storage {
  return withIdempotencyStore(storage, (idempotency) => {
    const holderOf = async (recordId: string): Promise<string> => {
      const { token } = await idempotency.reserve({ ...RESERVATION, recordId }, new Date(0));
      return token;
    };
    return {
      ...idempotency,
      finish: async (recordId, _, end) =>
        idempotency.finish(recordId, await holderOf(recordId), end),
    };
  });
}

function withIdempotencyStore(
  storage: Storage,
  change: (idempotency: IdempotencyStore) => IdempotencyStore,
): Storage {
  return {
    ...storage,
    run: (scope, work) =>
      storage.run(scope, (stores) => work({ ...stores, idempotency: change(stores.idempotency) })),
  };
}

function forgettingAppends(storage: Storage): Storage {
  let appends = 0;
  return {
    ...storage,
    run: (scope, work) =>
      storage.run(scope, (stores) => {
        const record: typeof stores.record = ({ audit = [], ...trail }) =>
          stores.record({ ...trail, audit: audit.filter(() => (appends += 1) % 2 === 0) });
        return work({ ...stores, record });
      }),
  };
}

function withoutDefaults(storage: Storage): Storage {
  return withDecisions(storage, {
    facts: ({ tenant, ...facts }) => ({
      ...facts,
      tenant: { ...tenant, mfa: { ...tenant.mfa, allowedFactors: [] } },
    }),
  });
}

function withDecisions(
  storage: Storage,
  {
    facts: changeFacts = (facts) => facts,
    record = (_, after) => after,
  }: {
    readonly facts?: (facts: DecisionFacts) => DecisionFacts;
    readonly record?: (before: FactorRecord, after: FactorRecord) => FactorRecord;
  },
): Storage {
  return {
    ...storage,
    decide: (scope, decision) =>
      storage.decide(scope, (facts) =>
        decision(changeFacts(facts)).map((decided) => ({
          ...decided,
          record: record(facts.record, decided.record),
        })),
      ),
  };
}
