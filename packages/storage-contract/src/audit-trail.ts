import assert from 'node:assert/strict';
import type {
  EffectivePolicy,
  LoggedEvent,
  OrganisationPolicy,
  Result,
  Storage,
} from '@stepward/core';
import type { Stores } from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import {
  MANAGER,
  TENANT,
  accepted,
  createContractHost,
  tally,
  type ContractHost,
} from './contract-host.js';

const ORG = 'org-1';

/** What changes leave in the audit log, in the unit of work that makes them. */
export const auditTrailCases: readonly StorageContractCase[] = [
  {
    name: 'changes of a policy and its reset are logged with before and after',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      await host.organisations.put(TENANT, ORG);
      const before = effective(await host.policies.get(TENANT, ORG));

      const changed = effective(await host.policies.update(MANAGER, ORG, { gracePeriodMs: 0 }));
      const refused = await host.policies.update(MANAGER, ORG, { gracePeriodMs: -1 });
      accepted(await host.policies.update(MANAGER, ORG, {}));
      accepted(await host.policies.reset(MANAGER, ORG));

      assert.deepEqual(tally([refused]), { policy_invalid: 1 });
      const [reset, updated, ...others] = await logged(host);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [reset?.type, reset?.details],
        ['security_policy.reset', { before: changed, after: before }],
      );
      assert.deepEqual(
        [updated?.type, updated?.target, updated?.actor, updated?.details],
        ['security_policy.updated', ORG, MANAGER.actor, { before, after: changed }],
      );
    },
  },
  {
    name: 'a change of the tenant is logged for each part with before and after, HIPAA mode with its reason',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      const before = await host.tenants.find(TENANT);
      const change = { mfa: { enforcement: 'required' }, password: { minLength: 12 } };

      const after = accepted(await host.tenants.configure(MANAGER, change));
      accepted(await host.tenants.setHipaa(MANAGER, true, 'a hospital'));
      accepted(await host.tenants.setHipaa(MANAGER, false, 'sold'));

      assert.deepEqual(
        (await logged(host)).map(({ type, target, details }) => [type, target, details]),
        [
          ['hipaa.disabled', null, { reason: 'sold' }],
          ['hipaa.enabled', null, { reason: 'a hospital' }],
          ['password_policy.updated', null, { before: before.password, after: after.password }],
          ['mfa_policy.updated', null, { before: before.mfa, after: after.mfa }],
        ],
      );
      assert.equal(await host.audit.verifyChain(TENANT), null);
    },
  },
  {
    name: 'if the audit entry cannot be written, the change that it records is rolled back',
    async run(createStorage) {
      const host = await createContractHost(async () => withoutAudit(await createStorage()), {});
      await host.organisations.put(TENANT, ORG);
      const before = await host.tenants.find(TENANT);

      for (const change of [
        () => host.policies.update(MANAGER, ORG, { passwordMinLength: 12 }),
        () => host.tenants.configure(MANAGER, { password: { minLength: 12 } }),
        () => host.tenants.setHipaa(MANAGER, true, 'a hospital'),
        () => host.apiKeys.create(MANAGER, { name: 'CI', scopes: ['logs:read'] }),
      ]) {
        await assert.rejects(change(), /the audit log is full/);
      }

      assert.deepEqual(await host.tenants.find(TENANT), before);
      assert.equal(accepted(await host.policies.get(TENANT, ORG)).passwordMinLength, 8);
      const keys = await host.apiKeys.list(TENANT, { limit: 1, position: null });
      assert.deepEqual(keys.items, []);
    },
  },
  // spec: service/hipaa
  // standard: asvs/16.5.3
  {
    name: 'an access to protected fields is recorded, and where it cannot be, the call fails',
    async run(createStorage) {
      const host = await createContractHost(createStorage, {});
      const { actor } = MANAGER;
      const access = { tenantId: TENANT, actor, subject: 'ada', purpose: 'treatment' };

      await host.audit.recordPhiAccess({ ...access, fields: ['phone'] });

      const [entry] = await logged(host);
      const { type, target, details, at } = entry ?? {};
      assert.deepEqual([type, target, details], ['phi.accessed', 'ada', PHI_DETAILS]);
      assert.deepEqual(at, host.clock.now());
      const full = await createContractHost(() => Promise.resolve(withoutAudit(host.storage)), {});
      const failing = full.audit.recordPhiAccess({ ...access, fields: ['phone'] });
      await assert.rejects(failing, /the audit log is full/);
    },
  },
];

const PHI_DETAILS = { fields: ['phone'], purpose: 'treatment' };

async function logged({ audit }: ContractHost): Promise<readonly LoggedEvent[]> {
  const everything = { type: null, since: null, until: null };
  const { items } = await audit.list(TENANT, everything, { limit: 100, position: null });
  return items;
}

/** The same storage, where nothing can be appended to the audit log. */
function withoutAudit(storage: Storage): Storage {
  const full = (stores: Stores): Stores => ({
    ...stores,
    async record({ audit = [], ...trail }) {
      if (audit.length > 0) throw new Error('the audit log is full');
      await stores.record(trail);
    },
  });
  return {
    ...storage,
    run: (scope, work) => storage.run(scope, (stores) => work(full(stores))),
  };
}

/** The policy in a result, without what is planned. */
function effective(result: Result<OrganisationPolicy, { readonly code: string }>): EffectivePolicy {
  const { scheduled: _, ...policy } = accepted(result);
  return policy;
}
