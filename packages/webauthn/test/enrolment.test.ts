import { describe, expect, it } from 'vitest';
import { systemCaller } from '@stepward/core';
import { createApiWorld, type ApiWorld } from './api-world.js';
import { createBrowser } from './browser.js';

const start = ({ account }: ApiWorld, token?: string) =>
  account('POST', '/webauthn', undefined, token);

const finish = ({ account }: ApiWorld, body: object, token?: string) =>
  account('PUT', '/webauthn', body, token);

/** Enrols a credential of a new browser; the answer, and what the browser gave. */
async function enrol(world: ApiWorld, token?: string, name?: string) {
  const response = createBrowser().create(await start(world, token));
  const named = name === undefined ? {} : { name };
  return { response, answer: await finish(world, { response, ...named }, token) };
}

describe('the enrolment of a passkey', () => {
  // standard: nist/3.1.6.2-challenge
  it('goes from none to pending, to enrolled, and back to none', async () => {
    const world = await createApiWorld();
    const started = await start(world);
    expect(started).toMatchObject({
      status: 201,
      body: {
        data: {
          status: 'pending',
          options: {
            challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
            rp: { id: 'example.com', name: 'Acme' },
            user: { name: 'ada', displayName: 'ada' },
            timeout: 300_000,
            excludeCredentials: [],
          },
        },
      },
    });
    const response = createBrowser().create(started);
    const on = { enabled: true, methods: ['webauthn'], backup_codes_remaining: 0 };
    expect(await finish(world, { response })).toMatchObject({ status: 200, body: { data: on } });
    const off = { enabled: false, methods: [], backup_codes_remaining: 0 };
    expect(await world.account('DELETE', '/webauthn')).toMatchObject({
      status: 200,
      body: { data: off },
    });
    expect(await world.logged('ada')).toEqual([
      ['factor.removed', 'webauthn', null],
      ['factor.enrolled', 'webauthn', null],
      ['factor.enrolment_started', 'webauthn', null],
    ]);
  });

  // standard: nist/4.1.2.1-several
  it('adds up to ten, each with its name; an authenticator that is known is not offered again', async () => {
    const world = await createApiWorld();
    const browser = createBrowser();
    await finish(world, { response: browser.create(await start(world)), name: 'Laptop' });
    world.clock.advance(3_600_000);
    const second = await start(world);
    expect(() => browser.create(second)).toThrow('EXCLUDED');
    await finish(world, { response: createBrowser().create(second) });
    for (let count = 3; count <= 10; count += 1) {
      expect((await enrol(world)).answer.status).toBe(200);
    }
    expect(await start(world)).toMatchObject({ status: 409, reason: 'too_many_authenticators' });
    const { data } = (await world.account('GET', '/authenticators')).body as {
      data: readonly { id: string; factor: string; name: string | null }[];
    };
    expect(data.map(({ factor, name }) => [factor, name])).toEqual([
      ['webauthn', 'Laptop'],
      ...new Array(9).fill(['webauthn', null]),
    ]);
    expect(new Set(data.map(({ id }) => id)).size).toBe(10);
  });

  it('is for people of other tenants and for others of this one apart', async () => {
    const world = await createApiWorld();
    for (const token of ['ada', 'bob', 'gus']) {
      expect((await enrol(world, token)).answer.status, token).toBe(200);
    }
  });

  it('expires after five minutes, and may be cancelled', async () => {
    const world = await createApiWorld();
    const late = createBrowser().create(await start(world));
    world.clock.advance(300_000);
    expect(await finish(world, { response: late })).toMatchObject({ reason: 'code_expired' });
    const cancelled = createBrowser().create(await start(world));
    await world.account('DELETE', '/webauthn');
    expect(await finish(world, { response: cancelled })).toMatchObject({
      status: 404,
      reason: 'nothing_pending',
    });
  });

  it('is withdrawn by a suspension', async () => {
    const world = await createApiWorld();
    const response = createBrowser().create(await start(world));
    const ada = await world.stepward.identities.find('acme', 'ada');
    if (ada === null) throw new Error('Ada exists');
    for (const state of ['suspended', 'active'] as const) {
      (await world.stepward.identities.put('acme', { ...ada, state }))._unsafeUnwrap();
    }
    expect(await finish(world, { response })).toMatchObject({
      status: 422,
      reason: 'code_withdrawn',
    });
  });

  it('stays where it is the last factor and the policy requires one', async () => {
    const world = await createApiWorld({ keepLastFactor: true });
    const mfa = { enforcement: 'required' } as const;
    (await world.stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    await enrol(world);
    expect(await world.account('DELETE', '/webauthn')).toMatchObject({
      status: 409,
      reason: 'last_factor',
    });
  });

  it('may be started ten times an hour', async () => {
    const world = await createApiWorld();
    for (let count = 1; count <= 10; count += 1) {
      expect((await start(world)).status).toBe(201);
    }
    expect(await start(world)).toMatchObject({ status: 429, reason: 'start_budget_spent' });
  });

  it('needs a session at aal2 once there is a factor', async () => {
    const world = await createApiWorld();
    await enrol(world);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await world.account(method, '/webauthn', {}, 'ada-aal1');
      expect(answer, method).toMatchObject({ status: 401, reason: 'assurance_insufficient' });
    }
  });

  it('is not allowed by a tenant that leaves it out, nor by a host without it', async () => {
    const refused = { status: 503, reason: 'factor_not_allowed' };
    const tenants = await createApiWorld();
    const mfa = { allowedFactors: ['totp'] };
    (await tenants.stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    expect(await start(tenants)).toMatchObject(refused);
    const without = await createApiWorld({ webauthn: undefined as never });
    expect(await start(without)).toMatchObject(refused);
    expect(await finish(without, { response: {} })).toMatchObject({ reason: 'nothing_pending' });
  });
});

describe('a wrong response to an enrolment', () => {
  it.each([
    [
      'of another origin',
      async (world: ApiWorld) => {
        const started = await start(world);
        return createBrowser().create(started, 'https://evil.example.com');
      },
    ],
    [
      'to the challenge before the last start',
      async (world: ApiWorld) => {
        const response = createBrowser().create(await start(world));
        await start(world);
        return response;
      },
    ],
    [
      'to the challenge of another person',
      async (world: ApiWorld) => {
        const response = createBrowser().create(await start(world, 'bob'));
        await start(world);
        return response;
      },
    ],
    [
      'to a challenge of another session of the person',
      async (world: ApiWorld) => createBrowser().create(await start(world, 'ada-elsewhere')),
    ],
  ])('%s spends an attempt', async (_, answer) => {
    const world = await createApiWorld();
    const response = await answer(world);
    expect(await finish(world, { response })).toMatchObject({
      status: 422,
      reason: 'code_mismatch',
    });
    expect((await world.logged('ada'))[0]).toEqual(['factor.refused', 'webauthn', 'code_mismatch']);
    expect((await enrol(world)).answer.status).toBe(200);
  });

  it('is one that was accepted before', async () => {
    const world = await createApiWorld();
    const { response } = await enrol(world);
    const again = await finish(world, { response });
    expect(again).toMatchObject({ status: 409, reason: 'already_enrolled' });
  });

  it('has a credential that is known, of this person or another of the tenant', async () => {
    const world = await createApiWorld();
    const { response } = await enrol(world);
    const { response: strangers } = await enrol(world, 'gus');
    for (const token of ['ada', 'bob']) {
      const challenge = challengeOf(await start(world, token));
      const forged = { response: { ...response, response: answering(response, challenge) } };
      const refused = await finish(world, forged, token);
      expect(refused, token).toMatchObject({ status: 409, reason: 'already_enrolled' });
    }
    const challenge = challengeOf(await start(world, 'bob'));
    const other = { response: { ...strangers, response: answering(strangers, challenge) } };
    expect((await finish(world, other, 'bob')).status).toBe(200);
  });

  it('that is malformed, or has a malformed name, spends no attempt', async () => {
    const world = await createApiWorld();
    const response = createBrowser().create(await start(world));
    for (const wrong of [undefined, null, 'AA', [], {}, { ...response, rawId: 'AA' }]) {
      const refused = await finish(world, { response: wrong });
      expect(refused).toMatchObject({ status: 422, reason: 'code_malformed' });
    }
    for (const name of ['', ' ', 'x'.repeat(65), 'a\u202eb', 7, {}]) {
      const refused = await finish(world, { response, name });
      expect(refused).toMatchObject({ status: 422, reason: 'name_malformed' });
    }
    expect((await finish(world, { response, name: 'Key' })).status).toBe(200);
  });

  it('counts: five end the enrolment, ten are all of the hour', async () => {
    const world = await createApiWorld();
    const wrong = async () => {
      const response = createBrowser().create(started, 'https://evil.example.com');
      return (await finish(world, { response })).reason;
    };
    let started = await start(world);
    const first = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong()];
    expect(first).toEqual([...new Array(4).fill('code_mismatch'), 'attempts_exhausted']);
    started = await start(world);
    for (let count = 6; count <= 10; count += 1) await wrong();
    started = await start(world);
    const response = createBrowser().create(started);
    expect(await finish(world, { response })).toMatchObject({ reason: 'attempts_exhausted' });
    world.clock.advance(3_600_000);
    expect((await enrol(world)).answer.status).toBe(200);
  });
});

function challengeOf({ body }: { readonly body: unknown }): string {
  return (body as { data: { options: { challenge: string } } }).data.options.challenge;
}

/** The inner response of a credential, as if it answered another challenge: without attestation nothing signs it. */
function answering({ response }: { readonly response: object }, challenge: string): object {
  const { clientDataJSON } = response as { readonly clientDataJSON: string };
  const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as object;
  const forged = JSON.stringify({ ...data, challenge });
  return { ...response, clientDataJSON: Buffer.from(forged).toString('base64url') };
}
