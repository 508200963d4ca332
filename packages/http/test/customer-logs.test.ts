import { MANAGEMENT_SCOPES, type PhoneNumber } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

const LOGS = '/v1/customer/logs';
const PASSWORD = '/v1/customer/settings/password-policy';

interface LogItem {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const call = (query = '') => world.call({ method: 'GET', path: LOGS, query });
const logs = async (query = ''): Promise<readonly LogItem[]> => jsonOf(await call(query)).data;
const put = (path: string, body: object, token?: string) =>
  world.call({ method: 'PUT', path, body, ...(token && { token }) });

describe('the log', () => {
  // standard: asvs/16.2.1, asvs/16.2.2
  it('says who did what to whom, when, with which client, and what it was before and after', async () => {
    world.clock.advance(1_500);
    await world.call({
      method: 'PUT',
      path: policyOf('org_main'),
      body: { passwordMinLength: 12 },
      token: 'admin-token',
      headers: { 'user-agent': ['Firefox/140 \u202e(X11)'] },
    });
    const [newest] = await logs();
    expect(newest).toEqual({
      id: expect.any(String),
      sequence: 4,
      type: 'security_policy.updated',
      at: '2026-01-01T00:00:01.500Z',
      actor: { type: 'identity', id: 'admin' },
      target: 'org_main',
      details: {
        before: expect.objectContaining({ passwordMinLength: 10 }),
        after: expect.objectContaining({ passwordMinLength: 12 }),
      },
      client: { address: '192.0.2.0/24', user_agent: 'Firefox/140 (X11)' },
    });
  });

  it('has an entry for every change, and names the key that made it', async () => {
    const made = jsonOf(
      await world.call({
        method: 'POST',
        path: '/v1/customer/api-keys',
        body: { name: 'robot', scopes: MANAGEMENT_SCOPES },
      }),
    );
    await put(PASSWORD, { minLength: 12 }, made.key);
    await put('/v1/customer/settings/mfa-policy', { policy: 'always' }, made.key);
    await put('/v1/customer/settings/sms', { app_name: 'Acme' }, made.key);
    await put(policyOf('org_main'), { mfaPolicy: 'always' }, made.key);
    await world.call({ method: 'DELETE', path: policyOf('org_main'), token: made.key });
    const rotated = await world.call({
      method: 'POST',
      path: `/v1/customer/api-keys/${made.id}/rotate`,
      token: made.key,
    });
    const entries = await logs();
    expect(entries.slice(0, 7).map(({ type }) => type)).toEqual([
      'api_key.rotated',
      'security_policy.reset',
      'security_policy.updated',
      'sms_settings.updated',
      'mfa_policy.updated',
      'password_policy.updated',
      'api_key.created',
    ]);
    const robot = { type: 'api_key', id: made.id };
    expect(entries.slice(0, 6).map(({ actor }) => actor)).toEqual(Array(6).fill(robot));
    expect(entries[5]!.details).toMatchObject({
      before: { minLength: 10 },
      after: { minLength: 12 },
    });
    const text = JSON.stringify(entries);
    expect(text).not.toContain(made.key);
    expect(text).not.toContain(jsonOf(rotated).key);
  });

  it('has no entry for what was refused', async () => {
    const before = await logs();
    await put(policyOf('org_main'), { passwordMinLength: 1 });
    await put(PASSWORD, { minLength: 1 });
    expect(await logs()).toEqual(before);
  });

  it('says when HIPAA mode was switched, and why', async () => {
    const token = await world.keyWith(['logs:read'], 'hygieia');
    const { data } = jsonOf(await world.call({ method: 'GET', path: LOGS, token }));
    expect(data.at(-1)).toMatchObject({
      type: 'hipaa.enabled',
      actor: { type: 'system', id: 'host' },
      target: null,
      details: { reason: 'a covered entity' },
    });
  });
});

describe('the authentication log', () => {
  const removePhone = async (identityId: string, tenantId = 'acme'): Promise<void> => {
    world.clock.advance(1_000);
    const stored = await world.stepward.identities.put(tenantId, {
      identityId,
      state: 'active',
      phone: { number: '+14155552671' as PhoneNumber, verified: true },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    });
    expect(stored.isOk()).toBe(true);
    const caller = { tenantId, identityId, assurance: null };
    expect((await world.stepward.phones.remove(caller)).isOk()).toBe(true);
  };
  const listed = async (query: string): Promise<readonly { identity_id: string }[]> =>
    jsonOf(await call(query)).data;

  it('reports what happened to which identity, with null where nothing applies', async () => {
    await removePhone('ada');
    expect(await listed('type=authentication')).toEqual([
      {
        id: expect.any(String),
        at: '2026-01-01T00:00:01.000Z',
        type: 'phone.removed',
        identity_id: 'ada',
        factor: null,
        actor: { type: 'identity', id: 'ada' },
      },
    ]);
  });

  it.each([
    ['type=authentication', ['grace', 'ada', 'ada']],
    ['type=phone.removed', ['grace', 'ada', 'ada']],
    ['type=authentication&event_type=phone.removed', ['grace', 'ada', 'ada']],
    ['type=phone.removed&event_type=phone.removed&identity_id=grace', ['grace']],
    ['type=authentication&identity_id=ada', ['ada', 'ada']],
    ['type=authentication&identity_id=Ada', []],
    ['type=authentication&event_type=factor.locked', []],
    ['type=authentication&since=2026-01-01T00:00:02Z&until=2026-01-01T00:00:03Z', ['ada']],
  ])('by %s is that of %j', async (query, expected) => {
    for (const identityId of ['ada', 'ada', 'grace']) await removePhone(identityId);
    await removePhone('ada', 'globex');
    expect((await listed(query)).map(({ identity_id }) => identity_id)).toEqual(expected);
  });

  it('is read in pages, whose cursors open no other log or filter', async () => {
    for (const identityId of ['ada', 'grace', 'alan']) await removePhone(identityId);
    const first = jsonOf(await call('type=authentication&limit=2'));
    expect(first.data.map(({ identity_id }: { identity_id: string }) => identity_id)).toEqual([
      'alan',
      'grace',
    ]);
    const cursor = `cursor=${first.pagination.next_cursor}`;
    expect(await listed(`type=authentication&${cursor}`)).toMatchObject([{ identity_id: 'ada' }]);
    for (const query of ['type=audit', 'type=authentication&identity_id=ada']) {
      expect((await call(`${query}&${cursor}`)).status).toBe(400);
    }
  });
});

describe('a page of the log', () => {
  const minute = (at: number): string => `2026-01-01T00:${String(at).padStart(2, '0')}:00.000Z`;

  beforeEach(async () => {
    for (let at = 1; at <= 30; at += 1) {
      world.clock.advance(60_000);
      await put(PASSWORD, { minLength: 10 + at });
    }
  });

  it('has 20 entries, the newest first, and leads to the next', async () => {
    const first = jsonOf(await call());
    expect(first.data.map(({ at }: LogItem) => at)).toEqual(
      Array.from({ length: 20 }, (_, index) => minute(30 - index)),
    );
    expect(first.pagination).toEqual({ next_cursor: expect.any(String), has_more: true });
    const second = jsonOf(await call(`cursor=${first.pagination.next_cursor}`));
    expect(second.data).toHaveLength(13);
    expect(second.pagination).toEqual({ next_cursor: null, has_more: false });
    const sequences = [...first.data, ...second.data].map(({ sequence }: LogItem) => sequence);
    expect(sequences).toEqual(Array.from({ length: 33 }, (_, index) => 33 - index));
  });

  it('is not moved by entries that come in between', async () => {
    const first = jsonOf(await call('limit=5'));
    await put(PASSWORD, { minLength: 50 });
    const second = jsonOf(await call(`limit=1&cursor=${first.pagination.next_cursor}`));
    expect(second.data[0].at).toBe(minute(25));
  });

  it.each([
    ['type=api_key.created', 1],
    ['type=audit&limit=100', 33],
    ['type=audit&event_type=api_key.created', 1],
    ['event_type=api_key.created', 1],
    ['type=api_key.created&event_type=api_key.created', 1],
    ['type=authentication', 0],
    ['type=security_policy.reset', 0],
    [`since=${minute(28)}`, 3],
    [`until=${minute(2)}`, 4],
    [`since=${minute(10)}&until=${minute(12)}`, 2],
    [`since=${minute(12)}&until=${minute(10)}`, 0],
    ['since=2026-01-01T01:28:00%2B01:00', 3],
    ['since=2026-01-02', 0],
    ['until=2026-01-02&limit=100', 33],
    ['since=0000-01-01&until=9999-12-31T23:59:59.999Z&limit=100', 33],
    ['until=0000-01-01', 0],
    ['since=9999-12-31', 0],
    [`type=password_policy.updated&since=${minute(29)}`, 2],
  ])('by %s has %i entries', async (query, count) => {
    expect(await logs(query)).toHaveLength(count);
  });

  it('keeps its filter over pages', async () => {
    const filter = `type=password_policy.updated&until=${minute(5)}`;
    const first = jsonOf(await call(`${filter}&limit=3`));
    const next = `${filter}&limit=3&cursor=${first.pagination.next_cursor}`;
    expect((await logs(next)).map(({ at }) => at)).toEqual([minute(1), minute(0)]);
  });

  it('of exactly the limit is the last where nothing follows', async () => {
    const { pagination } = jsonOf(await call('limit=33'));
    expect(pagination).toEqual({ next_cursor: null, has_more: false });
  });
});

describe('the log refuses', () => {
  const cases: readonly [string, string, string][] = [
    ['limit=0', 'limit', 'minimum'],
    ['limit=-1', 'limit', 'minimum'],
    ['limit=101', 'limit', 'maximum'],
    ['limit=abc', 'limit', 'type'],
    ['limit=1.5', 'limit', 'type'],
    ['limit=1e1', 'limit', 'type'],
    ['limit=', 'limit', 'type'],
    [`limit=${'9'.repeat(400)}`, 'limit', 'maximum'],
    ['type=password_policy', 'type', 'one_of'],
    ['type=', 'type', 'one_of'],
    ['event_type=', 'event_type', 'one_of'],
    ['event_type=factor.enrolled', 'event_type', 'one_of'],
    ['type=audit&event_type=factor.enrolled', 'event_type', 'one_of'],
    ['type=authentication&event_type=hipaa.enabled', 'event_type', 'one_of'],
    ['type=hipaa.enabled&event_type=hipaa.disabled', 'event_type', 'one_of'],
    ['type=factor.enrolled&event_type=factor.removed', 'event_type', 'one_of'],
    ['identity_id=ada', 'identity_id', 'unknown_parameter'],
    ['type=audit&identity_id=ada', 'identity_id', 'unknown_parameter'],
    ['type=authentication&identity_id=', 'identity_id', 'text'],
    ['since=yesterday', 'since', 'date_time'],
    ['since=2026-02-30', 'since', 'date_time'],
    ['until=2026-01-01T00:00:00', 'until', 'date_time'],
    ['until=2026-01-01T24:00:00Z', 'until', 'date_time'],
    ['until=1767225600000', 'until', 'date_time'],
    ['since=9999-12-31T23:59:59-01:00', 'since', 'date_time'],
    ['until=0000-01-01T00:00:00%2B01:00', 'until', 'date_time'],
    ['since=', 'since', 'date_time'],
    ['cursor=', 'cursor', 'cursor'],
    ['cursor=abc', 'cursor', 'cursor'],
    ['cursor=abc.def', 'cursor', 'cursor'],
    ['page=2', 'page', 'unknown_parameter'],
    ['Limit=2', 'Limit', 'unknown_parameter'],
    ['__proto__=2', '__proto__', 'unknown_parameter'],
    ['limit=2&limit=2', 'limit', 'sent_once'],
    ['type=api_key.created&type=api_key.revoked', 'type', 'sent_once'],
  ];

  it.each(cases)('?%.60s', async (query, field, rule) => {
    const response = await call(query);
    expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
    expect(jsonOf(response).errors).toMatchObject([{ field, rule }]);
  });

  it('several things at once', async () => {
    const { errors } = jsonOf(await call('limit=0&type=x&since=x&page=1'));
    expect(errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'limit',
      'page',
      'since',
      'type',
    ]);
  });

  it('a cursor of another list, filter or tenant, and one that was changed', async () => {
    await world.keyWith(MANAGEMENT_SCOPES);
    const cursorOf = async (path: string, query: string, token?: string) => {
      const request = { method: 'GET', path, query, ...(token && { token }) };
      return jsonOf(await world.call(request)).pagination.next_cursor;
    };
    const globex = await world.keyWith(MANAGEMENT_SCOPES, 'globex');
    await put(PASSWORD, { minLength: 12 }, globex);
    const own = await cursorOf(LOGS, 'limit=1');
    const [position, signature] = own.split('.');
    const foreign = [
      await cursorOf('/v1/customer/api-keys', 'limit=1'),
      await cursorOf(LOGS, 'limit=1&since=2025-01-01'),
      await cursorOf(LOGS, 'limit=1', globex),
      `${Buffer.from('0000000000000001').toString('base64url')}.${signature}`,
      `${position}.`,
    ];
    expect((await call(`cursor=${own}`)).status).toBe(200);
    for (const cursor of foreign) {
      const response = await call(`cursor=${cursor}`);
      expect([response.status, jsonOf(response).errors[0].field]).toEqual([400, 'cursor']);
    }
  });
});
