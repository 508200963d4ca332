/** Trusted devices over a real storage: each way to end them, and what a sign-in from one is worth. */
import {
  createKeyRing,
  createStepward,
  ok,
  systemCaller,
  type AssuranceLevel,
  type Identity,
  type Stepward,
} from '@stepward/core';
import type { Authenticator } from '@stepward/core/factors';
import { decideStepUp } from '@stepward/core/factors';
import { decideSignIn } from '@stepward/core/policy';
import { createOpaqueTokenAuthenticator, requireAssurance } from '@stepward/http';
import { appCode } from '@stepward/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost, type Host } from './harness/host.js';
import { phoneNumber, type Person } from './harness/person.js';

const DAY_MS = 86_400_000;
const OTHER_NUMBER = '+442070946031';
const MANAGER = { reason: 'lost her phone' };

/** A person with every kind of factor, who trusts one browser for 30 days. */
interface Trusting {
  readonly host: Host;
  readonly person: Person;
  readonly token: string;
  readonly deviceId: string;
  /** The secret of the app. */
  readonly secret: string;
}

type End = (trusting: Trusting) => Promise<unknown>;

const accountOf = ({ person: { tenantId, identityId } }: Trusting) =>
  ({ tenantId, identityId, assurance: 'aal2' }) as const;
const managerOf = ({ person }: Trusting) => systemCaller(person.tenantId, 'help-desk');

const configure =
  (mfa: object): End =>
  (one) =>
    one.host.stepward.tenants.configure(managerOf(one), { mfa });

const removeOne =
  (factor: string): End =>
  async (one) => {
    const { authenticators } = one.host.stepward;
    const listed = (await authenticators.list(accountOf(one)))._unsafeUnwrap();
    const { id = '' } = listed.find((each) => each.factor === factor) ?? {};
    return (await authenticators.remove(accountOf(one), id))._unsafeUnwrap();
  };

const reset =
  (factors?: readonly string[]): End =>
  (one) =>
    one.host.stepward.people.reset(managerOf(one), one.person.identityId, {
      ...MANAGER,
      ...(factors !== undefined && { factors }),
    });

/** Each way to end a trusted device. */
const ENDS: readonly (readonly [way: string, end: End])[] = [
  ['its 30 days are over', async ({ host }) => host.clock.advance(30 * DAY_MS)],
  [
    'the person ends it',
    (one) => one.host.stepward.trustedDevices.end(accountOf(one), one.deviceId),
  ],
  [
    'an administrator ends it',
    (one) =>
      one.host.stepward.people.endTrustedDevice(
        managerOf(one),
        one.person.identityId,
        one.deviceId,
      ),
  ],
  [
    'the host ends all',
    ({ host, person }) => host.stepward.trustedDevices.endAll(person.tenantId, person.identityId),
  ],
  [
    '20 more are trusted',
    async ({ host, person }) => {
      for (let count = 0; count < 20; count += 1) {
        host.clock.advance(1);
        await trust(host, person);
      }
    },
  ],
  ['SMS is removed', ({ person }) => person.remove()],
  ['all apps are removed', (one) => one.host.stepward.totp.remove(accountOf(one))],
  ['one of two apps is removed', removeOne('totp')],
  ['a passkey is removed', removeOne('webauthn')],
  ['an administrator resets all factors', reset()],
  ['an administrator resets the recovery codes', reset(['recovery_code'])],
  [
    'a new number is verified',
    async ({ host, person }) => {
      await person.putPhone({ phone_number: OTHER_NUMBER });
      const code = host.sms.lastCode(OTHER_NUMBER);
      return person.putPhone({ phone_number: OTHER_NUMBER, code });
    },
  ],
  [
    'the directory of Stepward gets a new number',
    ({ person }) => person.become({ phone: { number: phoneNumber(OTHER_NUMBER), verified: true } }),
  ],
  [
    'the number is removed from it, and comes back',
    async ({ person }) => {
      const phone = { number: phoneNumber(person.phone), verified: true };
      await person.become({ phone: null });
      await person.become({ phone });
    },
  ],
  [
    'the person is suspended, and active again',
    async ({ person }) => {
      await person.become({ state: 'suspended' });
      await person.become({ state: 'active' });
    },
  ],
  [
    'a host with a directory of its own says that it suspended the person',
    ({ host, person }) =>
      host.stepward.identities.withdrawCodes(person.tenantId, person.identityId),
  ],
  ['a factor is suspended after 100 wrong answers', suspendApp],
  ['the tenant trusts none', configure({ trustedDeviceDays: 0 })],
  [
    'the tenant trusts for as many days as have gone by',
    async (one) => {
      one.host.clock.advance(2 * DAY_MS);
      await configure({ trustedDeviceDays: 2 })(one);
    },
  ],
  [
    'the organisation trusts none',
    (one) =>
      one.host.stepward.policies.update(managerOf(one), organisationOf(one.person), {
        trustedDeviceDays: 0,
      }),
  ],
  [
    'HIPAA mode is switched on',
    (one) => one.host.stepward.tenants.setHipaa(managerOf(one), true, 'signed the agreement'),
  ],
];

