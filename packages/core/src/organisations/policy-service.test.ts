import type { StoredEvent } from '../records/stored-event.js';
import { describe, expect, it } from 'vitest';
import { FLAGGED_NAMES } from '../../../../test/specification/policy-field-rules.js';
import { systemCaller } from '../access/caller.js';
import {
  FIRST_PAGE,
  MANAGER,
  ORG,
  TENANT,
  createManagementHost,
  type ManagementHost,
} from '../../test/management-host.js';
import type { Storage } from '../ports/storage.js';
import { createMemoryStorage } from '@stepward/testing';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import type { PolicyService } from './policy-service.js';

describe("an organisation's policy", () => {
  it("is the tenant's until it is changed, and again after a reset", async () => {
    const { policies } = await createManagementHost();
    const inherited = (await policies.get(TENANT, ORG))._unsafeUnwrap();
    expect(Object.values(inherited.inherited).every(Boolean)).toBe(true);
    expect(Object.keys(inherited.inherited)).toEqual(FLAGGED_NAMES);

    const change = { mfa_enforcement: 'required', passwordMinLength: 12 };
    const changed = (await policies.update(MANAGER, ORG, change))._unsafeUnwrap();
    expect(changed).toMatchObject({ mfaEnforcement: 'required', passwordMinLength: 12 });
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(changed);

    expect((await policies.reset(MANAGER, ORG))._unsafeUnwrap()).toEqual(inherited);
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(inherited);
  });

  it('of no organisation is that of the tenant', async () => {
    const { policies, tenants } = await createManagementHost();
    (await tenants.configure(MANAGER, { password: { minLength: 20 } }))._unsafeUnwrap();
    (await policies.update(MANAGER, ORG, { passwordMinLength: 30 }))._unsafeUnwrap();
    expect((await policies.get(TENANT, null))._unsafeUnwrap().passwordMinLength).toBe(20);
  });

  it('a change that changes nothing answers the policy and is not logged', async () => {
    const { policies, logged } = await createManagementHost();
    const change = { passwordMinLength: 12, mfaPolicy: null };
    const changed = await policies.update(MANAGER, ORG, change);
    for (const again of [change, { tenant_id: TENANT, _inherited: {} }, {}]) {
      expect(await policies.update(MANAGER, ORG, again)).toEqual(changed);
    }
    expect(await logged()).toHaveLength(1);
  });

  it('a reset of nothing is not logged', async () => {
    const { policies, logged } = await createManagementHost();
    expect((await policies.reset(MANAGER, ORG)).isOk()).toBe(true);
    expect(await logged()).toEqual([]);
  });

  // spec: catalogue/organisation.updated
  it('a change or a reset of what is stored emits organisation.updated, and nothing else does', async () => {
    const host = await createManagementHost();
    const { policies, clock } = host;
    const updated = async () =>
      (await eventsOf(host)).map(({ data }) => JSON.parse(data) as object);
    expect((await policies.reset(MANAGER, ORG)).isOk()).toBe(true);
    const refused = await policies.update(MANAGER, ORG, { passwordMinLength: 'long' });
    expect(refused.isErr()).toBe(true);
    expect(await updated()).toEqual([]);

    const first = { id: ORG, updated_at: clock.now().toISOString() };
    for (const change of [{ passwordMinLength: 12 }, { passwordMinLength: 12 }, {}]) {
      (await policies.update(MANAGER, ORG, change))._unsafeUnwrap();
    }
    expect(await updated()).toEqual([first]);
    clock.advance(1_000);
    for (let count = 0; count < 2; count += 1) {
      (await policies.reset(MANAGER, ORG))._unsafeUnwrap();
    }
    expect(await updated()).toEqual([{ id: ORG, updated_at: clock.now().toISOString() }, first]);
    const [newest] = await eventsOf(host);
    expect(newest).toMatchObject({ type: 'organisation.updated', organisationId: ORG });
  });

  it('a change that breaks a rule stores nothing', async () => {
    const { policies, logged } = await createManagementHost();
    const refused = await policies.update(MANAGER, ORG, {
      passwordMinLength: 12,
      gracePeriodMs: 'soon',
    });
    expect(refused._unsafeUnwrapErr()).toMatchObject({ code: 'policy_invalid' });
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap().passwordMinLength).toBe(8);
    expect(await logged()).toEqual([]);
  });
});

