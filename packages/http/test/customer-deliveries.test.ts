import { ok } from '@stepward/core';
import { createTestWorker, type TestWorker } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsonOf, toHttpRequest, type TestRequest } from './worlds/account-world.js';
import { createCustomerWorld, type CustomerWorld } from './worlds/customer-world.js';

const NOW = '2026-01-01T00:00:00.000Z';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Item {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly created_at: string;
  readonly idempotency_key: string;
  readonly replay_of: string | null;
}

let world: CustomerWorld;
let hook: string;
let worker: TestWorker;
beforeEach(async () => {
  world = await createCustomerWorld();
  hook = await subscribe();
  worker = createTestWorker(world.stepward.outbox, world.clock);
});

const at = (path: string): string => `/v1/customer/webhooks/${path}`;
const call = (method: string, path: string, request: Partial<TestRequest> = {}) =>
  world.call({ method, path: at(path), ...request });
const list = async (query = ''): Promise<readonly Item[]> =>
  jsonOf(await call('GET', `${hook}/deliveries`, { query })).data;
const enable = (enabled: boolean) => call('PATCH', hook, { body: { enabled } });
const replay = (id: string) => call('POST', `${hook}/deliveries/${id}/replay`);
const replayRange = (body: unknown) => call('POST', `${hook}/replay`, { body });

async function subscribe(): Promise<string> {
  const body = { url: 'https://example.com/in', event_types: ['user.*'] };
  return jsonOf(await world.call({ method: 'POST', path: '/v1/customer/webhooks', body })).id;
}

/** The event's id. */
async function emit(
  type = 'user.deleted',
  parts: { readonly expiresAt?: Date } = {},
): Promise<string> {
  const data = { id: 'u1', identity_id: 'u1', deleted_at: NOW, revoked_at: NOW };
  const emitted = await world.stepward.events.emitUntyped({
    ...{ tenantId: 'acme', type, data },
    ...parts,
  });
  await worker.dispatch();
  return emitted._unsafeUnwrap().id;
}

/** An event whose delivery is `skipped`, since its subscriber was disabled. */
async function skipped(): Promise<Item> {
  await enable(false);
  const eventId = await emit();
  await enable(true);
  return (await list()).find(({ idempotency_key }) => idempotency_key === eventId)!;
}

/** Makes the attempts that are due, each with this answer. */
async function attempt(status: number, body = ''): Promise<void> {
  const attempts = await worker.due();
  world.clock.advance(125);
  await worker.finish(attempts, { type: 'answered', status, retryAfter: null, body });
}

describe('a delivery', () => {
  it('is listed while it is on its way', async () => {
    const eventId = await emit();
    await emit('session.revoked');
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(UUID),
        event_id: expect.any(String),
        event_type: 'user.deleted',
        idempotency_key: eventId,
        status: 'pending',
        attempt_count: 0,
        next_attempt_at: NOW,
        created_at: NOW,
        finished_at: null,
        replay_of: null,
        sequence: 1,
      },
    ]);
    const [{ id, event_id } = { id: '', event_id: '' }] = (await list()) as never[];
    expect(event_id).toBe(id);
  });

  it('is shown with what was tried for it', async () => {
    await emit();
    await attempt(500, 'out of order');
    world.clock.advance(6_000);
    await attempt(204);
    const [item] = await list();
    const response = await call('GET', `${hook}/deliveries/${item!.id}`);
    expect([response.status, jsonOf(response)]).toEqual([
      200,
      {
        ...item,
        status: 'delivered',
        attempt_count: 2,
        next_attempt_at: null,
        finished_at: '2026-01-01T00:00:06.250Z',
        attempts: [
          {
            attempt: 1,
            started_at: NOW,
            duration_ms: 125,
            status_code: 500,
            failure: null,
            response_body: 'out of order',
            body: 'full',
            version: null,
          },
          {
            attempt: 2,
            started_at: '2026-01-01T00:00:06.125Z',
            duration_ms: 125,
            status_code: 204,
            failure: null,
            response_body: '',
            body: 'full',
            version: null,
          },
        ],
      },
    ]);
  });

  it('of another subscriber of the tenant is 404', async () => {
    const { id } = await skipped();
    const other = await subscribe();
    for (const response of [
      await call('GET', `${other}/deliveries/${id}`),
      await call('POST', `${other}/deliveries/${id}/replay`),
      await call('GET', `${hook}/deliveries/not-a-uuid`),
      await call('POST', `${hook}/deliveries/not-a-uuid/replay`),
    ]) {
      expect([response.status, jsonOf(response).reason]).toEqual([404, 'delivery_not_found']);
    }
    expect(jsonOf(await call('GET', `${other}/deliveries`)).data).toEqual([]);
  });
});