onEveryHost((host) => {
  it.each(ENDS)('a trusted device is asked for a factor once %s', async (_, end) => {
    const one = await trusting(host);
    expect(await signIn(host.stepward, one)).toEqual({ type: 'allow', remembered: true });
    host.clock.advance(60_000);
    await end(one);
    expect(await signIn(host.stepward, one)).toEqual({ type: 'challenge', factor: 'webauthn' });
  });

  it('a trusted device is asked for a factor once its key is dropped, and not while it is a previous one', async () => {
    const one = await trusting(host);
    const first = { id: 'first', secret: new Uint8Array(32).fill(1) };
    const second = { id: 'second', secret: new Uint8Array(32).fill(2) };
    const under = (keys: Parameters<typeof createKeyRing>[0]): Stepward =>
      createStepward({ storage: host.storage, codeKeys: createKeyRing(keys), clock: host.clock });
    const rotated = under({ active: second, previous: [first] });
    expect(await signIn(rotated, one)).toEqual({ type: 'allow', remembered: true });
    const dropped = under({ active: second });
    expect(await signIn(dropped, one)).toEqual({ type: 'challenge', factor: 'webauthn' });
    const listed = await dropped.trustedDevices.list(accountOf(one));
    expect(listed._unsafeUnwrap()).toEqual([]);
  });

  it.each<[string, Partial<Identity>]>([
    ['has another number', { phone: { number: phoneNumber(OTHER_NUMBER), verified: true } }],
    ['has none any more', { phone: null }],
    ['is suspended', { state: 'suspended' }],
  ])(
    'a trusted device is asked for a factor where the person in the directory of a host %s',
    async (_, change) => {
      const one = await trusting(host);
      const { tenantId, identityId } = one.person;
      const stored = await host.stepward.identities.find(tenantId, identityId);
      const withDirectory = (identity: Identity | null): Stepward =>
        createStepward({
          storage: host.storage,
          codeKeys: createKeyRing({ active: { id: 'first', secret: new Uint8Array(32).fill(1) } }),
          clock: host.clock,
          directory: () => ({
            find: async () => identity,
            setVerifiedPhone: async () => undefined,
          }),
        });
      const remembered = { type: 'allow', remembered: true };
      expect(await signIn(withDirectory(stored), one)).toEqual(remembered);
      const changed = stored && { ...stored, ...change };
      expect((await signIn(withDirectory(changed), one)).type).toBe('challenge');
    },
  );

  it('a token works for nobody else, and for no other tenant', async () => {
    const one = await trusting(host);
    const { tenantId } = one.person;
    const bob = await host.person({ tenantId, otherFactors: ['totp'] });
    await trust(host, bob);
    const others = [bob, await host.person({ tenantId: await trustingTenant(host) })];
    for (const other of others) {
      const found = await host.stepward.trustedDevices.check({ ...other, token: one.token });
      expect(found).toBeNull();
    }
  });

  it('of 30 parallel trusts at most 20 devices remain, and each token that is recognised is listed', async () => {
    const person = await host.person({
      tenantId: await trustingTenant(host),
      otherFactors: ['totp'],
    });
    const trusted = await Promise.all(Array.from({ length: 30 }, () => trust(host, person)));
    const { tenantId, identityId } = person;
    const listed = await host.stepward.trustedDevices.list({ ...person, assurance: null });
    const ids = listed._unsafeUnwrap().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    for (const { token, device } of trusted) {
      const found = await host.stepward.trustedDevices.check({ tenantId, identityId, token });
      expect(found !== null).toBe(ids.includes(device.id));
    }
  });

  describe('a session from a trusted device', () => {
    let one: Trusting;
    let assurance: AssuranceLevel;
    beforeAll(async () => {
      one = await trusting(host);
      const decision = await signIn(host.stepward, one);
      expect(decision).toEqual({ type: 'allow', remembered: true });
      // What every host does: aal2 is for a factor that this session has proven.
      assurance = 'aal1';
    });

    // standard: nist/5.1-browser
    it("never passes requireAssurance('aal2')", async () => {
      const { tenantId, identityId } = one.person;
      const accessTokens = createOpaqueTokenAuthenticator(async () => ({
        ...{ tenantId, identityId, assurance },
        authenticatedAt: host.clock.now(),
      }));
      const guard = requireAssurance({ accessTokens, acr: 'aal2', clock: host.clock });
      const headers = { authorization: 'Bearer a-session' };
      const refused = await guard(new Request('https://pay.example.com/', { headers }));
      expect(refused?.status).toBe(401);
      expect(refused?.headers.get('www-authenticate')).toContain('acr_values="aal2"');
    });

    it('is challenged in a consent, whatever the host passes on', async () => {
      const policy = await policyOf(host.stepward, one.person);
      const session = { assurance };
      const facts = {
        policy,
        enrolled: ['totp'],
        memberSince: new Date(0),
        requiredSince: null,
      } as const;
      const smuggled = { trustedDevice: await checked(host.stepward, one) };
      for (const requiredAssurance of ['aal2', null] as const) {
        const decision = decideStepUp(
          { ...facts, ...smuggled, session, consent: { requiredAssurance }, risk: 'unknown' },
          host.clock.now(),
        );
        expect(decision).toEqual({ type: 'challenge', factor: 'totp', page: null });
      }
    });

    it('may not change factors', async () => {
      const { tenantId, identityId } = one.person;
      const removed = await host.stepward.totp.remove({ tenantId, identityId, assurance });
      expect(removed._unsafeUnwrapErr().code).toBe('assurance_insufficient');
    });
  });
}, ONE_SERVER);

