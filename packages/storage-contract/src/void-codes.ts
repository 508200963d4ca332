import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import type { FactorRecordKey, UnitOfWorkScope } from '@stepward/core/adapter';
import { type CodeState, NO_CODE } from '@stepward/core/factors';
import { addMs } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit } from './contract-host.js';
import { FULL_RECORD } from './samples.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
/** Both ways in which live codes end. */
const ENDS = ['void', 'withdrawn'] as const;
const EXHAUSTED: CodeState = { status: 'exhausted', endedAt: addMs(NOW, -1) };

/** What holds for the codes of a person whose number changes. */
export const voidCodesCases: readonly StorageContractCase[] = [
  ...ENDS.map((end): StorageContractCase => ({
    name: `of the codes of an identity those for enrolment and step-up that are live can be made ${end}, and no others`,
    async run(createStorage) {
      const storage = await createStorage();
      const live = expiring(1);
      const over: CodeState = { status: end, endedAt: NOW };
      const table: readonly (readonly [tenantId: string, FactorRecordKey, CodeState, CodeState])[] =
        [
          [TENANT, enrolment('ada'), live, over],
          [TENANT, session('session-1'), live, over],
          [TENANT, session('session-2'), live, over],
          [TENANT, session('session-3'), expiring(0), expiring(0)],
          [TENANT, session('session-4'), EXHAUSTED, EXHAUSTED],
          [TENANT, { ...enrolment('ada'), factor: 'sms', purpose: 'phone' }, live, live],
          [TENANT, enrolment('bob'), live, live],
          [TENANT, session('session-5', 'bob'), live, live],
          [OTHER_TENANT, enrolment('ada'), live, live],
          [OTHER_TENANT, session('session-1'), live, live],
        ];
      for (const [tenantId, key, before] of table) await store(storage, tenantId, key, before);

      await makeVoid(storage, end);

      for (const [tenantId, key, , after] of table) {
        assert.deepEqual(
          await load(storage, tenantId, key),
          after,
          JSON.stringify([tenantId, key]),
        );
      }
    },
  })),
  {
    name: 'without a factor, the code for a new number ends with the others',
    async run(createStorage) {
      const storage = await createStorage();
      const claim = { ...enrolment('ada'), purpose: 'phone' } as const;
      const others = { ...enrolment('bob'), purpose: 'phone' } as const;
      for (const key of [enrolment('ada'), claim, others]) {
        await store(storage, TENANT, key, expiring(1));
      }

      await commit(storage, aloneWith(TENANT, 'ada'), ({ codes }) =>
        codes.voidLive({ identityId: 'ada', factor: null }, 'withdrawn', NOW),
      );

      const over: CodeState = { status: 'withdrawn', endedAt: NOW };
      assert.deepEqual(await load(storage, TENANT, enrolment('ada')), over);
      assert.deepEqual(await load(storage, TENANT, claim), over);
      assert.deepEqual(await load(storage, TENANT, others), expiring(1));
    },
  },
  {
    name: 'where no code is live, making codes void changes nothing',
    async run(createStorage) {
      const storage = await createStorage();
      await makeVoid(storage);
      assert.deepEqual(await load(storage, TENANT, enrolment('ada')), NO_CODE);

      await store(storage, TENANT, enrolment('ada'), EXHAUSTED);
      await makeVoid(storage);
      assert.deepEqual(await load(storage, TENANT, enrolment('ada')), EXHAUSTED);
    },
  },
];

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

/** The scope of a unit of work that changes an identity's codes. */
function aloneWith(tenantId: string, identityId: string): UnitOfWorkScope {
  return { tenantId, lock: `identity:${identityId}` };
}

function makeVoid(storage: Storage, end: (typeof ENDS)[number] = 'void'): Promise<void> {
  return commit(storage, aloneWith(TENANT, 'ada'), ({ codes }) =>
    codes.voidLive({ identityId: 'ada', factor: 'sms' }, end, NOW),
  );
}

function store(
  storage: Storage,
  tenantId: string,
  key: FactorRecordKey,
  state: CodeState,
): Promise<void> {
  return commit(storage, aloneWith(tenantId, key.identityId), async ({ codes }) => {
    const before = await codes.read(key);
    await codes.write(key, before, { ...before, state });
  });
}

async function load(storage: Storage, tenantId: string, key: FactorRecordKey): Promise<CodeState> {
  const { state } = await commit(storage, { tenantId }, ({ codes }) => codes.read(key));
  return state;
}
