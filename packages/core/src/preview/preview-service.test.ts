import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from 'neverthrow';
import { createMemoryStorage } from '@stepward/testing';
import { createManagementHost, MANAGER, ORG, TENANT } from '../../test/management-host.js';
import { readableChange, tenantPolicies } from '../../test/policy-arbitraries.js';
import { newAuthenticator } from '../factors/authenticator.js';
import { decideSignIn } from '../factors/sign-in/decide-sign-in.js';
import { ANY_RECORD } from '../identity/identity-scope.js';
import type { ListMembers, OrganisationMember } from '../ports/members.js';
import type { Storage } from '../ports/storage.js';
import { FACTOR_NAMES, KEPT_FACTORS, type KeptFactor } from '../records/factor-name.js';
import type { PhoneNumber } from '../records/phone-number.js';
import type { StepwardOptions } from '../stepward.js';
import { DEFAULT_TENANT } from '../tenants/tenant.js';
import type { PolicyPreview } from './preview-service.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

/** A member of long standing. */
function member(identityId: string, changes: Partial<OrganisationMember> = {}): OrganisationMember {
  return { identityId, memberSince: ago(365), ...changes };
}

/** Lists these members, `size` a page. */
function listOf(members: readonly OrganisationMember[], size = 3): ListMembers {
  return async (_tenantId, _organisationId, cursor) => {
    const from = Number(cursor ?? 0);
    const next = from + size < members.length ? String(from + size) : null;
    return { members: members.slice(from, from + size), next };
  };
}

async function hostWith(members?: ListMembers, options: Partial<StepwardOptions> = {}) {
  const storage = createMemoryStorage();
  const host = await createManagementHost({ storage, ...(members && { members }), ...options });
  const preview = (change: object) => host.policies.preview(MANAGER, ORG, change);
  const impact = async (change: object): Promise<PolicyPreview['impact']> =>
    (await preview(change))._unsafeUnwrap().impact;
  return { ...host, storage, preview, impact };
}

/** Binds an authenticator of each of the factors. */
async function bind(
  storage: Storage,
  identityId: string,
  factors: readonly KeptFactor[],
): Promise<void> {
  const authenticators = factors.map((factor) =>
    newAuthenticator({ id: `${identityId}-${factor}`, factor, name: null, verifier: null }, NOW),
  );
  const scope = { tenantId: TENANT, identityId, ...ANY_RECORD };
  const bound = await storage.decide(scope, ({ record }) =>
    ok({ outcome: null, record: { ...record, authenticators } }),
  );
  expect(bound.isOk()).toBe(true);
}

const REQUIRED = {
  mfaEnforcement: 'required',
  mfaPolicy: 'always',
  unenrolledUserAction: 'force_enrollment',
};

describe('a preview of a change on a date', () => {
  it('is that of the policy on its date, as of then', async () => {
    const { impact, preview, policies } = await hostWith(
      listOf([member('new', { requiredSince: NOW })]),
    );
    const days = (count: number): Date => new Date(NOW.getTime() + count * DAY_MS);
    const blocking = { ...REQUIRED, unenrolledUserAction: 'block' };
    const on = (count: number) => impact({ ...blocking, effective_from: days(count) });
    expect(await on(6)).toMatchObject({ mustEnrol: 1, blocked: 0 });
    expect(await on(8)).toMatchObject({ mustEnrol: 0, blocked: 1 });

    const before = (await policies.get(TENANT, ORG))._unsafeUnwrap();
    const planned = { effective_from: days(8), passwordMinLength: 12 };
    const shown = (await preview(planned))._unsafeUnwrap();
    expect(shown.policy).toMatchObject({ passwordMinLength: 12, scheduled: null });
    expect(shown.changes).toEqual([
      { field: 'passwordMinLength', from: 8, to: 12, effect: 'stricter' },
    ]);
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(before);
    const refused = (await preview({ ...planned, effective_from: ago(1) }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'policy_invalid' });
  });

  it('is shown as planned beside a change that holds at once', async () => {
    const { preview, policies } = await hostWith();
    const planned = { effective_from: new Date(NOW.getTime() + DAY_MS), passwordMinLength: 12 };
    (await policies.update(MANAGER, ORG, planned))._unsafeUnwrap();
    const { policy } = (await preview({ mfaEnforcement: 'required' }))._unsafeUnwrap();
    const scheduled = { effectiveFrom: planned.effective_from, values: { passwordMinLength: 12 } };
    expect(policy).toMatchObject({ passwordMinLength: 8, scheduled });
  });
});