describe('a change on a date', () => {
  const DATE = '2026-01-08T00:00:00.000Z';
  const CHANGE = { mfaEnforcement: 'required', effective_from: DATE };
  const scheduled = { effectiveFrom: new Date(DATE), values: { mfaEnforcement: 'required' } };

  async function planned() {
    const host = await createManagementHost();
    const { policies, clock } = host;
    (await policies.update(MANAGER, ORG, { passwordMinLength: 12 }))._unsafeUnwrap();
    (await policies.update(MANAGER, ORG, CHANGE))._unsafeUnwrap();
    const seen = async () => {
      const policy = (await policies.get(TENANT, ORG))._unsafeUnwrap();
      return [policy.mfaEnforcement, policy.passwordMinLength, policy.scheduled];
    };
    const goTo = (date: string) => clock.advance(Date.parse(date) - clock.now().getTime());
    return { ...host, seen, goTo };
  }

  it('holds from its millisecond on, and not before, also for a clock that jumps back over it', async () => {
    const { seen, goTo } = await planned();
    const [before, after] = [
      ['optional', 12, scheduled],
      ['required', 12, null],
    ];
    for (const [date, policy] of [
      ['2026-01-07T23:59:59.999Z', before],
      [DATE, after],
      ['2026-01-07T23:59:59.999Z', before],
      ['2027-01-01T00:00:00.000Z', after],
    ] as const) {
      goTo(date);
      expect(await seen()).toEqual(policy);
    }
  });

  it('is kept by a change of today, and is an override like others once its date has passed', async () => {
    const { policies, seen, goTo } = await planned();
    (await policies.update(MANAGER, ORG, { passwordMinLength: 14 }))._unsafeUnwrap();
    expect(await seen()).toEqual(['optional', 14, scheduled]);
    goTo(DATE);
    (await policies.update(MANAGER, ORG, { passwordMinLength: 16 }))._unsafeUnwrap();
    expect(await seen()).toEqual(['required', 16, null]);
    goTo('2026-01-07T00:00:00.000Z');
    expect(await seen()).toEqual(['required', 16, null]);
    (await policies.update(MANAGER, ORG, { mfaEnforcement: null }))._unsafeUnwrap();
    expect(await seen()).toEqual(['optional', 16, null]);
  });

  it.each(['planned', 'past'])('that is %s ends with the policy', async (time) => {
    const { policies, seen, goTo } = await planned();
    if (time === 'past') goTo(DATE);
    (await policies.reset(MANAGER, ORG))._unsafeUnwrap();
    goTo(DATE);
    expect(await seen()).toEqual(['optional', 8, null]);
  });

  it('that its tenant has become stricter than is as strict as the tenant', async () => {
    const host = await planned();
    const change = { gracePeriodMs: 5_000, effective_from: DATE };
    (await host.policies.update(MANAGER, ORG, change))._unsafeUnwrap();
    const mfa = { gracePeriodMs: 1_000 };
    (await host.tenants.configure(MANAGER, { mfa }))._unsafeUnwrap();
    host.goTo(DATE);
    const { gracePeriodMs } = (await host.policies.get(TENANT, ORG))._unsafeUnwrap();
    expect(gracePeriodMs).toBe(1_000);
  });

  it('is in the audit log when it is planned and withdrawn, each with an event, and once', async () => {
    const host = await planned();
    const shown = { effective_from: DATE, changes: scheduled.values };
    for (let count = 0; count < 2; count += 1) {
      (await host.policies.update(MANAGER, ORG, CHANGE))._unsafeUnwrap();
      (await host.policies.update(MANAGER, ORG, {}))._unsafeUnwrap();
    }
    for (let count = 0; count < 2; count += 1) {
      (await host.policies.update(MANAGER, ORG, { scheduled: null }))._unsafeUnwrap();
    }
    const [withdrawn, made, changed, ...others] = (await host.logged()).map(
      ({ type, details }) => ({ type, details }),
    );
    const type = 'security_policy.scheduled';
    expect(withdrawn).toEqual({ type, details: { before: shown, after: null } });
    expect(made).toEqual({ type, details: { before: null, after: shown } });
    expect([changed?.type, others]).toEqual(['security_policy.updated', []]);
    expect(await eventsOf(host)).toHaveLength(3);
  });
});

