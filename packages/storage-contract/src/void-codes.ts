import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import type { EndedCodes, FactorRecordKey } from '@stepward/core/adapter';
import { type CodeState, NO_CODE } from '@stepward/core/factors';
import { addMs } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  OTHER_TENANT,
  TENANT,
  commit,
  decide,
  person,
  readFacts,
  scopeOf,
  storeRecord,
} from './contract-host.js';
import { FULL_RECORD } from './samples.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
/** Both ways in which live codes end. */
const ENDS = ['void', 'withdrawn'] as const;
const EXHAUSTED: CodeState = { status: 'exhausted', endedAt: addMs(NOW, -1) };

/** Both ways to end codes. */
const WAYS: Readonly<
  Record<string, (storage: Storage, ended: Omit<EndedCodes, 'now'>) => Promise<void>>
> = {
  'a decision': (storage, ended) =>
    decide(storage, scopeOf(enrolment('ada')), () => ({ ended: { ...ended, now: NOW } })),
  'a change of the identity': (storage, ended) =>
    commit(storage, { tenantId: TENANT, lock: 'identity:ada' }, ({ identities }) =>
      identities.put(person('ada'), { ...ended, now: NOW }),
    ),
};

/** What happens to the codes of a person when the number changes. */
export const voidCodesCases: readonly StorageContractCase[] = Object.entries(WAYS).flatMap(
  ([way, end]) => [
    ...ENDS.map((ending): StorageContractCase => ({
      name: `${way} makes codes of an identity ${ending}: those for enrolment and step-up that are live, and no others`,
      async run(createStorage) {
        const storage = await createStorage();
        const live = expiring(1);
        const over: CodeState = { status: ending, endedAt: NOW };
        const table: readonly (readonly [
          tenantId: string,
          key: FactorRecordKey,
          before: CodeState,
          after: CodeState,
        ])[] = [
          [TENANT, enrolment('ada'), live, over],
          [TENANT, session('session-1'), live, over],
          [TENANT, session('session-2'), live, over],
          [TENANT, session('session-3'), expiring(0), expiring(0)],
          [TENANT, session('session-4'), EXHAUSTED, EXHAUSTED],
          [TENANT, claim('ada'), live, live],
          [TENANT, enrolment('bob'), live, live],
          [TENANT, session('session-5', 'bob'), live, live],
          [OTHER_TENANT, enrolment('ada'), live, live],
          [OTHER_TENANT, session('session-1'), live, live],
        ];
        for (const [tenantId, key, state] of table) {
          await storeRecord(storage, scopeOf(key, tenantId), { state });
        }

        await end(storage, { factor: 'sms', end: ending });

        for (const [tenantId, key, , after] of table) {
          const of = JSON.stringify([tenantId, key]);
          assert.deepEqual(await load(storage, key, tenantId), after, of);
        }
      },
    })),
    {
      name: `${way} without a factor ends the code for a new number and the temporary pass with the others`,
      async run(createStorage) {
        const storage = await createStorage();
        for (const key of [
          enrolment('ada'),
          claim('ada'),
          pass('ada'),
          claim('bob'),
          pass('bob'),
        ]) {
          await storeRecord(storage, scopeOf(key), { state: expiring(1) });
        }

        await end(storage, { factor: null, end: 'withdrawn' });

        const over: CodeState = { status: 'withdrawn', endedAt: NOW };
        assert.deepEqual(await load(storage, enrolment('ada')), over);
        assert.deepEqual(await load(storage, claim('ada')), over);
        assert.deepEqual(await load(storage, pass('ada')), over);
        assert.deepEqual(await load(storage, claim('bob')), expiring(1));
        assert.deepEqual(await load(storage, pass('bob')), expiring(1));
      },
    },
    {
      name: `${way} that ends codes changes nothing if no code is live`,
      async run(createStorage) {
        const storage = await createStorage();
        await end(storage, { factor: 'sms', end: 'void' });
        assert.deepEqual(await load(storage, enrolment('ada')), NO_CODE);

        await storeRecord(storage, scopeOf(enrolment('ada')), { state: EXHAUSTED });
        await end(storage, { factor: 'sms', end: 'void' });
        assert.deepEqual(await load(storage, enrolment('ada')), EXHAUSTED);
      },
    },
  ],
);

function expiring(ms: number): CodeState {
  const { state } = FULL_RECORD;
  assert.ok(state.status === 'pending');
  return { ...state, expiresAt: addMs(NOW, ms) };
}

function enrolment(identityId: string) {
  return { identityId, factor: 'sms', purpose: 'enrolment', destinationKey: null } as const;
}

function session(sessionId: string, identityId = 'ada') {
  return {
    identityId,
    factor: 'sms',
    purpose: 'step_up',
    sessionId,
    destinationKey: null,
  } as const;
}

function claim(identityId: string) {
  return { ...enrolment(identityId), purpose: 'phone' } as const;
}

function pass(identityId: string) {
  return { ...enrolment(identityId), factor: 'temporary_pass' } as const;
}

async function load(storage: Storage, key: FactorRecordKey, tenantId = TENANT): Promise<CodeState> {
  const { record } = await readFacts(storage, scopeOf(key, tenantId));
  return record.state;
}