describe('a test', () => {
  it('is 202 with its delivery, whatever the filter says, and is sent', async () => {
    const response = await call('POST', `${hook}/test`);
    const queued = jsonOf(response);
    expect([response.status, queued]).toMatchObject([
      202,
      { event_type: 'webhook.test', status: 'pending', attempt_count: 0, replay_of: null },
    ]);
    expect(await list()).toEqual([queued]);
    await attempt(200);
    expect(await list('status=delivered')).toMatchObject([{ id: queued.id }]);
  });

  it('reads no body', async () => {
    expect((await call('POST', `${hook}/test`, { body: '{{{' })).status).toBe(202);
  });

  it('of a disabled subscriber is 409, and nothing is queued', async () => {
    await enable(false);
    const response = await call('POST', `${hook}/test`);
    expect([response.status, jsonOf(response).code, jsonOf(response).reason]).toEqual([
      409,
      'conflict',
      'subscriber_disabled',
    ]);
    expect(await list()).toEqual([]);
  });
});

describe('a replay', () => {
  it('is 202 with a new delivery of the same event', async () => {
    const old = await skipped();
    const response = await replay(old.id);
    const queued = jsonOf(response);
    expect([response.status, queued]).toMatchObject([
      202,
      {
        event_type: 'user.deleted',
        idempotency_key: old.idempotency_key,
        status: 'pending',
        replay_of: old.id,
      },
    ]);
    expect(queued.id).not.toBe(old.id);
    expect((await list()).map(({ id }) => id).sort()).toEqual([old.id, queued.id].sort());
  });

  it('of what is on its way is 409', async () => {
    await emit();
    const [pending] = await list();
    const response = await replay(pending!.id);
    expect([response.status, jsonOf(response).reason]).toEqual([409, 'delivery_pending']);
    expect(await list()).toEqual([pending]);
  });

  it('to a disabled subscriber is 409', async () => {
    const old = await skipped();
    await enable(false);
    for (const response of [await replay(old.id), await replayRange({ since: NOW })]) {
      expect([response.status, jsonOf(response).reason]).toEqual([409, 'subscriber_disabled']);
    }
    expect(await list()).toEqual([old]);
  });

  it('of an event that has expired is 409', async () => {
    const expiresAt = new Date(NOW);
    const eventId = await emit('user.deleted', { expiresAt });
    await attempt(200);
    const [expired] = await list();
    expect(expired).toMatchObject({ status: 'expired', idempotency_key: eventId });
    const response = await replay(expired!.id);
    expect([response.status, jsonOf(response).reason]).toEqual([409, 'event_expired']);
    const range = await replayRange({ since: NOW, status: 'expired' });
    expect(jsonOf(range)).toEqual({ count: 0, next: null });
    const event = await world.call({ method: 'GET', path: `/v1/customer/events/${eventId}` });
    expect(jsonOf(event)).toMatchObject({ expires_at: NOW, dispatched: true });
  });

  it('of an event whose payload is gone is 409', async () => {
    const old = await skipped();
    world.clock.advance(31 * 86_400_000);
    await world.stepward.purge();
    const response = await replay(old.id);
    expect([response.status, jsonOf(response).reason]).toEqual([409, 'payload_purged']);
  });
});