it('a replacement removes what it leaves out, and is logged as a change', async () => {
  const { policies, logged } = await createManagementHost();
  (await policies.update(MANAGER, ORG, { passwordMinLength: 12 }))._unsafeUnwrap();
  const replaced = (await policies.replace(MANAGER, ORG, { gracePeriodMs: 0 }))._unsafeUnwrap();
  expect(replaced).toMatchObject({ gracePeriodMs: 0, passwordMinLength: 8 });
  expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(replaced);
  const updated = { type: 'security_policy.updated', target: ORG };
  expect(await logged()).toMatchObject([updated, updated]);
});

it("the list has a tenant's organisations in pages, each with what is stored as it holds now", async () => {
  const { policies, organisations, clock } = await createManagementHost();
  await organisations.put(TENANT, 'org-2');
  await organisations.put('globex', 'org-3');
  const effective_from = '2026-01-08T00:00:00.000Z';
  const planned = { mfaEnforcement: 'required', effective_from };
  (await policies.update(MANAGER, ORG, { passwordMinLength: 12 }))._unsafeUnwrap();
  (await policies.update(MANAGER, ORG, planned))._unsafeUnwrap();
  const second = { organisationId: 'org-2', overrides: {}, scheduled: null };

  const { items, nextPosition } = await policies.list(TENANT, { limit: 1 });
  const scheduled = {
    effectiveFrom: new Date(effective_from),
    values: { mfaEnforcement: 'required' },
  };
  expect(items).toEqual([{ organisationId: ORG, overrides: { passwordMinLength: 12 }, scheduled }]);
  expect((await policies.list(TENANT, { position: nextPosition })).items).toEqual([second]);

  clock.advance(Date.parse(effective_from) - clock.now().getTime());
  const overrides = { passwordMinLength: 12, mfaEnforcement: 'required' };
  expect((await policies.list(TENANT)).items).toEqual([
    { organisationId: ORG, overrides, scheduled: null },
    second,
  ]);
});

describe('an organisation that is not there', () => {
  it.each([
    ['unknown', MANAGER, 'org-2'],
    ["another tenant's", systemCaller('globex'), ORG],
  ])('%s, is answered alike', async (_, caller, organisationId) => {
    const { policies } = await createManagementHost();
    for (const answer of [
      await policies.get(caller.tenantId, organisationId),
      await policies.update(caller, organisationId, {}),
      await policies.reset(caller, organisationId),
    ]) {
      expect(answer._unsafeUnwrapErr()).toEqual({ code: 'organisation_not_found' });
    }
  });

  it('is not found, and the host is not asked, if isId of the host refuses the id', async () => {
    const fail = () => Promise.reject(new Error('invalid input syntax for type uuid'));
    const { policies } = await createManagementHost({
      organisations: { isId: (id) => id.length === 36, exists: fail },
      legacyOverrides: { read: fail },
    });
    const read = await policies.get(TENANT, 'org_main');
    expect(read._unsafeUnwrapErr().code).toBe('organisation_not_found');
  });

  it("is the host's to say, where the host keeps the organisations", async () => {
    const organisations = { exists: async (_: string, id: string) => id === 'hosted' };
    const { policies } = await createManagementHost({ organisations });
    expect((await policies.get(TENANT, 'hosted')).isOk()).toBe(true);
    expect((await policies.get(TENANT, ORG)).isErr()).toBe(true);
  });
});

