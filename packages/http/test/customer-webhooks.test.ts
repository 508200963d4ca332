import { createKeyRing, createStepward } from '@stepward/core';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpBody } from '../src/http-types.js';
import { jsonOf, toHttpRequest, type TestRequest } from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const WEBHOOKS = '/v1/customer/webhooks';
const NOW = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URL_OF_HOOK = 'https://example.com/in?token=t0psecret';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const call = (method: string, path = '', request: Partial<TestRequest> = {}) =>
  world.call({ method, path: WEBHOOKS + path, ...request });
const create = (body: unknown) => call('POST', '', { body });
const made = async (fields: object = {}) => jsonOf(await create({ url: URL_OF_HOOK, ...fields }));
const change = (id: string, body: unknown) => call('PATCH', `/${id}`, { body });
const list = async (query = '') => jsonOf(await call('GET', '', { query }));

describe('a subscriber', () => {
  it('is made with 201, its defaults and its secret', async () => {
    const response = await create({ url: URL_OF_HOOK });
    expect([response.status, jsonOf(response)]).toEqual([
      201,
      {
        id: expect.any(String),
        url: URL_OF_HOOK,
        description: '',
        event_types: ['*'],
        naming: 'canonical',
        signature: 'v1',
        body: 'full',
        ordering: 'none',
        version: null,
        header_names: [],
        client_certificate: null,
        paused: null,
        enabled: true,
        disabled_reason: null,
        created_at: NOW,
        updated_at: NOW,
        secret: expect.stringMatching(SECRET),
      },
    ]);
  });

  it('is made as the body says', async () => {
    const fields = {
      description: 'Billing',
      event_types: ['org.created', 'user.*', 'user.*'],
      naming: 'legacy',
      enabled: false,
    };
    expect(await made(fields)).toMatchObject({
      ...fields,
      event_types: ['org.created', 'user.*'],
      disabled_reason: 'manual',
    });
  });

  it('is shown with its record and without its secret', async () => {
    const { secret, ...record } = await made();
    const shown = await call('GET', `/${record.id}`);
    expect([shown.status, jsonOf(shown)]).toEqual([200, record]);
    expect((await list()).data).toEqual([record]);
    expect(secret).toMatch(SECRET);
  });

  it('is changed with 200; what is left out stays', async () => {
    const { secret: _, ...record } = await made({ description: 'Billing' });
    world.clock.advance(60_000);
    const changed = { event_types: ['user.deleted'], enabled: false };
    const response = await change(record.id, changed);
    const expected = { ...record, ...changed, disabled_reason: 'manual', updated_at: LATER };
    expect([response.status, jsonOf(response)]).toEqual([200, expected]);
    expect(jsonOf(await call('GET', `/${record.id}`))).toEqual(expected);
    const enabled = jsonOf(await change(record.id, { enabled: true }));
    expect(enabled).toMatchObject({ enabled: true, disabled_reason: null });
  });

  it('is what it was after a change to nothing', async () => {
    const { secret: _, ...record } = await made();
    world.clock.advance(60_000);
    expect(jsonOf(await change(record.id, {}))).toEqual(record);
    expect(jsonOf(await change(record.id, { url: URL_OF_HOOK }))).toEqual(record);
  });

  it('is removed with 200 and its record, once', async () => {
    const { secret: _, ...record } = await made();
    const removed = await call('DELETE', `/${record.id}`);
    expect([removed.status, jsonOf(removed)]).toEqual([200, record]);
    for (const method of ['GET', 'DELETE']) {
      const again = await call(method, `/${record.id}`);
      expect([again.status, jsonOf(again).reason]).toEqual([404, 'subscriber_not_found']);
    }
    expect((await list()).data).toEqual([]);
  });

  it('shows its secret to no log, and of its URL the origin alone to the audit log', async () => {
    const { id, secret } = await made();
    const rotated = jsonOf(await call('POST', `/${id}/rotate-secret`));
    await change(id, { description: 'x' });
    await call('DELETE', `/${id}`);
    const logs = await world.call({ method: 'GET', path: '/v1/customer/logs' });
    expect(jsonOf(logs).data.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['webhook.created', 'webhook.secret_rotated', 'webhook.deleted']),
    );
    expect(logs.body).toContain('"origin":"https://example.com"');
    for (const text of [logs.body, JSON.stringify(world.log)]) {
      for (const trace of [secret, rotated.secret, 't0psecret']) expect(text).not.toContain(trace);
    }
  });
});