describe('a replay by range', () => {
  it('is 202 with the count; the events of the range go out again, each once', async () => {
    const inside = [await skipped(), await skipped()];
    world.clock.advance(60_000);
    await skipped();
    const until = '2026-01-01T00:01:00.000Z';
    const range = { since: NOW, until, status: 'skipped' };
    const dry = await replayRange({ ...range, dry_run: true });
    expect([dry.status, jsonOf(dry)]).toEqual([
      200,
      { count: 2, first: NOW, last: NOW, next: null },
    ]);
    const response = await replayRange({ ...range, dry_run: false });
    expect([response.status, jsonOf(response)]).toEqual([202, { count: 2, next: null }]);
    const queued = await list('status=pending');
    expect(queued.map(({ idempotency_key }) => idempotency_key).sort()).toEqual(
      inside.map(({ idempotency_key }) => idempotency_key).sort(),
    );
    const again = await replayRange({ since: NOW, until });
    expect(jsonOf(again)).toEqual({ count: 0, next: null });
    const nothing = { count: 0, first: null, last: null, next: null };
    expect(jsonOf(await replayRange({ since: NOW, until, dry_run: true }))).toEqual(nothing);
  });

  it('returns where to continue, if there was more than one replay takes', async () => {
    const since = new Date('2026-01-01T00:00:01.500Z');
    const rest = { since, until: new Date(NOW), status: 'skipped' } as const;
    const deliveries = {
      ...world.stepward.deliveries,
      replayRange: async () => ok({ count: 10_000, emitted: null, rest }),
    };
    const { api } = await createCustomerWorld({ stepward: { ...world.stepward, deliveries } });
    const token = 'admin-token';
    const body = { since: NOW };
    const request = toHttpRequest({ method: 'POST', path: at(`${hook}/replay`), token, body });
    expect(jsonOf((await api.handle(request))!)).toEqual({
      count: 10_000,
      next: { since: since.toISOString(), until: NOW, status: 'skipped' },
    });
  });

  it('of another status finds nothing', async () => {
    await skipped();
    expect(jsonOf(await replayRange({ since: NOW, status: 'exhausted' })).count).toBe(0);
  });

  it.each([
    ['nothing', {}, ['since']],
    ['a date without a time', { since: '2026-01-01' }, ['since']],
    ['a time without a zone', { since: '2026-01-01T00:00:00' }, ['since']],
    ['a number', { since: 0 }, ['since']],
    ['null', { since: NOW, until: null }, ['until']],
    ['what is pending', { since: NOW, status: 'pending' }, ['status']],
    ['a word for yes', { since: NOW, dry_run: 'yes' }, ['dry_run']],
    ['all of these', { since: 'x', until: 'y', status: 'z' }, ['since', 'until', 'status']],
    ['unknown fields', { since: NOW, limit: 5, Status: 'skipped' }, ['limit', 'Status']],
  ])('refuses %s', async (_, body, fields) => {
    const old = await skipped();
    const response = await replayRange(body);
    expect([response.status, jsonOf(response).code]).toEqual([400, 'validation_error']);
    expect(jsonOf(response).errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(await list()).toEqual([old]);
  });

  it('without a body is 415, or 400 where one was announced', async () => {
    expect((await call('POST', `${hook}/replay`)).status).toBe(415);
    expect((await replayRange('')).status).toBe(400);
  });
});

describe('a page of deliveries', () => {
  const minute = (count: number): string => `2026-01-01T00:0${String(count)}:00.000Z`;

  beforeEach(async () => {
    for (let count = 0; count < 6; count += 1) {
      await (count % 2 === 0 ? skipped() : emit());
      world.clock.advance(60_000);
    }
  });

  it.each([
    ['', 6],
    ['status=skipped', 3],
    ['status=pending', 3],
    ['status=delivered', 0],
    [`since=${minute(4)}`, 2],
    [`until=${minute(2)}`, 2],
    [`since=${minute(1)}&until=${minute(4)}&status=pending`, 2],
    ['since=2026-01-02', 0],
  ])('by "%s" has %i', async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });

  it('leads to the next, with its filter, newest first', async () => {
    const query = 'status=pending&limit=2';
    const first = jsonOf(await call('GET', `${hook}/deliveries`, { query }));
    expect(first.data.map((item: Item) => item.created_at)).toEqual([minute(5), minute(3)]);
    const { next_cursor, has_more } = first.pagination;
    expect(has_more).toBe(true);
    const rest = await list(`${query}&cursor=${next_cursor}`);
    expect(rest.map((item) => item.created_at)).toEqual([minute(1)]);
    const elsewhere = await subscribe();
    for (const [path, other] of [
      [hook, 'status=skipped'],
      [hook, `status=pending&since=${minute(0)}`],
      [elsewhere, 'status=pending'],
    ]) {
      const response = await call('GET', `${path!}/deliveries`, {
        query: `${other!}&cursor=${next_cursor}`,
      });
      expect([response.status, jsonOf(response).reason]).toEqual([400, 'query_invalid']);
    }
  });

  it.each([
    ['status=failed', 'status', 'one_of'],
    ['status=', 'status', 'one_of'],
    ['since=yesterday', 'since', 'date_time'],
    ['limit=0', 'limit', 'minimum'],
    ['type=user.deleted', 'type', 'unknown_parameter'],
    ['status=pending&status=pending', 'status', 'sent_once'],
  ])('refuses ?%s', async (query, field, rule) => {
    const response = await call('GET', `${hook}/deliveries`, { query });
    expect([response.status, jsonOf(response).errors]).toEqual([
      400,
      [expect.objectContaining({ field, rule })],
    ]);
  });
});