describe('a preview', () => {
  it('shows what would change, and stores nothing', async () => {
    const { preview, policies, logged } = await hostWith();
    const before = (await policies.get(TENANT, ORG))._unsafeUnwrap();
    const { policy, changes, impact } = (
      await preview({ mfa_enforcement: 'required', passwordMinLength: 8 })
    )._unsafeUnwrap();
    expect(policy).toEqual({
      ...before,
      mfaEnforcement: 'required',
      inherited: { ...before.inherited, mfaEnforcement: false, passwordMinLength: false },
    });
    expect(changes).toEqual([
      { field: 'mfaEnforcement', from: 'optional', to: 'required', effect: 'stricter' },
    ]);
    expect(impact).toBeNull();
    expect((await policies.get(TENANT, ORG))._unsafeUnwrap()).toEqual(before);
    expect(await logged()).toEqual([]);
  });

  it('is refused as the change itself is', async () => {
    const { preview, policies } = await hostWith(listOf([]));
    for (const change of [{ passwordMinLength: 4 }, { allowedFactors: 'sms', nonsense: 1 }]) {
      const refused = (await preview(change))._unsafeUnwrapErr();
      expect(refused).toEqual((await policies.update(MANAGER, ORG, change))._unsafeUnwrapErr());
    }
    const unknown = await policies.preview(MANAGER, 'org-none', {});
    expect(unknown._unsafeUnwrapErr().code).toBe('organisation_not_found');
  });

  it('counts whom a change concerns, by the factors that storage has', async () => {
    const members = [
      member('app'),
      member('directory'),
      member('codes', { requiredSince: ago(30) }),
      member('new', { memberSince: ago(1) }),
      member('late', { requiredSince: ago(2) }),
    ];
    const { impact, storage, identities } = await hostWith(listOf(members));
    await bind(storage, 'app', ['totp']);
    await bind(storage, 'codes', ['recovery_code']);
    (
      await identities.put(TENANT, {
        ...{ identityId: 'directory', state: 'active', phone: null, locale: null },
        ...{ otherFactors: ['email'], backupCodesRemaining: 0 },
      })
    )._unsafeUnwrap();
    const counts = { members: 5, askedEachTime: 2, sessionsShortened: null, complete: true };
    expect(await impact(REQUIRED)).toEqual({
      ...{ ...counts, mustEnrol: 3, blocked: 0 },
      sample: { mustEnrol: ['codes', 'new', 'late'], blocked: [] },
    });
    expect(await impact({ ...REQUIRED, unenrolledUserAction: 'block' })).toEqual({
      ...{ ...counts, mustEnrol: 2, blocked: 1 },
      sample: { mustEnrol: ['new', 'late'], blocked: ['codes'] },
    });
    for (const prompting of [
      { mfaEnforcement: 'required' },
      { unenrolledUserAction: 'force_enrollment' }, // where no factor is required
    ]) {
      expect(await impact(prompting)).toMatchObject({ askedEachTime: 0, mustEnrol: 0, blocked: 0 });
    }
  });

  it('counts by what is stored of when a factor was due first, and not by when a person joined', async () => {
    const joined = { memberSince: ago(0) };
    const { impact, policies, identities, signIns, clock } = await hostWith(
      listOf([member('first', joined), member('other', joined)]),
    );
    (await policies.update(MANAGER, ORG, { mfaEnforcement: 'required' }))._unsafeUnwrap();
    for (const identityId of ['first', 'other']) {
      const person = { identityId, state: 'active', phone: null, locale: null } as const;
      const none = { otherFactors: [], backupCodesRemaining: 0 };
      (await identities.put(TENANT, { ...person, ...none }))._unsafeUnwrap();
    }
    const whose = { tenantId: TENANT, identityId: 'first', organisationId: ORG };
    (await signIns.decide({ ...whose, ...joined, proven: [] }))._unsafeUnwrap();
    clock.advance(8 * DAY_MS);
    expect(await impact({ ...REQUIRED, unenrolledUserAction: 'block' })).toMatchObject({
      ...{ mustEnrol: 1, blocked: 1 },
      sample: { mustEnrol: ['other'], blocked: ['first'] },
    });
  });

  it('counts the open sessions that would end earlier, and not those that are over', async () => {
    const at = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
    const session = (created: number, seen: number) => ({
      createdAt: at(created),
      lastSeenAt: at(seen),
    });
    const members = [
      member('ada', { sessions: [session(100, 1), session(100, 60), session(500, 1)] }),
      member('bob', { sessions: [] }),
      member('cy'),
    ];
    const { impact } = await hostWith(listOf(members));
    expect((await impact({ sessionTimeoutMinutes: 120 }))?.sessionsShortened).toBe(1);
    expect((await impact({ sessionTimeoutMinutes: 170 }))?.sessionsShortened).toBe(0);
    expect((await impact({ sessionIdleTimeoutMinutes: 90 }))?.sessionsShortened).toBe(0);
    expect((await impact({ sessionIdleTimeoutMinutes: 1 }))?.sessionsShortened).toBe(1);
  });

  it("takes phones and factors from a host's own directory by the port", async () => {
    const known = { phoneVerified: true, otherFactors: ['totp', 'sms'] } as const;
    const directory = () => ({ find: async () => null, setVerifiedPhone: async () => undefined });
    const { impact, storage } = await hostWith(
      listOf([
        member('a', known),
        member('b', { ...known, otherFactors: [] }),
        member('c', { phoneVerified: false, otherFactors: ['sms'], requiredSince: ago(30) }),
      ]),
      { directory },
    );
    await bind(storage, 'b', ['sms']);
    expect(await impact({ ...REQUIRED, requirePhoneVerification: true })).toMatchObject({
      ...{ askedEachTime: 2, mustEnrol: 1 },
      sample: { mustEnrol: ['c'] },
    });
  });

  it('does not count who is in a grace period and has to verify a phone first', async () => {
    const isNew = { memberSince: ago(1), otherFactors: [] };
    const listed = listOf([
      member('verified', { ...isNew, phoneVerified: true }),
      member('unverified', { ...isNew, phoneVerified: false }),
    ]);
    const directory = () => ({ find: async () => null, setVerifiedPhone: async () => undefined });
    const change = { ...REQUIRED, requirePhoneVerification: true };
    const hosted = await hostWith(listed, { directory });
    expect((await hosted.impact(change))?.sample.mustEnrol).toEqual(['verified']);
    const unknown = await hostWith(listOf([member('unknown', { memberSince: ago(1) })]));
    expect(await unknown.impact(change)).toMatchObject({ members: 1, mustEnrol: 0 });
  });

  it('names at most 20 people of each kind', async () => {
    const many = Array.from({ length: 50 }, (_, index) => member(`p${String(index)}`));
    const { impact } = await hostWith(listOf(many, 7));
    const found = await impact(REQUIRED);
    expect(found?.mustEnrol).toBe(50);
    const first = many.slice(0, 20).map(({ identityId }) => identityId);
    expect(found?.sample).toEqual({ mustEnrol: first, blocked: [] });
    const blocking = { ...REQUIRED, unenrolledUserAction: 'block', gracePeriodMs: 0 };
    expect(await impact(blocking)).toMatchObject({
      ...{ mustEnrol: 0, blocked: 50 },
      sample: { mustEnrol: [], blocked: first },
    });
  });

  it('counts a person once who is listed twice', async () => {
    const { impact } = await hostWith(listOf([member('a'), member('b'), member('a')], 2));
    expect(await impact(REQUIRED)).toMatchObject({ members: 2, mustEnrol: 2 });
  });

  it('asks the host nothing where the impact is not asked for', async () => {
    const { policies } = await hostWith(async () => Promise.reject(new Error('asked')));
    const seen = await policies.preview(MANAGER, ORG, REQUIRED, { impact: false });
    expect(seen._unsafeUnwrap().impact).toBeNull();
  });
});