describe('the older metadata store', () => {
  const legacyOverrides = { read: async () => ({ password_min_length: 14, mfaPolicy: 'always' }) };
  const seen = ({ passwordMinLength, inherited }: EffectivePolicy): unknown[] => [
    passwordMinLength,
    inherited.passwordMinLength,
  ];

  it('ranks below an override and above the tenant, is hidden by null and shows again after a reset', async () => {
    const { policies } = await createManagementHost({ legacyOverrides });
    const update = async (passwordMinLength: number | null): Promise<unknown[]> =>
      seen((await policies.update(MANAGER, ORG, { passwordMinLength }))._unsafeUnwrap());

    expect(seen((await policies.get(TENANT, ORG))._unsafeUnwrap())).toEqual([14, false]);
    expect(await update(10)).toEqual([10, false]);
    expect(await update(null)).toEqual([8, true]);
    expect(seen((await policies.reset(MANAGER, ORG))._unsafeUnwrap())).toEqual([14, false]);
  });

  it('with an unknown value is the strictest, and is logged and audited once, however often it is read', async () => {
    const { policies, lines, logged } = await createManagementHost({
      legacyOverrides: { read: async () => ({ mfaPolicy: 'sometimes' }) },
    });
    const policy = (await policies.get(TENANT, ORG))._unsafeUnwrap();
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(policy);
    expect(policy.mfaPolicy).toBe('always');
    const found = lines.filter((line) => line.startsWith('stored policy values are unknown'));
    expect(found).toHaveLength(1);
    for (const text of [TENANT, ORG, 'mfaPolicy']) expect(found[0]).toContain(`'${text}'`);
    expect(await logged()).toEqual([
      expect.objectContaining({
        type: 'security_policy.unknown_value',
        actor: { type: 'system', id: 'policy' },
        target: ORG,
        details: { fields: ['mfaPolicy'] },
      }),
    ]);
  });

  it('with another unknown value is audited again', async () => {
    let metadata = { mfaPolicy: 'sometimes' } as object;
    const { policies, logged } = await createManagementHost({
      legacyOverrides: { read: async () => ({ ...metadata }) },
    });
    (await policies.get(TENANT, ORG))._unsafeUnwrap();
    metadata = { mfaEnforcement: 'perhaps' };
    (await policies.get(TENANT, ORG))._unsafeUnwrap();
    expect((await logged()).map(({ details }) => details)).toEqual([
      { fields: ['mfaEnforcement'] },
      { fields: ['mfaPolicy'] },
    ]);
  });

  it.each<['get' | 'reset', (policies: PolicyService) => Promise<unknown>]>([
    ['get', (policies) => policies.get(TENANT, ORG)],
    ['reset', (policies) => policies.reset(MANAGER, ORG)],
  ])(
    'with an unknown value is in the audit log although the first %s could not commit',
    async (_, read) => {
      const inner = createMemoryStorage();
      let isBroken = false;
      const storage: Storage = {
        ...inner,
        run: (scope, work) =>
          inner.run(scope, async (stores) => {
            const outcome = await work(stores);
            if (isBroken) throw new Error('the commit failed');
            return outcome;
          }),
      };
      const { policies, logged } = await createManagementHost({
        storage,
        legacyOverrides: { read: async () => ({ mfaPolicy: 'sometimes' }) },
      });
      isBroken = true;
      await expect(read(policies)).rejects.toThrow('the commit failed');
      isBroken = false;
      await read(policies);
      expect((await logged()).map(({ type }) => type)).toEqual(['security_policy.unknown_value']);
    },
  );
});

async function eventsOf({ events }: ManagementHost): Promise<readonly StoredEvent[]> {
  const everything = { type: null, organisationId: null, since: null, until: null };
  return (await events.list(TENANT, everything, FIRST_PAGE)).items;
}
