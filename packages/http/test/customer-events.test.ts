import type { EventInput } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { toProblem } from '../src/errors/problem.js';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

const EVENTS = '/v1/customer/events';
const minute = (count: number): string => `2026-01-01T00:${String(count).padStart(2, '0')}:00.000Z`;

interface Item {
  readonly id: string;
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
  world.clock.advance(60_000);
});

const call = (query = '', token?: string) =>
  world.call({ method: 'GET', path: EVENTS, query, ...(token && { token }) });
const list = async (query = ''): Promise<readonly Item[]> => jsonOf(await call(query)).data;
const tryEmit = (event: Partial<EventInput>, tenantId = 'acme') => {
  const data = { id: 'u1', deleted_at: minute(0) };
  return world.stepward.events.emitUntyped({ tenantId, type: 'user.deleted', data, ...event });
};
const emit = async (event: Partial<EventInput> = {}, tenantId?: string): Promise<string> =>
  (await tryEmit(event, tenantId))._unsafeUnwrap().id;

describe('an event', () => {
  it('is listed as it was emitted, under its canonical name', async () => {
    const data = { id: 'o1', deleted_at: minute(0), extra: { deep: [1, null, 'é 😀'] } };
    const idempotencyKey = '2b1f4a9e-7f0e-4b0a-9c55-3f1d2c4b5a69';
    await emit({ type: 'org.deleted', organisationId: 'o1', data, idempotencyKey });
    expect((await list('limit=1'))[0]).toEqual({
      id: idempotencyKey,
      event_type: 'organisation.deleted',
      organisation_id: 'o1',
      idempotency_key: idempotencyKey,
      data,
      created_at: minute(1),
      expires_at: null,
      version: null,
      dispatched: false,
    });
  });

  it('loses nothing of its data on the way out', async () => {
    const data =
      '{"id":"u1","deleted_at":"2026-01-01T00:00:00.000Z","__proto__":{"a":1},"constructor":null,' +
      '"tiny":5e-324,"big":1.7976931348623157e+308,"half":"\\ud800","nul":"\\u0000","":[{}]}';
    await emit({ data: JSON.parse(data) as unknown });
    expect((await call('limit=1')).body).toContain(`"data":${data}`);
  });

  it('of the own service is there for every key that is made, without its secret', async () => {
    const key = await world.keyWith(['logs:read']);
    const [newest] = await list('type=api_key.created');
    expect(newest).toMatchObject({ event_type: 'api_key.created', data: { name: 'test' } });
    expect(JSON.stringify(newest)).not.toContain(key);
  });

  it('of the own service beyond the catalogue is found by its type', async () => {
    const webhooks = '/v1/customer/webhooks';
    const url = 'https://example.com/in';
    const body = { url, event_types: ['mfa.*', 'webhook.failing'] };
    expect((await world.call({ method: 'POST', path: webhooks, body })).status).toBe(201);
    expect((await call('type=mfa.locked')).status).toBe(200);
    expect(await list('type=mfa.locked')).toEqual([]);
    await world.call({ method: 'PUT', path: policyOf('org_main'), body: { mfaPolicy: 'always' } });
    expect(await list('type=organisation.updated')).toMatchObject([
      { organisation_id: 'org_main', data: { id: 'org_main', updated_at: minute(1) } },
    ]);
  });

  it('that is a test is found by its type', async () => {
    const url = 'https://example.com/in';
    const path = '/v1/customer/webhooks';
    const { id } = jsonOf(await world.call({ method: 'POST', path, body: { url } }));
    await world.call({ method: 'POST', path: `${path}/${id}/test` });
    expect(await list('type=webhook.test')).toMatchObject([
      { event_type: 'webhook.test', organisation_id: null, data: { subscriber_id: id } },
    ]);
  });

  it('is shown by its id as it is listed', async () => {
    const id = await emit();
    const [listed] = await list('type=user.deleted');
    const shown = await world.call({ method: 'GET', path: `${EVENTS}/${id}` });
    expect([shown.status, jsonOf(shown)]).toEqual([200, listed]);
  });

  it.each([
    ['of another tenant', () => emit({}, 'globex')],
    ['that was never emitted', async () => '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21'],
    ['whose id is no UUID', async () => 'evt_1'],
  ])('%s is not found', async (_, idOf) => {
    const answer = await world.call({ method: 'GET', path: `${EVENTS}/${await idOf()}` });
    expect([answer.status, jsonOf(answer).reason]).toEqual([404, 'event_not_found']);
  });

  it('of another tenant is never listed, and a cursor of its list is refused', async () => {
    await emit({}, 'globex');
    await emit({}, 'globex');
    const token = await world.keyWith(['events:read'], 'globex');
    expect(await list('type=user.deleted')).toEqual([]);
    const own = jsonOf(await call('type=user.deleted&limit=1', token));
    expect(own.data).toHaveLength(1);
    const query = `type=user.deleted&cursor=${own.pagination.next_cursor}`;
    expect((await call(query)).status).toBe(400);
    expect((await call(query, token)).status).toBe(200);
  });
});

