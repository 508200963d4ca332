import { decisionScope } from '../../adapter/decide-in-unit-of-work.js';
import { ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { PHONE } from '../../../test/fixtures.js';
import {
  caller,
  createServiceHost,
  wrongCode,
  type ServiceHost,
} from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import type { Storage } from '../../ports/storage.js';
import type { UnitOfWorkScope } from '../../ports/stores.js';
import { minutes } from '../../shared/duration.js';
import { readFacts } from '../../identity/facts-service.js';
import { createMemoryStorage } from '@stepward/testing';
import type { StepUpRequest } from './step-up-service.js';

const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

/** `ada` has SMS enrolled, and no cool-down runs. */
async function enrolledHost(options: Parameters<typeof createServiceHost>[0] = {}) {
  const host = await createServiceHost(options);
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
  host.clock.advance(minutes(1));
  return host;
}

async function challenge(host: ServiceHost, session = SESSION): Promise<string | undefined> {
  (await host.stepUp.challenge(session))._unsafeUnwrap();
  host.clock.advance(minutes(1));
  return host.codes.at(-1);
}

describe('a session steps up', () => {
  // standard: nist/2.2.1-factors
  it('with the code that was sent for it, and the caller learns what that proves', async () => {
    const host = await enrolledHost();
    const issued = await host.stepUp.challenge(SESSION);
    expect(issued._unsafeUnwrap()).toEqual({ sentTo: '+14*****2671' });

    expect((await host.stepUp.verify(SESSION, host.codes.at(-1)))._unsafeUnwrap()).toEqual({
      assurance: 'aal2',
      amr: ['sms', 'otp', 'mfa'],
      identityId: 'ada',
      sessionId: 'session-1',
    });
  });

  // standard: nist/2.2.2-replay, nist/3.1.3.2-once, asvs/6.5.1
  it('once: the code is used up, and one that was wrong before is forgotten', async () => {
    const host = await enrolledHost();
    const code = await challenge(host);
    await host.stepUp.verify(SESSION, wrongCode(code)).then(expectErr('code_mismatch'));
    (await host.stepUp.verify(SESSION, code))._unsafeUnwrap();
    await host.stepUp.verify(SESSION, code).then(expectErr('nothing_pending'));
  });

  // standard: asvs/6.6.2
  it('with neither the code of another session nor that of an enrolment', async () => {
    const host = await enrolledHost();
    const first = await challenge(host);
    const other = { ...SESSION, sessionId: 'session-2' };
    const second = await challenge(host, other);
    expect(second).not.toBe(first);
    await host.stepUp.verify(other, first).then(expectErr('code_mismatch'));
    await host.stepUp.verify(SESSION, host.codes[0]).then(expectErr('code_mismatch'));
    (await host.stepUp.verify(SESSION, first))._unsafeUnwrap();
    (await host.stepUp.verify(other, second))._unsafeUnwrap();
  });

  it('not for another person than the one who was challenged, which spends no guess', async () => {
    const host = await enrolledHost();
    const code = await challenge(host);
    const mixedUp = { ...SESSION, identityId: 'bob' };
    await host.stepUp.verify(mixedUp, code).then(expectErr('nothing_pending'));
    const proven = await host.stepUp.verify({ ...SESSION, identityId: null }, code);
    expect(proven._unsafeUnwrap().identityId).toBe('ada');
  });

  it('not with a digest that was copied to another session of the same person', async () => {
    const storage = createMemoryStorage();
    const host = await enrolledHost({ storage });
    const code = await challenge(host);
    const key = { tenantId: 'acme', identityId: 'ada', factor: 'sms', purpose: 'step_up' } as const;
    const { record } = await readFacts(storage, { ...key, sessionId: 'session-1' });
    const copied = await storage.decide({ ...key, sessionId: 'session-2' }, () =>
      ok({ outcome: null, record }),
    );
    copied._unsafeUnwrap();
    const other = { ...SESSION, sessionId: 'session-2' };
    await host.stepUp.verify(other, code).then(expectErr('code_mismatch'));
  });
});

describe('a challenge', () => {
  it.each([
    ['an unknown identity', {}, 'identity_not_found'],
    ['ada', { state: 'suspended' as const }, 'identity_suspended'],
    ['ada', { phone: null }, 'phone_not_verified'],
  ])('of %s with %j is refused with %s', async (identityId, change, code) => {
    const host = await enrolledHost();
    await host.change('ada', change);
    await host.stepUp.challenge({ ...SESSION, identityId }).then(expectErr(code));
    expect(host.sms.attempts).toBe(1);
  });

  it('whose identity is gone, or suspended, by the time of the code is refused', async () => {
    const host = await enrolledHost();
    const code = await challenge(host);
    await host.change('ada', { state: 'suspended' });
    await host.stepUp.verify(SESSION, code).then(expectErr('identity_suspended'));
    await host.change('ada', { state: 'active' });
    await host.stepUp.verify(SESSION, code).then(expectErr('code_withdrawn'));
  });

  it('that the provider refuses can be repeated at once, and the log shows neither code nor number', async () => {
    const host = await enrolledHost();
    host.sms.behave('refused');
    await host.stepUp.challenge(SESSION).then(expectErr('sms_not_sent'));
    host.sms.behave('accepted');
    await challenge(host);
    expect(host.logged.join()).toContain('step_up');
    for (const secret of [...host.codes, PHONE.slice(1)]) {
      expect(host.logged.join()).not.toContain(secret);
    }
  });

  it('and its code are decided under the locks of identity and session', async () => {
    const inner = createMemoryStorage();
    const scopes: UnitOfWorkScope[] = [];
    const storage: Storage = {
      ...inner,
      decide(scope, decision) {
        scopes.push(decisionScope(scope));
        return inner.decide(scope, decision);
      },
    };
    const host = await enrolledHost({ storage });
    scopes.length = 0;
    const code = await challenge(host);
    (await host.stepUp.verify(SESSION, code))._unsafeUnwrap();

    const held = { tenantId: 'acme', lock: ['identity:ada', 'session:session-1'] };
    expect(scopes).toEqual([held, held]);
  });
});

describe('whether to step up', () => {
  const request: StepUpRequest = {
    tenantId: 'acme',
    identityId: 'ada',
    session: { assurance: 'aal1', organisationId: null },
    consent: { requiredAssurance: null, organisationId: null },
    memberSince: new Date('2026-01-01T00:00:00.000Z'),
  };
  const SMS = { type: 'challenge', factor: 'sms', page: '/sms-verify' };

  // spec: step-up/challenge
  it('is decided by the factors that the person has now', async () => {
    const host = await enrolledHost();
    expect((await host.stepUp.decide(request))._unsafeUnwrap()).toEqual(SMS);
    await host.change('ada', { otherFactors: ['totp'] });
    const decided = await host.stepUp.decide(request);
    expect(decided._unsafeUnwrap()).toEqual({ type: 'challenge', factor: 'totp', page: null });
  });

  it.each([
    ["the tenant's where there is no organisation", null, null, SMS],
    ["the session's organisation's", 'org-never', null, { type: 'nothing' }],
    ["the consent's organisation's, before the session's", 'org-never', 'org-main', SMS],
    ["the consent's organisation's", null, 'org-never', { type: 'nothing' }],
  ])('is decided by the policy of %s', async (_, ofSession, ofConsent, decision) => {
    const host = await enrolledHost();
    const manager = systemCaller('acme');
    (await host.tenants.configure(manager, { mfa: { policy: 'never' } }))._unsafeUnwrap();
    for (const id of ['org-never', 'org-main']) await host.organisations.put('acme', id);
    (await host.policies.update(manager, 'org-main', { mfaPolicy: 'always' }))._unsafeUnwrap();
    const tenantAsks = ofSession === null && ofConsent === null;
    if (tenantAsks) {
      (await host.tenants.configure(manager, { mfa: { policy: 'always' } }))._unsafeUnwrap();
    }

    const decided = await host.stepUp.decide({
      ...request,
      session: { assurance: 'aal1', organisationId: ofSession },
      consent: { requiredAssurance: null, organisationId: ofConsent },
    });
    expect(decided._unsafeUnwrap()).toEqual(decision);
  });

  it.each([
    [{ identityId: 'nobody' }, 'identity_not_found'],
    [
      { session: { assurance: 'aal1' as const, organisationId: 'org-none' } },
      'organisation_not_found',
    ],
  ])('is not decided for %j: %s', async (change, code) => {
    const host = await enrolledHost();
    await host.stepUp.decide({ ...request, ...change }).then(expectErr(code));
  });
});

function expectErr(code: string) {
  return (result: { isErr(): boolean; _unsafeUnwrapErr(): { readonly code: string } }): void => {
    expect(result._unsafeUnwrapErr().code).toBe(code);
  };
}