describe('no subscriber is made or changed with', () => {
  const cases: readonly [string, unknown, readonly string[]][] = [
    ['an invalid URL', { url: 'example.com' }, ['url']],
    ['a URL that is a number', { url: 1 }, ['url']],
    ['null for a URL', { url: null }, ['url']],
    ['a URL that is no target', { url: 'https://10.0.0.1/' }, ['url']],
    ['a URL of 2,049 characters', { url: URL_OF_HOOK.padEnd(2_049, 'a') }, ['url']],
    ['a long description', { url: URL_OF_HOOK, description: 'a'.repeat(256) }, ['description']],
    ['a description with a NUL', { url: URL_OF_HOOK, description: 'a\0' }, ['description']],
    ['no event types', { url: URL_OF_HOOK, event_types: [] }, ['event_types']],
    ['an unknown event', { url: URL_OF_HOOK, event_types: ['user.born'] }, ['event_types']],
    ['a pattern of letters', { url: URL_OF_HOOK, event_types: ['us*'] }, ['event_types']],
    ['a text for event types', { url: URL_OF_HOOK, event_types: '*' }, ['event_types']],
    ['101 event types', { url: URL_OF_HOOK, event_types: Array(101).fill('*') }, ['event_types']],
    ['another naming', { url: URL_OF_HOOK, naming: 'Legacy' }, ['naming']],
    ['another signature', { url: URL_OF_HOOK, signature: 'v2' }, ['signature']],
    ['another body', { url: URL_OF_HOOK, body: 'empty' }, ['body']],
    ['a signature without keys', { url: URL_OF_HOOK, signature: 'v1a' }, ['signature']],
    ['a text for a switch', { url: URL_OF_HOOK, enabled: 'true' }, ['enabled']],
    [
      'several of these',
      { url: '', description: 1, event_types: [1], naming: 1, signature: 1, body: 1, enabled: 1 },
      ['url', 'description', 'event_types', 'naming', 'signature', 'body', 'enabled'],
    ],
    ['unknown fields', { url: URL_OF_HOOK, eventTypes: [], secret: 'x' }, ['eventTypes', 'secret']],
    ['__proto__', `{"url":"${URL_OF_HOOK}","__proto__":{"enabled":false}}`, ['__proto__']],
  ];

  it.each(cases)('%s', async (_, body, fields) => {
    const { secret, ...record } = await made();
    for (const response of [await create(body), await change(record.id, body)]) {
      expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
      expect(jsonOf(response).errors.map(({ field }: { field: string }) => field)).toEqual(fields);
      expect(response.body).not.toContain(secret);
    }
    expect((await list()).data).toEqual([record]);
  });

  it('no URL, where it is new', async () => {
    const response = await create({});
    expect([response.status, jsonOf(response).errors]).toEqual([
      400,
      [expect.objectContaining({ field: 'url' })],
    ]);
  });
});

describe('a rotation', () => {
  const rotate = (id: string, request: Partial<TestRequest> = {}) =>
    call('POST', `/${id}/rotate-secret`, request);

  it('answers 200 with the record and another secret', async () => {
    const { secret, ...record } = await made();
    world.clock.advance(60_000);
    const response = await rotate(record.id);
    const rotated = jsonOf(response);
    expect([response.status, rotated]).toEqual([
      200,
      { ...record, updated_at: LATER, secret: expect.stringMatching(SECRET) },
    ]);
    expect(rotated.secret).not.toBe(secret);
  });

  const taken: readonly [string, Partial<TestRequest>][] = [
    ['no body and no content type', {}],
    ['no body, announced as JSON', { headers: { 'content-type': ['application/json'] } }],
    ['an empty object', { body: {} }],
    ['no overlap', { body: { overlap_ms: 0 } }],
    ['7 days of overlap', { body: { overlap_ms: 604_800_000 } }],
  ];

  it.each(taken)('takes %s', async (_, request) => {
    const { id } = await made();
    expect((await rotate(id, request)).status).toBe(200);
  });

  const refused: readonly [string, Partial<TestRequest>, string][] = [
    ['a negative overlap', { body: { overlap_ms: -1 } }, '400 webhook_request_invalid'],
    ['a longer overlap', { body: { overlap_ms: 604_800_001 } }, '400 webhook_request_invalid'],
    ['a text', { body: { overlap_ms: '0' } }, '400 webhook_request_invalid'],
    ['null for an overlap', { body: { overlap_ms: null } }, '400 webhook_request_invalid'],
    ['another spelling', { body: { overlapMs: 0 } }, '400 webhook_request_invalid'],
    ['null', { body: null }, '400 body_invalid'],
    ['a list', { body: [] }, '400 body_invalid'],
    ['what is no JSON', { body: '{' }, '400 body_malformed'],
    ['a blank', { body: ' ' }, '400 body_malformed'],
    [
      'a body of another type',
      { body: {}, headers: { 'content-type': ['text/plain'] } },
      '415 media_type_unsupported',
    ],
    [
      'a body of no type',
      { body: {}, headers: { 'content-type': [] } },
      '415 media_type_unsupported',
    ],
    ['a body of 256 KiB and more', { body: ' '.repeat(262_145) }, '413 body_too_large'],
  ];

  it.each<[string, HttpBody, string]>([
    ['an object that a parser of the host read', { type: 'parsed', value: {} }, '200'],
    ['what such a parser dropped', { type: 'parsed', value: undefined }, '400 body_malformed'],
    ['what ended early', { type: 'incomplete' }, '400 body_incomplete'],
  ])('judges %s', async (_, body, expected) => {
    const { id } = await made();
    const request = toHttpRequest({
      method: 'POST',
      path: `${WEBHOOKS}/${id}/rotate-secret`,
      token: 'admin-token',
      headers: { 'content-type': ['application/json'] },
    });
    const response = await world.api.handle({ ...request, readBody: async () => body });
    const { reason = '' } = jsonOf(response!);
    expect(`${response!.status} ${reason}`.trim()).toBe(expected);
  });

  it.each(refused)('refuses %s, and the secret stays', async (_, request, expected) => {
    const { id, updated_at } = await made();
    world.clock.advance(60_000);
    const response = await rotate(id, request);
    expect(`${response.status} ${jsonOf(response).reason}`).toBe(expected);
    expect(jsonOf(await call('GET', `/${id}`)).updated_at).toBe(updated_at);
  });
});

