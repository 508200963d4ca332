import { describe, expect, it } from 'vitest';
import { systemCaller } from '@stepward/core';
import {
  PasskeysCredentialsMemoryRepository,
  type AuthenticatorParameters,
} from 'nid-webauthn-emulator';
import { createApiWorld, type Answer, type ApiWorld } from './api-world.js';
import { createBrowser, type Browser } from './browser.js';

const ADA = { identity_id: 'ada', session_id: 'session-1' };

/** Enrols a new browser's authenticator for a person. */
async function enrol(
  { account }: ApiWorld,
  token = 'ada',
  parameters: Partial<AuthenticatorParameters> = {},
): Promise<Browser> {
  const browser = createBrowser(parameters);
  const response = browser.create(await account('POST', '/webauthn', undefined, token));
  const { status } = await account('PUT', '/webauthn', { response }, token);
  expect(status).toBe(200);
  return browser;
}

const challenge = ({ internal }: ApiWorld, changes: object = {}) =>
  internal('/challenge', { ...ADA, ...changes });

const verify = ({ internal }: ApiWorld, response: unknown, changes: object = {}) =>
  internal('/verify', { ...ADA, ...changes, response });

/** Challenges the session, and answers with what the browser makes of it. */
async function stepUp(world: ApiWorld, browser: Browser, origin?: string): Promise<Answer> {
  return verify(world, browser.get(await challenge(world), origin));
}

/** What the service says of a right answer in the same process. */
async function proven(world: ApiWorld, browser: Browser) {
  const session = { tenantId: 'acme', identityId: 'ada', sessionId: 's', factor: 'webauthn' };
  const { options } = (await world.stepward.stepUp.challenge(session))._unsafeUnwrap();
  const response = browser.get({ status: 200, body: { options } });
  return (await world.stepward.stepUp.verify(session, response))._unsafeUnwrap();
}

const MISMATCH = { status: 422, reason: 'code_mismatch' };

