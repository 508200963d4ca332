import { AuthenticationUnavailable } from '@stepward/http';
import { describe, expect, it } from 'vitest';
import { MAX_REMOVED_SUBJECTS, MAX_STREAMS } from '../src/streams/stream.js';
import { createSsfWorld, POLL, PUSH, RECEIVER_URL } from './ssf-world.js';

const push = (endpoint_url: string, authorization_header?: string) => ({
  delivery: { ...{ method: PUSH, endpoint_url }, authorization_header },
});

describe('a receiver', () => {
  it('has at most 10 streams, and leaves no subscriber behind where it asks for more', async () => {
    const { ask, stream, stepward } = await createSsfWorld();
    for (let count = 0; count < MAX_STREAMS - 2; count += 1) await stream();
    const parallel = await Promise.all(
      Array.from({ length: 5 }, () => ask('POST', '/streams', { body: {} })),
    );
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403, 403]);
    expect((await stepward.subscribers.list('acme')).items).toHaveLength(MAX_STREAMS);
    expect((await ask('POST', '/streams', { token: 'other', body: {} })).status).toBe(201);
  });

  it.each([
    ['of another receiver', 'other'],
    ['that does not exist', 'manage'],
  ])('finds no stream %s', async (_, token) => {
    const { ask, stream } = await createSsfWorld();
    const made = await stream();
    const stream_id = token === 'other' ? made.stream_id : `${made.stream_id.slice(0, -4)}0000`;
    const subject = { format: 'opaque', id: 'usr_1' };
    const asked = [
      ask('GET', `/streams?stream_id=${stream_id}`, { token }),
      ask('PATCH', '/streams', { token, body: { stream_id, description: 'mine' } }),
      ask('PUT', '/streams', { token, body: { stream_id } }),
      ask('DELETE', `/streams?stream_id=${stream_id}`, { token }),
      ask('GET', `/status?stream_id=${stream_id}`, { token }),
      ask('POST', '/status', { token, body: { stream_id, status: 'disabled' } }),
      ask('POST', '/subjects/add', { token, body: { stream_id, subject } }),
      ask('POST', '/subjects/remove', { token, body: { stream_id, subject } }),
      ask('POST', '/verify', { token, body: { stream_id } }),
      ask('POST', `/streams/${stream_id}/poll`, { token, body: { returnImmediately: true } }),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404));
    expect((await ask('GET', `/status?stream_id=${made.stream_id}`)).body.status).toBe('enabled');
  });

  it('with a token of another tenant is nobody', async () => {
    const { ask } = await createSsfWorld();
    const { status, headers } = await ask('GET', '/streams', { token: 'foreign' });
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="ssf", error="invalid_token"',
    ]);
  });

  it('whose token cannot be checked is asked to come again', async () => {
    const authenticate = async () => {
      throw new AuthenticationUnavailable('the key server is away');
    };
    const { ask } = await createSsfWorld({ accessTokens: { authenticate } });
    expect((await ask('GET', '/streams')).status).toBe(503);
  });

  it('sends no token over http', async () => {
    const { ask } = await createSsfWorld();
    expect((await ask('GET', '/streams', { scheme: 'http' })).status).toBe(403);
    expect((await ask('GET', '/jwks.json', { scheme: 'http', token: null })).status).toBe(200);
  });

  it('is verified once a minute at most', async () => {
    const { ask, stream, clock } = await createSsfWorld();
    const { stream_id } = await stream();
    const verify = () => ask('POST', '/verify', { body: { stream_id } });
    const parallel = await Promise.all([verify(), verify(), verify()]);
    expect(parallel.map(({ status }) => status).toSorted()).toEqual([204, 429, 429]);
    expect((await verify()).headers.get('retry-after')).toBe('60');
    clock.advance(60_000);
    expect((await verify()).status).toBe(204);
  });

  it('that enables a stream which holds nothing causes no delivery', async () => {
    const { ask, pushStream, stepward, clock } = await createSsfWorld();
    const { stream_id } = await pushStream();
    const enable = () => ask('POST', '/status', { body: { stream_id, status: 'enabled' } });
    await Promise.all([enable(), enable(), enable()]);
    expect((await stepward.outbox.queueState()).lagMs).toBe(0);
    clock.advance(5_000);
    expect((await stepward.outbox.queueState()).lagMs).toBe(0);
    await ask('POST', '/verify', { body: { stream_id } });
    clock.advance(5_000);
    expect((await stepward.outbox.queueState()).lagMs).toBe(5_000);
  });

  it('removes at most 1,000 subjects, each once', async () => {
    const { ask, stream, storage } = await createSsfWorld({ rateLimits: false });
    const { stream_id } = await stream();
    await storage.change('acme', stream_id, (found) => ({
      ...found,
      removedSubjects: Array.from({ length: MAX_REMOVED_SUBJECTS - 1 }, (_, index) =>
        String(index),
      ),
    }));
    const remove = async (id: string) =>
      (
        await ask('POST', '/subjects/remove', {
          body: { stream_id, subject: { format: 'opaque', id } },
        })
      ).status;
    expect([await remove('a'), await remove('a'), await remove('b')]).toEqual([204, 204, 403]);
  });

  it('is limited by its address', async () => {
    const { ask } = await createSsfWorld({
      rateLimits: { limits: { customer: { perAddress: 2 } } },
    });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await ask('GET', '/jwks.json', { token: null })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('a push URL', () => {
  it.each(['http://169.254.169.254/latest', 'https://10.0.0.1/', 'https://user@host.test', 'x'])(
    'that is no allowed target is refused: %s',
    async (url) => {
      const { ask, pushStream, stepward } = await createSsfWorld();
      expect((await ask('POST', '/streams', { body: push(url) })).status).toBe(400);
      expect((await stepward.subscribers.list('acme')).items).toEqual([]);
      const { stream_id } = await pushStream();
      const changed = await ask('PATCH', '/streams', { body: { stream_id, ...push(url) } });
      expect(changed.status).toBe(400);
    },
  );

  it('that changes does not get the authorization of the one before', async () => {
    const world = await createSsfWorld();
    const { ask, pushed } = world;
    const made = await ask('POST', '/streams', { body: push(RECEIVER_URL, 'Bearer first') });
    const { stream_id } = made.body;
    const urls = [RECEIVER_URL, 'https://receiver.another.test/'];
    for (const url of urls) {
      await ask('PATCH', '/streams', { body: { stream_id, ...push(url) } });
      await world.revoke();
      await world.deliver();
    }
    expect(pushed.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
      [urls[0], 'Bearer first'],
      [urls[1], undefined],
    ]);
    expect(JSON.stringify(await world.storage.list('acme', 'receiver-1'))).not.toContain('first');
  });
});

const BODIES: readonly (readonly [string, string, string, unknown])[] = [
  ['not JSON', 'POST', '/streams', '{'],
  ['JSON that is no object', 'POST', '/streams', '[]'],
  ['another method of delivery', 'POST', '/streams', { delivery: { method: 'urn:x' } }],
  ['a header with a line break', 'POST', '/streams', push(RECEIVER_URL, 'a\r\nb: c')],
  ['a description of 256 characters', 'POST', '/streams', { description: 'd'.repeat(256) }],
  ['no stream_id', 'PATCH', '/streams', { description: 'x' }],
  ['another status', 'POST', '/status', { status: 'gone' }],
  ['a subject of another format', 'POST', '/subjects/add', { subject: { format: 'phone_number' } }],
  ['a state of 1,025 characters', 'POST', '/verify', { state: 's'.repeat(1_025) }],
];

describe('a body', () => {
  it.each(BODIES)('with %s is 400', async (_, method, path, body) => {
    const { ask, stream } = await createSsfWorld();
    const { stream_id } = await stream();
    const named =
      typeof body === 'string' || path === '/streams' ? body : { stream_id, ...(body as object) };
    const { status, headers } = await ask(method, path, { body: named });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
  });

  it('of a poll with ids that cannot be ours is 400, and one of more than 64 KiB is 413', async () => {
    const { ask, stream } = await createSsfWorld();
    const { stream_id: id } = await stream({ method: POLL });
    const poll = async (body: unknown) =>
      (await ask('POST', `/streams/${id}/poll`, { body })).status;
    expect(await poll({ ack: ['\u0000'] })).toBe(400);
    expect(await poll({ maxEvents: -1 })).toBe(400);
    expect(await poll({ ack: Array.from({ length: 1_001 }, String) })).toBe(400);
    expect(await poll({ description: 'x'.repeat(65_536) })).toBe(413);
    expect(await poll({ ack: ['unknown'], returnImmediately: true })).toBe(200);
  });
});

describe('a path', () => {
  it('that is not known is left to the host, and a method that is not is 405', async () => {
    const { ask, stream } = await createSsfWorld();
    const { stream_id: id } = await stream();
    expect((await ask('GET', '/unknown')).status).toBe(404);
    expect((await ask('GET', '/../status')).status).toBe(404);
    const { status, headers } = await ask('PUT', '/status', { body: {} });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    const twice = await ask('GET', `/status?stream_id=${id}&stream_id=${id}`);
    expect(twice.status).toBe(400);
    expect((await ask('HEAD', '/jwks.json', { token: null })).body).toEqual({});
    expect((await ask('POST', '/jwks.json', { token: null })).headers.get('allow')).toBe(
      'GET, HEAD',
    );
    expect((await ask('GET', `/streams/${id}/poll`)).status).toBe(405);
  });

  it('of a pushed stream is not polled', async () => {
    const { ask, pushStream } = await createSsfWorld();
    const { stream_id: id } = await pushStream();
    expect((await ask('POST', `/streams/${id}/poll`, { body: {} })).status).toBe(400);
  });
});