describe('the list of subscribers', () => {
  beforeEach(async () => {
    for (let index = 1; index <= 24; index += 1) {
      world.clock.advance(1_000);
      await made({ description: String(index) });
    }
  });

  it('comes in pages of 20, newest first', async () => {
    const first = await list();
    expect(first.data).toHaveLength(20);
    expect(first.data[0].description).toBe('24');
    const second = await list(`cursor=${first.pagination.next_cursor}`);
    const names = second.data.map(({ description }: { description: string }) => description);
    expect(names).toEqual(['4', '3', '2', '1']);
    expect(second.pagination).toEqual({ next_cursor: null, has_more: false });
  });

  // standard: asvs/15.3.7
  it.each(['limit=0', 'limit=101', 'cursor=x', 'enabled=true', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const response = await call('GET', '', { query });
      expect([response.status, jsonOf(response).reason]).toEqual([400, 'query_invalid']);
    },
  );
});

it.each(['not-a-uuid', '00000000-0000-4000-8000-000000000000', "'; drop table x", '__proto__'])(
  'an id that names nothing is 404 for every operation: %s',
  async (id) => {
    const path = `/${encodeURIComponent(id)}`;
    const answers = [
      await call('GET', path),
      await call('PATCH', path, { body: { enabled: false } }),
      await call('DELETE', path),
      await call('POST', `${path}/rotate-secret`),
      await call('POST', `${path}/test`),
      await call('POST', `${path}/replay`, { body: { since: NOW } }),
      await call('GET', `${path}/deliveries`),
      await call('GET', `${path}/deliveries${path}`),
      await call('POST', `${path}/deliveries/x/replay`),
    ];
    for (const answer of answers) {
      expect([answer.status, jsonOf(answer).reason]).toEqual([404, 'subscriber_not_found']);
    }
  },
);

it.each([
  ['PUT', '', 'GET, HEAD, POST'],
  ['PUT', '/x', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/x/rotate-secret', 'POST'],
  ['PATCH', '/x/deliveries', 'GET, HEAD'],
  ['DELETE', '/x/deliveries/y', 'GET, HEAD'],
  ['GET', '/x/deliveries/y/replay', 'POST'],
])('%s %s is 405, and Allow says %s', async (method, path, allow) => {
  const response = await call(method, path);
  expect([response.status, response.headers['allow']]).toEqual([405, allow]);
});

it('a service without webhooks answers 503 to what needs them, and lists none', async () => {
  const stepward = createStepward({
    storage: createMemoryStorage(),
    smsSender: createRecordingSmsSender(),
    codeKeys: createKeyRing({ active: { id: 'k1', secret: Buffer.alloc(32, 7) } }),
  });
  world = await createCustomerWorld({ stepward });
  const token = 'admin-token';
  for (const [method, path] of [
    ['POST', ''],
    ['PATCH', '/x'],
    ['POST', '/x/rotate-secret'],
  ] as const) {
    const body = path === '/x/rotate-secret' ? {} : { url: URL_OF_HOOK };
    const response = await call(method, path, { body, token });
    expect([response.status, jsonOf(response).code, jsonOf(response).reason]).toEqual([
      503,
      'service_unavailable',
      'webhooks_not_configured',
    ]);
  }
  expect(jsonOf(await call('GET', '', { token })).data).toEqual([]);
});
