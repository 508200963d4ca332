import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { caller, createServiceHost, type ServiceHost } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { days } from '../../shared/duration.js';
import type { SignInRequest } from './sign-in-service.js';

const MANAGER = systemCaller('acme');
const ADA: SignInRequest = {
  tenantId: 'acme',
  identityId: 'ada',
  organisationId: 'org_main',
  proven: [],
  memberSince: new Date('2020-01-01T00:00:00.000Z'),
};

/** The organisation demands a factor, 14 days after that is first found. */
async function requiringHost(): Promise<ServiceHost> {
  const host = await createServiceHost();
  await host.organisations.put('acme', 'org_main');
  const policy = { unenrolledUserAction: 'force_enrollment', gracePeriodMs: days(14) };
  (await host.tenants.configure(MANAGER, { mfa: policy }))._unsafeUnwrap();
  await require(host);
  return host;
}

async function require(host: ServiceHost, mfaEnforcement: string | null = 'required') {
  (await host.policies.update(MANAGER, 'org_main', { mfaEnforcement }))._unsafeUnwrap();
}

async function decide(host: ServiceHost, changes: Partial<SignInRequest> = {}) {
  return (await host.signIns.decide({ ...ADA, ...changes }))._unsafeUnwrap();
}

async function deadline(host: ServiceHost, organisationId: string | null = 'org_main') {
  return (await host.people.see(MANAGER, 'ada', { organisationId }))._unsafeUnwrap().deadline;
}

describe('a sign-in by what is stored', () => {
  it('is decided by the current policy, factors and phone', async () => {
    const host = await createServiceHost();
    expect(await decide(host, { organisationId: null })).toEqual({
      ...{ type: 'enrol', skippable: true, until: null },
    });
    const mfa = { requirePhoneVerification: true };
    (await host.tenants.configure(MANAGER, { mfa }))._unsafeUnwrap();
    await host.change('ada', { phone: null });
    expect(await decide(host, { organisationId: null })).toEqual({ type: 'verify_phone' });
    await host.change('ada', { otherFactors: ['totp'] });
    expect(await decide(host, { organisationId: null })).toEqual({
      ...{ type: 'challenge', factor: 'totp' },
    });
    expect(await decide(host, { organisationId: null, proven: ['totp'] })).toEqual({
      type: 'verify_phone',
    });
  });

  it('asks for a factor that is not suspended, as a step-up does, while there is one', async () => {
    const host = await createServiceHost({ limits: { guessesInARow: 2 } });
    const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
    (await host.totp.verify(caller(), appCode(secret, host.clock.now())))._unsafeUnwrap();
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
    const asked = async () => {
      const { organisationId: _, proven: __, ...person } = ADA;
      const session = { assurance: 'aal1', organisationId: null } as const;
      const consent = { requiredAssurance: 'aal2', organisationId: null } as const;
      const steppedUp = await host.stepUp.decide({ ...person, session, consent });
      return [await decide(host, { organisationId: null }), steppedUp._unsafeUnwrap()];
    };
    const challenge = (factor: string, page: string | null) => [
      { type: 'challenge', factor },
      { type: 'challenge', factor, page },
    ];
    expect(await asked()).toEqual(challenge('totp', null));
    const answer = { ...ADA, organisationId: null, sessionId: 's1', factor: 'totp' };
    for (const wrong of ['000000', '000001']) {
      const refused = await host.stepUp.verify(answer, wrong);
      expect(refused._unsafeUnwrapErr().code).toBe('code_mismatch');
    }
    expect(await asked()).toEqual(challenge('sms', '/sms-verify'));
    const admin = { ...caller(), assurance: 'aal2' } as const;
    (await host.enrolments.remove(admin))._unsafeUnwrap();
    expect(await asked()).toEqual(challenge('totp', null));
  });

  it.each([
    [{ identityId: 'nobody' }, 'identity_not_found'],
    [{ organisationId: 'org_none' }, 'organisation_not_found'],
  ])('is refused for %j: %s', async (changes, code) => {
    const { signIns } = await createServiceHost();
    const refused = await signIns.decide({ ...ADA, organisationId: null, ...changes });
    expect(refused._unsafeUnwrapErr()).toEqual({ code });
  });

  it('is refused for a suspended person', async () => {
    const host = await createServiceHost();
    await host.change('ada', { state: 'suspended' });
    const refused = await host.signIns.decide({ ...ADA, organisationId: null });
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'identity_suspended' });
  });

  it.each([
    ['memberSince', '2020-01-01'],
    ['proven', ['iris']],
    ['organisationId', 7],
    ['identityId', null],
  ])('is not decided with another %s', async (field, value) => {
    const { signIns } = await createServiceHost();
    await expect(signIns.decide({ ...ADA, [field]: value })).rejects.toThrow('signIns.decide');
  });
});

describe('the deadline of a person', () => {
  it('begins at the first sign-in that finds that a factor is due, and no other renews it', async () => {
    const host = await requiringHost();
    expect(await deadline(host)).toBeNull();
    const until = new Date(host.clock.now().getTime() + days(14));
    for (const wait of [0, days(3), days(10), days(1) - 1]) {
      host.clock.advance(wait);
      expect(await decide(host)).toEqual({ type: 'enrol', skippable: true, until });
      expect(await deadline(host)).toEqual(until);
    }
    host.clock.advance(1);
    expect(await decide(host)).toEqual({ type: 'enrol', skippable: false, until: null });
    const memberSince = host.clock.now();
    expect(await decide(host, { memberSince })).toMatchObject({ skippable: false });
  });

  it('is the same at sign-in and at a consent, and each organisation has its own', async () => {
    const host = await requiringHost();
    const until = new Date(host.clock.now().getTime() + days(14));
    await decide(host);
    host.clock.advance(days(5));
    const { tenantId, identityId, memberSince } = ADA;
    const session = { assurance: 'aal1', organisationId: 'org_main' } as const;
    const consent = { requiredAssurance: null, organisationId: null };
    const atConsent = { tenantId, identityId, memberSince, session, consent };
    expect((await host.stepUp.decide(atConsent))._unsafeUnwrap()).toMatchObject({ until });
    await host.organisations.put('acme', 'org_other');
    const required = { mfaEnforcement: 'required' };
    (await host.policies.update(MANAGER, 'org_other', required))._unsafeUnwrap();
    expect(await decide(host, { organisationId: 'org_other' })).toMatchObject({
      until: new Date(until.getTime() + days(5)),
    });
    expect(await deadline(host)).toEqual(until);
  });

  it('is not renewed by a factor that is enrolled and removed, and is none while there is one', async () => {
    const host = await requiringHost();
    await decide(host);
    const until = await deadline(host);
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
    expect([(await decide(host)).type, await deadline(host)]).toEqual(['challenge', null]);
    (await host.enrolments.remove(caller()))._unsafeUnwrap();
    host.clock.advance(days(2));
    expect(await decide(host)).toEqual({ type: 'enrol', skippable: true, until });
  });

  it('follows the grace period, and begins again after a sign-in that owed nothing', async () => {
    const host = await requiringHost();
    await decide(host);
    host.clock.advance(days(2));
    const shorter = { gracePeriodMs: days(1) };
    (await host.policies.update(MANAGER, 'org_main', shorter))._unsafeUnwrap();
    expect(await decide(host)).toMatchObject({ skippable: false });
    await require(host, null);
    expect(await decide(host)).toEqual({ type: 'enrol', skippable: true, until: null });
    await require(host);
    expect(await decide(host)).toMatchObject({
      until: new Date(host.clock.now().getTime() + days(1)),
    });
  });
});
