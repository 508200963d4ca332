import { createMemoryStorage } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { caller, createServiceHost, type ServiceHost } from '../../../test/service-host.js';
import { identityWith } from '../../../test/fixtures.js';
import { systemCaller } from '../../access/caller.js';
import { addMs, days, seconds } from '../../shared/duration.js';
import { StorageUnavailable, TenantElsewhere } from '../../shared/storage/storage-errors.js';
import type { StepwardOptions } from '../../stepward.js';

const NOON = new Date('2026-01-01T12:00:00.000Z');
const DEADLINE = '2026-01-15T12:00:00.000Z';

/** The tenant demands a factor, 14 days after that is first found. */
async function demandingHost(options: Partial<StepwardOptions> = {}): Promise<ServiceHost> {
  const host = await createServiceHost(options);
  await demandIn(host, 'acme');
  return host;
}

async function demandIn(host: ServiceHost, tenantId: string): Promise<void> {
  const mfa = { enforcement: 'required', gracePeriodMs: days(14) };
  const demanded = { ...mfa, unenrolledUserAction: 'force_enrollment' };
  (await host.tenants.configure(systemCaller(tenantId), { mfa: demanded }))._unsafeUnwrap();
}

async function signIn(
  host: ServiceHost,
  identityId: string,
  organisationId: string | null = null,
  tenantId = 'acme',
) {
  const person = { tenantId, identityId, organisationId };
  const memberSince = new Date('2020-01-01');
  const decided = await host.signIns.decide({ ...person, proven: [], memberSince });
  return decided._unsafeUnwrap();
}

/** The reminders of each host, by their events, because old events are purged. */
const reminded = new WeakMap<ServiceHost, Map<string, Reminded>>();

interface Reminded {
  readonly tenantId: string;
  readonly organisationId: string | null;
  readonly data: unknown;
}

async function passOn(host: ServiceHost, day: number): Promise<void> {
  host.clock.advance(addMs(NOON, days(day)).getTime() - host.clock.now().getTime());
  await host.purge();
  for (const tenantId of ['acme', 'globex']) await collect(host, tenantId);
}

async function collect(host: ServiceHost, tenantId: string, position: string | null = null) {
  const all = reminded.get(host) ?? new Map<string, Reminded>();
  reminded.set(host, all);
  const filter = { type: 'mfa.enrolment_due' };
  const page = await host.events.list(tenantId, filter, { limit: 100, position });
  for (const { id, organisationId, data } of page.items.toReversed()) {
    all.set(id, { tenantId, organisationId, data: JSON.parse(data) });
  }
  if (page.nextPosition !== null) await collect(host, tenantId, page.nextPosition);
}

/** The data of a tenant's reminders so far. */
function reminders(host: ServiceHost, tenantId = 'acme') {
  return [...(reminded.get(host)?.values() ?? [])]
    .filter((reminder) => reminder.tenantId === tenantId)
    .map(({ data }) => data as { identity_id: string; stage: string });
}

describe('reminders of enrolments that are due', () => {
  it('come by each stage, once, with the deadline that sign-in shows', async () => {
    const host = await demandingHost();
    await signIn(host, 'ada');
    for (const day of [0, 1, 6.9, 7, 7.1, 12, 13, 13.1, 14, 15, 90]) await passOn(host, day);
    const of = { identity_id: 'ada', deadline: DEADLINE };
    expect(reminders(host)).toEqual([
      { ...of, stage: 'seven_days' },
      { ...of, stage: 'one_day' },
      { ...of, stage: 'due' },
    ]);
  });

  it('stop once the person has enrolled a factor, and go on after its removal and another sign-in', async () => {
    const host = await demandingHost();
    await signIn(host, 'ada');
    await passOn(host, 7);
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
    for (const day of [8, 13, 14, 20]) await passOn(host, day);
    expect(reminders(host)).toHaveLength(1);
    (await host.enrolments.remove(caller()))._unsafeUnwrap();
    await signIn(host, 'ada');
    await passOn(host, 20.1);
    expect(reminders(host)).toMatchObject([{ stage: 'seven_days' }, { stage: 'due' }]);
  });

  it('stop while a person is suspended, and end where the person no longer needs a factor', async () => {
    const host = await demandingHost();
    await signIn(host, 'ada');
    await host.change('bob', {});
    await signIn(host, 'bob');
    await host.change('ada', { state: 'suspended' });
    await passOn(host, 8);
    await host.change('ada', { state: 'active' });
    await passOn(host, 9);
    expect(reminders(host)).toMatchObject([{ identity_id: 'bob' }, { identity_id: 'ada' }]);
    const optional = { mfa: { enforcement: 'optional' } };
    (await host.tenants.configure(systemCaller('acme'), optional))._unsafeUnwrap();
    for (const day of [10, 15, 30]) await passOn(host, day);
    expect(reminders(host)).toHaveLength(2);
    // The demand begins again, and so does the grace period.
    await demandIn(host, 'acme');
    const until = addMs(NOON, days(30 + 14));
    expect(await signIn(host, 'ada')).toEqual({ type: 'enrol', skippable: true, until });
  });

  it('follow the policy of the organisation as it holds then, with a change on a date', async () => {
    const host = await createServiceHost();
    await demandIn(host, 'acme');
    await host.organisations.put('acme', 'org_main');
    await signIn(host, 'ada', 'org_main');
    const manager = systemCaller('acme');
    const date = addMs(NOON, days(6)).toISOString();
    const change = { grace_period_ms: days(8), effective_from: date };
    (await host.policies.update(manager, 'org_main', change))._unsafeUnwrap();
    await passOn(host, 5.9);
    expect(reminders(host)).toEqual([]);
    await passOn(host, 6.9);
    const deadline = addMs(NOON, days(8)).toISOString();
    const data = { identity_id: 'ada', organisation_id: 'org_main', stage: 'seven_days', deadline };
    expect([...reminded.get(host)!.values()]).toEqual([
      { tenantId: 'acme', organisationId: 'org_main', data },
    ]);
  });

  it('come once where the clock jumps back and on again', async () => {
    const host = await demandingHost();
    await signIn(host, 'ada');
    for (const day of [7, 3, 7, 13, 6, 13.5, 14, 10, 14]) await passOn(host, day);
    const stages = reminders(host).map(({ stage }) => stage);
    expect(stages).toEqual(['seven_days', 'one_day', 'due']);
  });

  it('come to each of more people than are read at a time', async () => {
    const host = await demandingHost();
    const ids = Array.from({ length: 1_001 }, (_, index) => `person-${String(index)}`);
    for (const id of ids) {
      await host.change(id, {});
      await signIn(host, id);
    }
    await passOn(host, 14);
    const people = reminders(host).map(({ identity_id }) => identity_id);
    expect(people.toSorted()).toEqual(ids.toSorted());
  });
});