describe('the impact of a preview', () => {
  const person = fc.record({
    others: fc.subarray(FACTOR_NAMES.filter((name) => name !== 'sms')),
    kept: fc.subarray([...KEPT_FACTORS]),
    phoneVerified: fc.boolean(),
    since: fc.integer({ min: -1, max: 100 }),
    required: fc.option(fc.integer({ min: -1, max: 100 })),
  });

  it('is what decideSignIn decides for each member once the change is made', async () => {
    await fc.assert(
      fc.asyncProperty(
        tenantPolicies,
        readableChange,
        fc.array(person, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (tenant, change, people, size) => {
          const members = people.map(({ since, required }, index) =>
            member(String(index), {
              memberSince: ago(since),
              ...(required !== null && { requiredSince: ago(required) }),
            }),
          );
          const host = await hostWith(listOf(members, size));
          const stored = await host.storage.run(
            { tenantId: TENANT },
            async ({ policies, identities }) => {
              await policies.writeTenant({ ...DEFAULT_TENANT, ...tenant });
              for (const [index, { others, phoneVerified }] of people.entries()) {
                const number = '+14155552671' as PhoneNumber;
                await identities.put(
                  {
                    ...{ identityId: String(index), state: 'active', locale: null },
                    ...{ phone: { number, verified: phoneVerified }, backupCodesRemaining: 0 },
                    otherFactors: others,
                  },
                  null,
                );
              }
              return ok(null);
            },
          );
          expect(stored.isOk()).toBe(true);
          for (const [index, { kept }] of people.entries()) {
            await bind(host.storage, String(index), kept);
          }
          const seen = await host.preview(change);
          const made = await host.policies.update(MANAGER, ORG, change);
          if (seen.isErr()) {
            expect(made._unsafeUnwrapErr()).toEqual(seen.error);
            return;
          }
          const policy = made._unsafeUnwrap();
          expect(seen.value.policy).toEqual(policy);

          const decisions = await Promise.all(
            people.map(async ({ others, kept, phoneVerified, since, required }, index) => {
              const facts = { memberSince: ago(since), proven: [], risk: 'low' } as const;
              if (required === null) {
                const whose = { tenantId: TENANT, identityId: String(index), organisationId: ORG };
                return (await host.signIns.decide({ ...whose, ...facts }))._unsafeUnwrap();
              }
              const keptFactors = FACTOR_NAMES.filter((name) => kept.some((one) => one === name));
              const enrolled = [...others, ...keptFactors];
              const requiredSince = ago(required);
              return decideSignIn(
                { ...facts, policy, enrolled, phoneVerified, requiredSince },
                NOW,
              );
            }),
          );
          const mustEnrol = decisions.filter(
            (one) =>
              one.type === 'enrol' &&
              (!one.skippable || (one.until !== null && policy.unenrolledUserAction !== 'prompt')),
          );
          expect(seen.value.impact).toMatchObject({
            members: people.length,
            askedEachTime: decisions.filter(({ type }) => type === 'challenge').length,
            mustEnrol: mustEnrol.length,
            blocked: decisions.filter(({ type }) => type === 'deny').length,
            complete: true,
          });
        },
      ),
    );
  });
});

describe('a port members', () => {
  it('is asked for 10,000 members, of however many there are', async () => {
    let asked = 0;
    const { impact } = await hostWith(async (_tenant, _organisation, cursor) => {
      asked += 1;
      const from = Number(cursor ?? 0);
      const page = Array.from({ length: 900 }, (_, index) => member(String(from + index)));
      return { members: page, next: from + 900 < 100_000 ? String(from + 900) : null };
    });
    const counted = await impact(REQUIRED);
    expect(counted).toMatchObject({ members: 10_000, mustEnrol: 10_000, complete: false });
    expect(asked).toBe(12);
  });

  it.each([
    [10_000, true],
    [10_001, false],
  ])('may return %i members at once, which is all: %s', async (count, complete) => {
    const many = Array.from({ length: count }, (_, index) => member(String(index)));
    const { impact } = await hostWith(listOf(many, count));
    expect(await impact({})).toMatchObject({ members: 10_000, complete });
  });

  it('is left where its empty pages have no end', async () => {
    let asked = 0;
    const { impact } = await hostWith(async () => ({ members: [], next: String((asked += 1)) }));
    expect(await impact({})).toMatchObject({ members: 0, complete: false });
    expect(asked).toBe(10_000);
  });

  it.each<[string, ListMembers, string]>([
    ['throws', () => Promise.reject(new RangeError('of Ada')), 'RangeError'],
    [
      'throws at once',
      () => {
        throw new RangeError('of Ada');
      },
      'RangeError',
    ],
    ['repeats a cursor', async () => ({ members: [], next: 'more' }), 'a cursor is repeated'],
    ...(
      [
        [undefined, 'members is no list'],
        [{ next: null }, 'members is no list'],
        [{ members: [], next: 7 }, 'next is no text'],
        [{ members: [null], next: null }, 'a member is malformed'],
        [{ members: [{ identityId: 7, memberSince: NOW }] }, 'a member is malformed'],
        [{ members: [{ identityId: 'a', memberSince: '2026-01-01' }] }, 'a member is malformed'],
        [{ members: [member('a', { requiredSince: new Date(NaN) })] }, 'a member is malformed'],
        [{ members: [{ ...member('a'), sessions: [null] }] }, 'a member is malformed'],
        [
          { members: [{ ...member('a'), sessions: [{ createdAt: NOW }] }] },
          'a member is malformed',
        ],
        [{ members: [{ ...member('a'), phoneVerified: 'yes' }] }, 'a member is malformed'],
        [{ members: [{ ...member('a'), otherFactors: ['iris'] }] }, 'a member is malformed'],
      ] as const
    ).map(
      ([page, reason]) =>
        [
          `returns ${JSON.stringify(page)}`,
          (async () => page) as unknown as ListMembers,
          reason,
        ] as [string, ListMembers, string],
    ),
  ])(
    'that %s is unavailable, and nothing of it is logged but the reason',
    async (_, list, reason) => {
      const { preview, lines } = await hostWith(list);
      expect((await preview(REQUIRED))._unsafeUnwrapErr()).toEqual({ code: 'members_unavailable' });
      expect(lines.join()).toContain("the host's members failed");
      expect(lines.join()).toContain(`reason: '${reason}'`);
      expect(lines.join()).not.toContain('Ada');
    },
  );

  it('may return null for what it does not know', async () => {
    const unknown = {
      requiredSince: null,
      sessions: null,
      phoneVerified: null,
      otherFactors: null,
    };
    const { impact } = await hostWith(async () => ({
      members: [member('a', unknown as object)],
      next: null,
    }));
    expect(await impact(REQUIRED)).toMatchObject({ members: 1, sessionsShortened: null });
  });

  it('must know phones and factors where the host has a directory', async () => {
    const directory = () => ({ find: async () => null, setVerifiedPhone: async () => undefined });
    const known = member('a', { phoneVerified: true, otherFactors: [] });
    const { preview, lines } = await hostWith(
      listOf([known, member('b', { phoneVerified: true })]),
      { directory },
    );
    expect((await preview({}))._unsafeUnwrapErr().code).toBe('members_unavailable');
    expect(lines.join()).toContain('a member lacks phoneVerified or otherFactors');
  });

  it('that hangs is given up at its deadline, which is one for all pages', async () => {
    const asked: (string | null)[] = [];
    const { preview, clock, lines } = await hostWith(async (_tenant, _organisation, cursor) => {
      asked.push(cursor);
      if (cursor === null) return { members: [member('a')], next: 'more' };
      return new Promise(() => undefined);
    });
    const answer = preview(REQUIRED);
    while (asked.length < 2) await new Promise(setImmediate);
    clock.advance(10_000);
    expect((await answer)._unsafeUnwrapErr().code).toBe('members_unavailable');
    expect(lines.join()).toContain('timeout');
  });
});
