import { createKeyRing, createSigningKeys, createStepward, type Stepward } from '@stepward/core';
import { createMemoryStorage } from '@stepward/testing';
import { expect, it, vi } from 'vitest';
import { jsonOf, toHttpRequest } from '../test/worlds/account-world.js';
import { memoryLimits } from './limits/memory-limits.js';
import { webhookKeys, type WebhookKeysOptions } from './webhook-keys.js';

const PATH = '/.well-known/webhook-keys.json';
const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });

function stepwardWith(signing: object): Stepward {
  const keys = createKeyRing({ active: key('k', 9) });
  const targets = { check: () => Promise.resolve('allowed' as const) };
  const webhooks = { keys, targets, ...signing };
  return createStepward({ storage: createMemoryStorage(), codeKeys: keys, webhooks });
}

const signing = createSigningKeys({ active: key('new', 1), previous: [key('old', 2)] });

function server(options: Partial<WebhookKeysOptions> = {}) {
  const stepward = stepwardWith({ signing });
  const api = webhookKeys({ stepward, ...options });
  const ask = async (query: string, method = 'GET', path = PATH) =>
    (await api.handle({ ...toHttpRequest({ method, path, query }), clientAddress: '192.0.2.1' }))!;
  return { api, ask, stepward };
}

it('serves the public keys of a tenant, and says how long they may be kept', async () => {
  const { api, ask, stepward } = server();
  expect(api.paths).toEqual([PATH]);
  const answer = await ask('tenant=acme');
  expect([answer.status, answer.headers]).toMatchObject([
    200,
    {
      'content-type': 'application/jwk-set+json',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    },
  ]);
  const { keys } = jsonOf(answer);
  expect(keys).toEqual(stepward.subscribers.publicKeys('acme'));
  expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(['new', 'old']);
  expect(Object.keys(keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
});

it('gives each tenant its own keys, and a tenant that does not exist as well', async () => {
  const { ask } = server();
  const bodies = await Promise.all(['acme', 'globex', 'nobody'].map((id) => ask(`tenant=${id}`)));
  expect(bodies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(3);
});

it.each([
  '',
  'tenant=',
  'tenant=a%20b',
  `tenant=${'a'.repeat(129)}`,
  'tenant=a&tenant=b',
  'tenant=a&b=c',
  'tenant=%00',
])('refuses the query %j', async (query) => {
  const answer = await server().ask(query);
  expect([answer.status, jsonOf(answer).reason]).toEqual([400, 'query_invalid']);
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('answers HEAD without the body, and no other method', async () => {
  const { ask } = server();
  const head = await ask('tenant=acme', 'HEAD');
  expect([head.status, head.body]).toEqual([200, null]);
  const post = await ask('tenant=acme', 'POST');
  expect([post.status, post.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

it('leaves other paths to the host', async () => {
  expect(await server().ask('tenant=acme', 'GET', `${PATH}/`)).toBeNull();
});

it('limits an address, also one that asks for nothing sensible', async () => {
  const limits = { account: { perAddress: 2 } };
  const { ask } = server({ rateLimits: { store: memoryLimits(), limits } });
  expect((await ask('tenant=acme')).status).toBe(200);
  expect((await ask('')).status).toBe(400);
  const refused = await ask('tenant=acme');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
});

it('answers 500 where something fails, and logs it without what was sent', async () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const { stepward } = server();
  let isBroken = false;
  const publicKeys: Stepward['subscribers']['publicKeys'] = (tenantId) => {
    if (isBroken) throw new Error('broken');
    return stepward.subscribers.publicKeys(tenantId);
  };
  const broken = { subscribers: { ...stepward.subscribers, publicKeys } };
  const { ask } = server({ stepward: broken, logger });
  isBroken = true;
  expect((await ask('tenant=acme')).status).toBe(500);
  expect(logger.error).toHaveBeenCalledTimes(1);
});

it('is not made without signing keys', () => {
  const message =
    'webhookKeys: stepward must be what createStepward returns, made with webhooks.signing';
  for (const stepward of [stepwardWith({}), {}, null]) {
    expect(() => webhookKeys({ stepward: stepward as Stepward })).toThrow(message);
  }
});