const organisationOf = ({ tenantId }: Pick<Person, 'tenantId'>) => `org-of-${tenantId}`;

function trustingTenant(host: Host): Promise<string> {
  return host.tenant({ mfa: { policy: 'always', trustedDeviceDays: 30 } });
}

async function trusting(host: Host): Promise<Trusting> {
  const tenantId = await trustingTenant(host);
  const person = await host.person({ tenantId });
  await host.stepward.organisations.put(tenantId, organisationOf(person));
  await person.enrol();
  const account = { tenantId, identityId: person.identityId, assurance: 'aal2' } as const;
  const { secret } = (await host.stepward.totp.start(account))._unsafeUnwrap();
  const code = appCode(secret, host.clock.now());
  (await host.stepward.totp.verify(account, code))._unsafeUnwrap();
  (await host.stepward.recoveryCodes.generate(account))._unsafeUnwrap();
  await bind(host, person, [authenticator('totp', 2), authenticator('webauthn', 1)]);
  const { device, token } = await trust(host, person);
  return { host, person, token, deviceId: device.id, secret };
}

async function trust(host: Host, { tenantId, identityId }: Person) {
  const trusted = await host.stepward.trustedDevices.trust({
    tenantId,
    identityId,
    proven: ['totp'],
  });
  const { device, token } = trusted._unsafeUnwrap();
  return { device, token: token.reveal() };
}

async function policyOf(stepward: Stepward, person: Person) {
  const found = await stepward.policies.get(person.tenantId, organisationOf(person));
  return found._unsafeUnwrap();
}

function checked(stepward: Stepward, { person: { tenantId, identityId }, token }: Trusting) {
  return stepward.trustedDevices.check({ tenantId, identityId, token });
}

/** The decision about a sign-in from the browser, as a host asks for it. */
async function signIn(stepward: Stepward, one: Trusting) {
  const policy = await policyOf(stepward, one.person);
  const trustedDevice = await checked(stepward, one);
  const facts = { enrolled: ['webauthn', 'totp'], proven: [], phoneVerified: true } as const;
  const joined = { memberSince: new Date(0), requiredSince: null, risk: 'unknown' } as const;
  return decideSignIn({ policy, ...facts, ...joined, trustedDevice }, one.host.clock.now());
}

function authenticator(factor: 'totp' | 'webauthn', number: number): Authenticator {
  const id = `00000000-0000-4000-8000-00000000000${String(number)}`;
  const enrolledAt = new Date('2026-01-01T00:00:00.000Z');
  return { id, factor, name: null, enrolledAt, lastUsedAt: null, verifier: null, wrongInARow: 0 };
}

/** Binds authenticators beside those of the person, in storage. */
async function bind(host: Host, person: Person, more: readonly Authenticator[]): Promise<void> {
  await change(host, person, (bound) => [...bound, ...more]);
}

async function change(
  host: Host,
  { tenantId, identityId }: Person,
  to: (bound: readonly Authenticator[]) => readonly Authenticator[],
): Promise<void> {
  const scope = { tenantId, identityId, factor: 'sms', purpose: 'enrolment' } as const;
  const changed = await host.storage.decide<null, never>(scope, ({ record }) =>
    ok({ outcome: null, record: { ...record, authenticators: to(record.authenticators) } }),
  );
  expect(changed.isOk()).toBe(true);
}

/** The last of 100 wrong answers; the 99 before are as they are stored. */
async function suspendApp({ host, person, secret }: Trusting): Promise<void> {
  await change(host, person, (bound) =>
    bound
      .filter(({ factor, verifier }) => factor !== 'totp' || verifier !== null)
      .map((one) => (one.factor === 'totp' ? { ...one, wrongInARow: 99 } : one)),
  );
  const { tenantId, identityId } = person;
  const right = appCode(secret, host.clock.now());
  const wrong = right.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
  const session = { tenantId, identityId, sessionId: `of ${identityId}`, factor: 'totp' };
  const answered = await host.stepward.stepUp.verify(session, wrong);
  expect(answered._unsafeUnwrapErr().code).toBe('code_mismatch');
}