describe('what cannot be read', () => {
  const org = 'org_main';

  interface HostState {
    exists: (tenantId: string) => Promise<boolean>;
  }

  /** Each of two tenants has an organisation that demands a factor; in `acme` three people owe one. */
  async function hostOver(state: HostState) {
    const host = await demandingHost({
      organisations: { exists: (tenantId) => state.exists(tenantId) },
    });
    await demandIn(host, 'globex');
    for (const id of ['bob', 'cy', 'dee', 'eve']) await host.change(id, {});
    for (const id of ['ada', 'bob', 'cy', 'dee', 'eve']) await signIn(host, id, org);
    (await host.identities.put('globex', identityWith({ identityId: 'zoe' })))._unsafeUnwrap();
    await signIn(host, 'zoe', org, 'globex');
    return host;
  }

  it.each([
    ['RangeError', new RangeError('password=hunter2')],
    ['StorageUnavailable', new TenantElsewhere(null)],
  ])(
    'of one tenant (%s) does not keep another from its reminders, is logged once, and is caught up',
    async (reason, error) => {
      const state: HostState = { exists: async () => true };
      const host = await hostOver(state);
      state.exists = async (tenantId) => {
        if (tenantId === 'acme') throw error;
        return true;
      };
      await passOn(host, 7);
      expect(reminders(host, 'globex')).toHaveLength(1);
      expect(reminders(host)).toEqual([]);
      expect(host.logged.filter((line) => line.includes('could not be reminded'))).toEqual([
        expect.stringMatching(
          new RegExp(`level: 'warn'[^]*tenantId: 'acme', failed: 5, reason: '${reason}'`),
        ),
      ]);
      state.exists = async () => true;
      await passOn(host, 7.1);
      expect(reminders(host)).toHaveLength(5);
    },
  );

  it('in time, of one tenant, is left after three people', async () => {
    const state: HostState = { exists: async () => true };
    const host = await hostOver(state);
    let asked = 0;
    state.exists = (tenantId) => {
      if (tenantId !== 'acme') return Promise.resolve(true);
      asked += 1;
      return new Promise(() => undefined);
    };
    const pass = passOn(host, 7);
    for (let waits = 0; waits < 3; waits += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      host.clock.advance(seconds(10));
    }
    await pass;
    expect(asked).toBe(1);
    expect(reminders(host, 'globex')).toHaveLength(1);
    expect(host.logged.at(-1)).toMatch(/failed: 3, reason: 'timeout'/);
  });

  it('because storage is away ends the pass with its error, after the purge, and nothing is lost', async () => {
    const memory = createMemoryStorage();
    let isAway = false;
    let purges = 0;
    const host = await demandingHost({
      storage: {
        ...memory,
        purge: (expiry) => {
          purges += 1;
          return memory.purge(expiry);
        },
        decide: (scope, decision) =>
          isAway
            ? Promise.reject(new StorageUnavailable('the database is away'))
            : memory.decide(scope, decision),
      },
    });
    await signIn(host, 'ada');
    isAway = true;
    await expect(passOn(host, 7)).rejects.toThrow('the database is away');
    expect(purges).toBe(1);
    isAway = false;
    await passOn(host, 7);
    expect(reminders(host)).toHaveLength(1);
  });

  it('of a person or an organisation that is gone is kept for 90 days', async () => {
    const state: HostState = { exists: async () => true };
    const host = await hostOver(state);
    state.exists = async () => false;
    for (const day of [7, 14, 88]) await passOn(host, day);
    state.exists = async () => true;
    await passOn(host, 89.5);
    expect(reminders(host)).toHaveLength(5);
    expect(await signIn(host, 'ada', org)).toMatchObject({ skippable: false });
    state.exists = async () => false;
    // Who was reminded of all stages is looked at again after 90 days.
    for (const day of [100, 179.6, 181]) await passOn(host, day);
    state.exists = async () => true;
    expect(await signIn(host, 'ada', org)).toMatchObject({ skippable: true });
  });
});