describe('a step-up by a passkey', () => {
  // standard: nist/2.2.2-phishing-resistant, nist/2.2.2-replay
  it('is proven by any credential of the person, once', async () => {
    const world = await createApiWorld();
    const browsers = [await enrol(world), await enrol(world)];
    for (const browser of browsers) {
      const asked = await challenge(world);
      expect(asked).toMatchObject({
        status: 200,
        body: { options: { rpId: 'example.com', timeout: 300_000 } },
      });
      const response = browser.get(asked);
      expect(await verify(world, response)).toEqual({ status: 200, body: { verified: true } });
      expect(await verify(world, response)).toMatchObject({
        status: 404,
        reason: 'nothing_pending',
      });
    }
    expect((await world.logged('ada')).slice(0, 2)).toEqual([
      ['factor.verified', 'webauthn', null],
      ['factor.challenged', 'webauthn', null],
    ]);
    const { body } = await world.account('GET', '/authenticators');
    expect(body).toMatchObject({
      data: [{ last_used_at: expect.any(String) }, { last_used_at: expect.any(String) }],
    });
  });

  it('for one operation is wrong for another or for none, and gives a grant for it', async () => {
    const world = await createApiWorld();
    const browser = await enrol(world);
    const operation = { id: 'payment', text: 'Pay 120 €', data: { amount: '120' } };
    const other = { ...operation, data: { amount: '1200' } };
    const asked = await challenge(world, { operation });
    for (const change of [{}, { operation: null }, { operation: other }]) {
      expect(await verify(world, browser.get(asked), change)).toMatchObject(MISMATCH);
    }
    const { body } = await verify(world, browser.get(asked), { operation });
    expect(body).toEqual({ verified: true, grant: expect.stringMatching(/^[\w-]{43}$/) });
    const { grant } = body as { readonly grant: string };
    const use = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1', grant, operation };
    expect((await world.stepward.grants.use(use)).isOk()).toBe(true);

    const plain = browser.get(await challenge(world));
    expect(await verify(world, plain, { operation })).toMatchObject(MISMATCH);
  });

  it('finds the person by the challenge, where the request names none', async () => {
    const world = await createApiWorld();
    const browser = await enrol(world);
    const response = browser.get(await challenge(world));
    const verified = await world.internal('/verify', { session_id: 'session-1', response });
    expect(verified.status).toBe(200);
  });

  it('says how strong the proof is', async () => {
    const world = await createApiWorld();
    const synced = await enrol(world);
    expect(await proven(world, synced)).toEqual({
      assurance: 'aal2',
      identityId: 'ada',
      sessionId: 's',
      amr: ['swk', 'mfa', 'user'],
    });
    const touched = { options: { uv: false, up: true } };
    const key = await enrol(world, 'ada', {
      stateless: true,
      userGetAssertionInteraction: () => touched,
    });
    expect((await proven(world, key)).amr).toEqual(['hwk', 'mfa']);
  });

  it('comes first at sign-in, and not where the organisation does not allow it', async () => {
    const world = await createApiWorld();
    await enrol(world);
    const decided = await world.stepward.stepUp.decide({
      tenantId: 'acme',
      identityId: 'ada',
      session: { assurance: 'aal1', organisationId: null },
      consent: { requiredAssurance: 'aal2', organisationId: null },
      memberSince: world.clock.now(),
    });
    expect(decided._unsafeUnwrap()).toEqual({ type: 'challenge', factor: 'webauthn', page: null });
    const mfa = { allowedFactors: ['totp'] };
    (await world.stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    expect(await challenge(world)).toMatchObject({ status: 503, reason: 'factor_not_allowed' });
  });

  it('needs a credential, and a challenge in time', async () => {
    const world = await createApiWorld();
    expect(await challenge(world)).toMatchObject({ status: 409, reason: 'factor_not_enrolled' });
    const browser = await enrol(world);
    const late = browser.get(await challenge(world));
    world.clock.advance(300_000);
    expect(await verify(world, late)).toMatchObject({ status: 422, reason: 'code_expired' });
    const removed = browser.get(await challenge(world));
    await world.account('DELETE', '/webauthn');
    expect(await verify(world, removed)).toMatchObject({ reason: 'factor_not_enrolled' });
  });

  it('is refused in a session with the live challenge of another person', async () => {
    const world = await createApiWorld();
    await enrol(world);
    await enrol(world, 'bob');
    await challenge(world);
    const taken = await challenge(world, { identity_id: 'bob' });
    expect(taken).toMatchObject({ status: 409, reason: 'session_taken' });
  });
});

describe('a wrong response', () => {
  // standard: nist/3.2.5-name
  it.each([
    [
      'from another origin',
      async (world: ApiWorld, browser: Browser) =>
        browser.get(await challenge(world), 'https://evil.example.com'),
    ],
    [
      'to the challenge before the last',
      async (world: ApiWorld, browser: Browser) => {
        const response = browser.get(await challenge(world));
        await challenge(world);
        return response;
      },
    ],
    [
      'to a challenge of another session',
      async (world: ApiWorld, browser: Browser) => {
        const response = browser.get(await challenge(world, { session_id: 'session-2' }));
        await challenge(world);
        return response;
      },
    ],
    [
      'by the authenticator of another person',
      async (world: ApiWorld) => {
        const strangers = await enrol(world, 'bob');
        const theirs = await challenge(world, { identity_id: 'bob', session_id: 'session-3' });
        await challenge(world);
        return strangers.get(theirs);
      },
    ],
    [
      'by a removed authenticator',
      async (world: ApiWorld) => {
        const lost = await enrol(world);
        const { body } = await world.account('GET', '/authenticators');
        const { data } = body as { data: readonly { id: string }[] };
        const response = lost.get(await challenge(world));
        await world.account('DELETE', `/authenticators/${String(data[1]?.id)}`);
        return response;
      },
    ],
  ])('%s spends an attempt', async (_, answer) => {
    const world = await createApiWorld();
    const browser = await enrol(world);
    expect(await verify(world, await answer(world, browser))).toMatchObject(MISMATCH);
    expect((await world.logged('ada'))[0]).toEqual(['factor.refused', 'webauthn', 'code_mismatch']);
    expect((await stepUp(world, browser)).status).toBe(200);
  });

  // standard: nist/2.2.2-intent
  it('comes from an authenticator that nobody touched', async () => {
    const world = await createApiWorld();
    const absent = { options: { uv: false, up: false } };
    const browser = await enrol(world, 'ada', { userGetAssertionInteraction: () => absent });
    expect(await stepUp(world, browser)).toMatchObject(MISMATCH);
  });

  it('has a count that goes back or stands still, which the log says', async () => {
    for (const signCounterIncrement of [-1, 0]) {
      const world = await createApiWorld();
      const credentialsRepository = new PasskeysCredentialsMemoryRepository();
      const browser = await enrol(world, 'ada', { credentialsRepository });
      expect((await stepUp(world, browser)).status).toBe(200);
      const clone = createBrowser({ credentialsRepository, signCounterIncrement });
      expect(await stepUp(world, clone)).toMatchObject(MISMATCH);
      expect((await world.logged('ada'))[0]).toEqual([
        'factor.refused',
        'webauthn',
        'sign_count_went_back',
      ]);
    }
  });

  it('may count nothing for ever', async () => {
    const world = await createApiWorld();
    const browser = await enrol(world, 'ada', { signCounterIncrement: 0 });
    expect((await stepUp(world, browser)).status).toBe(200);
    expect((await stepUp(world, browser)).status).toBe(200);
  });

  it('that is malformed spends no attempt', async () => {
    const world = await createApiWorld();
    const browser = await enrol(world);
    const response = browser.get(await challenge(world));
    const malformed = { status: 422, reason: 'code_malformed' };
    for (const wrong of [undefined, null, 7, 'AA', {}, { ...response, id: '' }]) {
      expect(await verify(world, wrong)).toMatchObject(malformed);
    }
    expect(await world.internal('/verify', { ...ADA, code: '000000' })).toMatchObject(malformed);
    expect((await verify(world, response)).status).toBe(200);
  });

  it('counts: five end the challenge, and ten are all of the hour', async () => {
    const world = await createApiWorld();
    const browser = await enrol(world);
    const wrong = async () => (await stepUp(world, browser, 'https://evil.example.com')).reason;
    const first = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong()];
    expect(first).toEqual([...new Array(4).fill('code_mismatch'), 'attempts_exhausted']);
    for (let count = 6; count <= 10; count += 1) await wrong();
    expect(await challenge(world)).toMatchObject({ status: 429, reason: 'guess_budget_spent' });
  });

  // standard: nist/3.2.2-limit
  it('suspends the authenticator that it names after 100 in a row, and no other', async () => {
    const world = await createApiWorld({ limits: { guessesPerHour: 200, attempts: 200 } });
    const browser = await enrol(world);
    const other = await enrol(world);
    const wrong = browser.get(await challenge(world), 'https://evil.example.com');
    for (let count = 1; count <= 100; count += 1) {
      expect(await verify(world, wrong)).toMatchObject(MISMATCH);
    }
    expect(await stepUp(world, browser)).toMatchObject({ status: 422, reason: 'factor_suspended' });
    expect((await stepUp(world, other)).status).toBe(200);
    const left = await world.stepward.people.see(systemCaller('acme'), 'ada');
    expect(left._unsafeUnwrap().suspended).toEqual([]);
  });
});

it('an answer whose count was used meanwhile is refused, though it was verified before', async () => {
  const world = await createApiWorld();
  const browser = await enrol(world);
  const first = browser.get(await challenge(world));
  const second = browser.get(await challenge(world, { session_id: 'session-2' }));
  expect((await verify(world, second, { session_id: 'session-2' })).status).toBe(200);
  expect(await verify(world, first)).toMatchObject(MISMATCH);
});

it('of parallel verifications of one response one succeeds', async () => {
  const world = await createApiWorld();
  const browser = await enrol(world);
  const response = browser.get(await challenge(world));
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(world, response)));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...new Array(19).fill(404)]);
});
