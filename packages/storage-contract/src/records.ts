import assert from 'node:assert/strict';
import { EMPTY_SEND_LEDGER, NO_SEND_COUNTERS } from '@stepward/core/adapter';
import { NO_CODE } from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import type { StorageContractCase } from './contract-case.js';
import {
  MANAGER,
  OTHER_PHONE,
  TENANT,
  accepted,
  commit,
  createContractHost,
  decide,
  person,
  readFacts,
  readRecord,
  scopeOf,
  storeRecord,
} from './contract-host.js';
import { CODE_STATES, FULL_RECORD, FULL_TENANT, IDENTITIES, KEY, TENANTS } from './samples.js';

const ADA = { tenantId: TENANT, identityId: 'ada' };

/** What comes back of what was stored. */
export const recordCases: readonly StorageContractCase[] = [
  {
    name: 'every field of a tenant comes back as it was stored, and a later write replaces all of them',
    async run(createStorage) {
      const storage = await createStorage();
      for (const tenant of TENANTS) {
        await commit(storage, { tenantId: TENANT }, ({ policies }) => policies.writeTenant(tenant));
        const found = await commit(storage, { tenantId: TENANT }, ({ policies }) =>
          policies.read(null),
        );
        assert.deepEqual(found, { known: false, overrides: {}, scheduled: null, tenant });
      }
    },
  },
  {
    name: 'every field of an identity comes back as it was stored, and a later put replaces all of them',
    async run(createStorage) {
      const { identities } = await createContractHost(createStorage, {});
      for (const identity of IDENTITIES) {
        accepted(await identities.put(TENANT, identity));
        assert.deepEqual(await identities.find(TENANT, identity.identityId), identity);
      }
    },
  },
  {
    name: 'a verified phone is set and removed without touching the rest of the identity',
    async run(createStorage) {
      const { identities, storage } = await createContractHost(createStorage, {});
      const [identity] = IDENTITIES;
      assert.ok(identity);
      accepted(await identities.put(TENANT, identity));

      for (const number of [OTHER_PHONE, null]) {
        await decide(storage, scopeOf(KEY), () => ({ verifiedPhone: number }));
        const phone = number === null ? null : { number, verified: true };
        assert.deepEqual(await identities.find(TENANT, 'ada'), { ...identity, phone });
      }
    },
  },
  {
    name: 'a verified phone for an unknown identity is ignored',
    async run(createStorage) {
      const { identities, storage } = await createContractHost(createStorage, {});
      const scope = scopeOf({ ...KEY, identityId: 'nobody' });
      await decide(storage, scope, () => ({ verifiedPhone: OTHER_PHONE }));
      assert.equal(await identities.find(TENANT, 'nobody'), null);
    },
  },
  {
    name: 'every part of a code record comes back as it was stored, in every state of the code',
    async run(createStorage) {
      const storage = await createStorage();
      for (const state of CODE_STATES) {
        const record = { ...FULL_RECORD, state };
        await storeRecord(storage, scopeOf(KEY), record);
        const found = await readRecord(storage, ADA, KEY.purpose, KEY.destinationKey);
        assert.deepEqual(found, record, state.status);
      }
    },
  },
  {
    name: 'a record that was never stored is not enrolled, has no code and empty ledgers',
    async run(createStorage) {
      const storage = await createStorage();
      assert.deepEqual(await readRecord(storage, ADA), {
        authenticators: [],
        state: NO_CODE,
        sends: EMPTY_SEND_LEDGER,
        wrongGuesses: [],
        refusals: [],
        starts: [],
        destinationSends: EMPTY_SEND_LEDGER,
      });
    },
  },
  {
    name: 'a pending code that was sent nowhere reads back',
    async run(createStorage) {
      const storage = await createStorage();
      const state = { ...FULL_RECORD.state, destination: null };
      await storeRecord(storage, scopeOf(KEY), { state });
      const { state: found } = await readRecord(storage, ADA, KEY.purpose, KEY.destinationKey);
      assert.deepEqual(found, state);
    },
  },
  {
    name: 'an enrolment that is taken back is gone, and the budgets stay',
    async run(createStorage) {
      const storage = await createStorage();
      await storeRecord(storage, scopeOf(KEY), FULL_RECORD);
      await storeRecord(storage, scopeOf(KEY), { authenticators: [], state: NO_CODE });
      assert.deepEqual(await readRecord(storage, ADA, KEY.purpose, KEY.destinationKey), {
        ...FULL_RECORD,
        authenticators: [],
        state: NO_CODE,
      });
    },
  },
  {
    name: 'a decision leaves alone what it does not change',
    async run(createStorage) {
      const storage = await createStorage();
      await storeRecord(storage, scopeOf(KEY), { ...FULL_RECORD, state: NO_CODE });
      await storeRecord(storage, scopeOf(KEY), { state: FULL_RECORD.state });
      await storeRecord(storage, scopeOf(KEY), {});
      assert.deepEqual(
        await readRecord(storage, ADA, KEY.purpose, KEY.destinationKey),
        FULL_RECORD,
      );
    },
  },
  {
    name: 'the purposes of one identity have a code each, and share enrolment and budgets',
    async run(createStorage) {
      const storage = await createStorage();
      await storeRecord(storage, scopeOf(KEY), FULL_RECORD);
      assert.deepEqual(await readRecord(storage, ADA, 'phone', KEY.destinationKey), {
        ...FULL_RECORD,
        state: NO_CODE,
      });
    },
  },
  {
    name: 'without a phone key the ledger of the number reads empty and is left alone',
    async run(createStorage) {
      const storage = await createStorage();
      const without = scopeOf({ ...KEY, destinationKey: null });
      await storeRecord(storage, scopeOf(KEY), FULL_RECORD);
      const { record } = await readFacts(storage, without);
      assert.deepEqual(record.destinationSends, EMPTY_SEND_LEDGER);
      await storeRecord(storage, without, { wrongGuesses: [] });
      const { destinationSends } = await readRecord(storage, ADA, KEY.purpose, KEY.destinationKey);
      assert.deepEqual(destinationSends, FULL_RECORD.destinationSends);
    },
  },
  {
    name: 'a decision is given the record and the tenant (DEFAULT_TENANT before one is stored), and no more than it asks for',
    async run(createStorage) {
      const storage = await createStorage();
      await storeRecord(storage, scopeOf(KEY), FULL_RECORD);
      const facts = {
        identity: null,
        record: FULL_RECORD,
        tenant: DEFAULT_TENANT,
        challenge: null,
        counters: NO_SEND_COUNTERS,
        policy: null,
        trustedDevices: null,
        grant: null,
        enrolmentsDue: null,
      };
      assert.deepEqual(await readFacts(storage, scopeOf(KEY)), facts);
      await commit(storage, { tenantId: TENANT }, ({ policies }) =>
        policies.writeTenant(FULL_TENANT),
      );
      assert.deepEqual(await readFacts(storage, scopeOf(KEY)), { ...facts, tenant: FULL_TENANT });
    },
  },
  {
    name: 'concurrent changes of different fields of one tenant all hold',
    async run(createStorage) {
      const { tenants } = await createContractHost(createStorage, {});
      const changes = [
        { sms: { appName: 'Acme' } },
        { sms: { originHost: 'acme.example' } },
        { sms: { dailyBudget: 7 } },
        { sms: { templates: { de: 'Code {code}' } } },
        { mfa: { allowedFactors: ['sms'] } },
        { mfa: { enforcement: 'required' } },
        { password: { min_length: 12 } },
        { password: { requireSymbol: true } },
      ] as const;

      await Promise.all([
        ...changes.map((change) => tenants.configure(MANAGER, change).then(accepted)),
        tenants.setHipaa(MANAGER, true, 'a hospital').then(accepted),
      ]);

      assert.deepEqual(await tenants.find(TENANT), {
        sms: {
          ...DEFAULT_TENANT.sms,
          appName: 'Acme',
          originHost: 'acme.example',
          dailyBudget: 7,
          templates: { de: 'Code {code}' },
        },
        mfa: { ...DEFAULT_TENANT.mfa, allowedFactors: ['sms'], enforcement: 'required' },
        password: { ...DEFAULT_TENANT.password, minLength: 12, requireSymbol: true },
        hipaa: true,
      });
    },
  },
  {
    name: 'an identity is found by its exact id alone',
    async run(createStorage) {
      const { identities } = await createContractHost(createStorage, {});
      accepted(await identities.put(TENANT, person('ada')));
      for (const near of ['Ada', 'ada ', 'ad_', '%', '']) {
        assert.equal(await identities.find(TENANT, near), null, near);
      }
    },
  },
];