describe('a page of events', () => {
  beforeEach(async () => {
    for (let count = 0; count < 4; count += 1) {
      await emit({ organisationId: `org_${String(count % 2)}` });
      await emit({ type: 'org.deleted' });
      world.clock.advance(60_000);
    }
  });

  it.each([
    ['type=user.deleted', 4],
    ['type=org.deleted', 4],
    ['type=organisation.deleted', 4],
    ['type=session.created', 0],
    ['organisation_id=org_1', 2],
    ['organisation_id=ORG_1', 0],
    ['organisation_id=org_1&type=org.deleted', 0],
    [`since=${minute(3)}`, 4],
    [`since=${minute(2)}&until=${minute(3)}`, 2],
    [`until=${minute(1)}&type=user.deleted`, 0],
    ['since=2026-01-02', 0],
  ])('by %s has %i', async (query, count) => {
    expect(await list(query)).toHaveLength(count);
  });

  it('is newest first, and leads to the next with its filter', async () => {
    const query = 'type=user.deleted&limit=3';
    const first = jsonOf(await call(query));
    expect(first.data.map(({ created_at }: { created_at: string }) => created_at)).toEqual([
      minute(4),
      minute(3),
      minute(2),
    ]);
    const cursor = `cursor=${first.pagination.next_cursor}`;
    const rest = jsonOf(await call(`${query}&${cursor}`));
    expect([rest.data.length, rest.pagination]).toEqual([
      1,
      { next_cursor: null, has_more: false },
    ]);
    expect((await call(`type=org.deleted&${cursor}`)).status).toBe(400);
    expect(jsonOf(await call(`type=user.deleted&limit=1&${cursor}`)).data).toEqual(rest.data);
  });

  it.each([
    ['type=user.born', 'type', 'one_of'],
    ['type=user.*', 'type', 'one_of'],
    ['type=constructor', 'type', 'one_of'],
    ['organisation_id=', 'organisation_id', 'text'],
    ['organisation_id=a%00', 'organisation_id', 'text'],
    [`organisation_id=${'a'.repeat(256)}`, 'organisation_id', 'text'],
    ['organisationId=a', 'organisationId', 'unknown_parameter'],
    ['until=now', 'until', 'date_time'],
    ['limit=101', 'limit', 'maximum'],
  ])('refuses ?%.40s', async (query, field, rule) => {
    const response = await call(query);
    expect([response.status, jsonOf(response).errors]).toEqual([
      400,
      [expect.objectContaining({ field, rule })],
    ]);
  });
});

describe("a host's own route answers what emitting refuses with the same problems:", () => {
  it.each<[string, Partial<EventInput>, number, string]>([
    ['an unknown name', { type: 'user.born' }, 400, 'event_type_unknown'],
    ["a name of Stepward's own", { type: 'mfa.locked' }, 400, 'event_type_reserved'],
    ['data that lacks a field', { data: { id: 'u1' } }, 400, 'event_invalid'],
    [
      'data of more than 256 KiB',
      { data: { id: 'a'.repeat(262_144), deleted_at: minute(0) } },
      413,
      'event_too_large',
    ],
  ])('%s', async (_, event, status, reason) => {
    const refused = await tryEmit(event);
    const problem = toProblem(refused._unsafeUnwrapErr(), 'r1');
    expect(problem).toMatchObject({ status, reason, request_id: 'r1' });
  });
});
