import { MANAGEMENT_SCOPES } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const KEYS = '/v1/customer/api-keys';
const LOGS = '/v1/customer/logs';
const NOW = '2026-01-01T00:00:00.000Z';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const create = (body: unknown, token?: string) =>
  world.call({ method: 'POST', path: KEYS, body, ...(token && { token }) });
const rotate = (id: string, token?: string) =>
  world.call({ method: 'POST', path: `${KEYS}/${id}/rotate`, ...(token && { token }) });
const revoke = (id: string) => world.call({ method: 'DELETE', path: `${KEYS}/${id}` });
const list = async (query = '') => jsonOf(await world.call({ method: 'GET', path: KEYS, query }));
const useOf = async (token: string) =>
  (await world.call({ method: 'GET', path: LOGS, token })).status;

const READER = { name: 'Reader', scopes: ['logs:read'] };

describe('a management key', () => {
  it('is made with 201 and its secret, and works at once', async () => {
    const response = await create(READER);
    expect(response.status).toBe(201);
    const body = jsonOf(response);
    expect(body).toEqual({
      id: expect.any(String),
      name: 'Reader',
      prefix: body.key.slice(0, 19),
      scopes: ['logs:read'],
      environment_id: null,
      created_at: NOW,
      last_used_at: null,
      expires_at: null,
      key: expect.stringMatching(/^service_mgmt_[A-Za-z0-9_-]{43}$/),
    });
    expect(await useOf(body.key)).toBe(200);
  });

  it('shows its secret in no other answer, and its use in the list', async () => {
    const { key, ...made } = jsonOf(await create(READER));
    world.clock.advance(60_000);
    await useOf(key);
    const page = await list();
    expect(page.data).toContainEqual({
      ...made,
      last_used_at: '2026-01-01T00:01:00.000Z',
      revoked_at: null,
    });
    expect(JSON.stringify(page)).not.toContain(key);
  });

  it('carries an environment_id, over a rotation and in the list', async () => {
    const made = jsonOf(await create({ ...READER, environment_id: 'env_prod' }));
    const rotated = jsonOf(await rotate(made.id));
    const listed: string[] = (await list()).data.map((key: object) =>
      Reflect.get(key, 'environment_id'),
    );
    expect([made.environment_id, rotated.environment_id]).toEqual(['env_prod', 'env_prod']);
    expect(listed.filter((each) => each === 'env_prod')).toHaveLength(2);
  });

  it('is 409 where the tenant has 50 live ones', async () => {
    const count = async (): Promise<number> =>
      (await list('limit=100')).data.filter(
        (key: object) => Reflect.get(key, 'revoked_at') === null,
      ).length;
    for (let live = await count(); live < 50; live += 1) {
      expect((await create(READER)).status).toBe(201);
    }
    const refused = await create(READER);
    expect([refused.status, jsonOf(refused).code, jsonOf(refused).reason]).toEqual([
      409,
      'conflict',
      'api_key_limit_reached',
    ]);
    const [{ id }] = (await list('limit=1')).data;
    const path = `${KEYS}/${id}/rotate`;
    const overlapping = await world.call({ method: 'POST', path, body: { overlap_hours: 1 } });
    expect([overlapping.status, jsonOf(overlapping).reason]).toEqual([
      409,
      'api_key_limit_reached',
    ]);
    expect(await count()).toBe(50);
  });

  it('is rotated with 201: the new one has name and scopes, the old one is dead', async () => {
    const old = jsonOf(await create(READER));
    const response = await rotate(old.id);
    expect(response.status).toBe(201);
    const body = jsonOf(response);
    expect(body).toMatchObject({ name: 'Reader', scopes: ['logs:read'], previous_id: old.id });
    expect(Object.keys(body).sort()).toEqual([...Object.keys(old), 'previous_id'].sort());
    expect(body.id).not.toBe(old.id);
    expect([await useOf(old.key), await useOf(body.key)]).toEqual([401, 200]);
  });

  it('expires when it was said to, and overlaps its successor on request', async () => {
    const expires_at = '2026-01-01T02:00:00.000Z';
    const old = jsonOf(await create({ ...READER, expires_at }));
    const path = `${KEYS}/${old.id}/rotate`;
    const renewed = jsonOf(await world.call({ method: 'POST', path, body: { overlap_hours: 1 } }));
    expect([old.expires_at, renewed.expires_at]).toEqual([expires_at, expires_at]);
    const uses = async () => [await useOf(old.key), await useOf(renewed.key)];
    expect(await uses()).toEqual([200, 200]);
    world.clock.advance(3_600_000);
    expect(await uses()).toEqual([401, 200]);
    world.clock.advance(3_600_000);
    expect(await uses()).toEqual([401, 401]);
    const refused = await world.call({ method: 'POST', path, body: { overlap_hours: 73 } });
    expect([refused.status, jsonOf(refused).reason]).toEqual([400, 'api_key_invalid']);
  });

  it('is revoked with 200 and its record, once', async () => {
    const { key, ...made } = jsonOf(await create(READER));
    const response = await revoke(made.id);
    expect([response.status, jsonOf(response)]).toEqual([200, { ...made, revoked_at: NOW }]);
    expect(await useOf(key)).toBe(401);
    for (const again of [await revoke(made.id), await rotate(made.id)]) {
      expect([again.status, jsonOf(again).reason]).toEqual([404, 'api_key_not_found']);
    }
  });

  it('may revoke itself', async () => {
    const { id, key } = jsonOf(await create({ name: 'x', scopes: ['api_keys:write'] }));
    const response = await world.call({ method: 'DELETE', path: `${KEYS}/${id}`, token: key });
    expect(response.status).toBe(200);
    const again = await world.call({ method: 'DELETE', path: `${KEYS}/${id}`, token: key });
    expect(again.status).toBe(401);
  });

  it('is rotated once by two who try at once', async () => {
    const { id } = jsonOf(await create(READER));
    const answers = await Promise.all([rotate(id), rotate(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  });
});

describe('a key can make no key that does more than itself', () => {
  it.each(['create', 'rotate'])('to %s is 403, and no key is made', async (way) => {
    const strong = jsonOf(await create({ name: 'strong', scopes: MANAGEMENT_SCOPES }));
    const weak = await world.keyWith(['api_keys:write', 'logs:read']);
    const before = await list();
    const response =
      way === 'create'
        ? await create({ name: 'x', scopes: ['logs:read', 'settings:write'] }, weak)
        : await rotate(strong.id, weak);
    expect([response.status, jsonOf(response).code, jsonOf(response).reason]).toEqual([
      403,
      'forbidden',
      'scope_not_held',
    ]);
    expect((await list()).data.length).toBe(before.data.length);
    expect(await useOf(strong.key)).toBe(200);
  });

  const MAKER = { name: 'maker', scopes: ['api_keys:write', 'logs:read'] };

  it.each(['create', 'rotate', 'rotate itself'])(
    'nor, to %s, one that outlives it',
    async (way) => {
      const expires_at = '2026-01-01T01:00:00.000Z';
      const maker = jsonOf(await create({ ...MAKER, expires_at }));
      world.clock.advance(60_000);
      const rotated = way === 'rotate' ? jsonOf(await create(READER)) : maker;
      const response =
        way === 'create' ? await create(READER, maker.key) : await rotate(rotated.id, maker.key);
      expect([response.status, jsonOf(response).expires_at]).toEqual([201, expires_at]);
    },
  );

  it('and within the overlap of its rotation it makes none', async () => {
    const maker = jsonOf(await create(MAKER));
    const other = jsonOf(await create(READER));
    const path = `${KEYS}/${maker.id}/rotate`;
    await world.call({ method: 'POST', path, body: { overlap_hours: 1 } });
    const { length } = (await list()).data;
    for (const made of [await create(READER, maker.key), await rotate(other.id, maker.key)]) {
      expect([made.status, jsonOf(made).reason]).toEqual([403, 'scope_not_held']);
    }
    expect((await list()).data).toHaveLength(length);
    expect([await useOf(maker.key), await useOf(other.key)]).toEqual([200, 200]);
  });

  it('but one that does the same', async () => {
    const weak = await world.keyWith(['api_keys:write', 'logs:read']);
    expect((await create(READER, weak)).status).toBe(201);
  });
});

describe('no key is made of', () => {
  it.each([
    ['nothing', {}, ['name', 'scopes']],
    ['an empty name', { ...READER, name: '' }, ['name']],
    ['a long name', { ...READER, name: 'a'.repeat(101) }, ['name']],
    ['a name with a NUL', { ...READER, name: 'a\0' }, ['name']],
    ['a name that is a number', { ...READER, name: 1 }, ['name']],
    ['no scopes', { ...READER, scopes: [] }, ['scopes']],
    ['a scope that is a string', { ...READER, scopes: 'logs:read' }, ['scopes']],
    ['an unknown scope', { ...READER, scopes: ['logs:read', 'logs:write'] }, ['scopes']],
    ['unknown fields', { ...READER, expires: NOW, key: 'x' }, ['expires', 'key']],
    ['an expiry that has passed', { ...READER, expires_at: NOW }, ['expires_at']],
  ])('%s', async (_, body, fields) => {
    const response = await create(body);
    expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
    expect(jsonOf(response).errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect((await list()).data).toHaveLength(1);
  });

  it('__proto__', async () => {
    const response = await create('{"name":"x","scopes":["logs:read"],"__proto__":{"a":1}}');
    expect([response.status, (await list()).data.length]).toEqual([400, 1]);
  });
});

describe('the list of keys', () => {
  beforeEach(async () => {
    for (let index = 1; index <= 24; index += 1) {
      world.clock.advance(1_000);
      await create({ name: `key ${String(index)}`, scopes: ['logs:read'] });
    }
  });

  it('comes in pages of 20, newest first', async () => {
    const first = await list();
    expect(first.data).toHaveLength(20);
    expect(first.data[0].name).toBe('key 24');
    expect(first.pagination).toEqual({ next_cursor: expect.any(String), has_more: true });
    const second = await list(`cursor=${first.pagination.next_cursor}`);
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual([
      'key 4',
      'key 3',
      'key 2',
      'key 1',
      'test',
    ]);
    expect(second.pagination).toEqual({ next_cursor: null, has_more: false });
  });

  it('skips and repeats nothing while keys are made and revoked', async () => {
    const first = await list('limit=10');
    await create(READER);
    await revoke(first.data[9].id);
    const second = await list(`limit=100&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...second.data]).toHaveLength(25);
    expect(second.data[0].name).toBe('key 14');
  });

  it.each(['limit=0', 'limit=101', 'limit=abc', 'limit=', 'cursor=x', 'name=x', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const response = await world.call({ method: 'GET', path: KEYS, query });
      expect([response.status, jsonOf(response).reason]).toEqual([400, 'query_invalid']);
    },
  );
});
