/** The events over HTTP: the specification's "Events", as far as a tenant may read its own. */
import { describe, expect, it } from 'vitest';
import type { EventInput } from '@stepward/core';
import { outcome, problemOf } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf, EVENTS, KEYS, type ShownKey, type Tenant } from './harness/tenant.js';

interface ListedEvent {
  readonly id: string;
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

onEveryHost((host) => {
  const list = async (tenant: Tenant, query = 'limit=100'): Promise<readonly ListedEvent[]> =>
    (await tenant.page<ListedEvent>(`${EVENTS}?${query}`)).data;

  async function emit({ tenantId }: Tenant, event: Partial<EventInput> = {}): Promise<string> {
    const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' };
    const whole = { tenantId, type: 'user.deleted', data, ...event };
    return (await host.stepward.events.emitUntyped(whole))._unsafeUnwrap().id;
  }

  // spec: events/stored-and-delivered
  it('an event is listed with its data as it was emitted, byte for byte', async () => {
    const tenant = await host.tenant();
    const data =
      '{"id":"org_1","deleted_at":"2026-01-01T00:00:00Z","__proto__":{"a":1},"constructor":null,' +
      '"tiny":5e-324,"big":1.7976931348623157e+308,"many":9007199254740993000,"half":"\\ud800",' +
      '"nul":"\\u0000","text":"é 😀 \\"","empty":{},"list":[[],null,true]}';
    const written = JSON.stringify(JSON.parse(data));
    const id = await emit(tenant, {
      type: 'org.deleted',
      organisationId: 'org_1',
      data: JSON.parse(data) as unknown,
      idempotencyKey: 'order 66',
    });
    const answer = await tenant.get(`${EVENTS}?type=org.deleted`);
    expect(answer.text).toContain(`"data":${written}`);
    expect(bodyOf(answer)['data']).toEqual([
      {
        id,
        event_type: 'organisation.deleted',
        organisation_id: 'org_1',
        idempotency_key: id,
        data: JSON.parse(data),
        created_at: host.clock.now().toISOString(),
        expires_at: null,
        version: null,
        dispatched: false,
      },
    ]);
  });

  it('the life of a key is there, and nothing of its secret', async () => {
    const tenant = await host.tenant();
    const made = await tenant.newKey(['logs:read'], 'CI');
    const heir = bodyOf(await tenant.post(`${KEYS}/${made.id}/rotate`)) as unknown as ShownKey;
    await tenant.remove(`${KEYS}/${heir.id}`);
    const events = await list(tenant);
    expect(events.map(({ event_type }) => event_type).toSorted()).toEqual([
      'api_key.created',
      'api_key.created',
      'api_key.revoked',
      'api_key.revoked',
      'api_key.rotated',
    ]);
    expect(events.find(({ event_type }) => event_type === 'api_key.rotated')?.data).toMatchObject({
      id: heir.id,
      previous_id: made.id,
      name: 'CI',
      prefix: heir.prefix,
    });
    for (const secret of host.secrets) {
      expect(JSON.stringify(events)).not.toContain(secret.slice(19));
    }
  });

  it('what was refused is no event', async () => {
    const tenant = await host.tenant();
    const before = await list(tenant);
    const { tenantId } = tenant;
    const refused = await host.stepward.events.emitUntyped({
      tenantId,
      type: 'user.deleted',
      data: { id: 'usr_1' },
    });
    expect(refused._unsafeUnwrapErr().code).toBe('event_invalid');
    await tenant.post(KEYS, { name: '', scopes: [] });
    expect(await list(tenant)).toEqual(before);
  });

  it('no tenant sees the events of another, whatever it asks for', async () => {
    const tenant = await host.tenant();
    const other = await host.tenant();
    await emit(other, { organisationId: 'shared' });
    await emit(other, { organisationId: 'shared' });
    for (const query of ['type=user.deleted', 'organisation_id=shared']) {
      expect(await list(tenant, query)).toEqual([]);
      expect(await list(other, query)).toHaveLength(2);
    }
    const page = await other.page(`${EVENTS}?type=user.deleted&limit=1`);
    const next = `${EVENTS}?type=user.deleted&cursor=${String(page.pagination.next_cursor)}`;
    expect(outcome(await tenant.get(next))).toBe('400 validation_error query_invalid');
    expect((await other.get(next)).status).toBe(200);
  });

  it('they are filtered by type, organisation, since and until, alone and together, over pages', async () => {
    const tenant = await host.tenant();
    host.pass(1);
    const start = host.clock.now();
    for (let count = 0; count < 4; count += 1) {
      await emit(tenant, { organisationId: `org_${String(count % 2)}` });
      await emit(tenant, { type: 'organisation.deleted' });
      host.pass(1);
    }
    const minute = (count: number) => new Date(start.getTime() + count * 60_000).toISOString();
    const found = async (query: string) =>
      (await list(tenant, query)).map(({ created_at }) => created_at);
    for (const type of ['org.deleted', 'organisation.deleted', 'user.deleted']) {
      expect(await found(`type=${type}`)).toEqual([3, 2, 1, 0].map(minute));
    }
    expect(await found('organisation_id=org_1')).toEqual([3, 1].map(minute));
    expect(await found('organisation_id=ORG_1')).toEqual([]);
    expect(await found('organisation_id=org_1&type=org.deleted')).toEqual([]);
    expect(await found(`type=user.deleted&since=${minute(2)}`)).toEqual([3, 2].map(minute));
    expect(await found(`type=user.deleted&until=${minute(1)}`)).toEqual([minute(0)]);
    const both = `since=${minute(1)}&until=${minute(3)}&limit=3`;
    const first = await tenant.page<ListedEvent>(`${EVENTS}?${both}`);
    expect(first.data.map(({ created_at }) => created_at)).toEqual([2, 2, 1].map(minute));
    const cursor = `cursor=${String(first.pagination.next_cursor)}`;
    const rest = await list(tenant, `${both}&${cursor}`);
    expect(rest.map(({ created_at }) => created_at)).toEqual([minute(1)]);
    expect(new Set([...first.data, ...rest].map(({ id }) => id)).size).toBe(4);
    expect((await tenant.get(`${EVENTS}?limit=3&${cursor}`)).status).toBe(400);
  });

  describe('refuse', () => {
    it.each([
      ['type=user.born', 'type'],
      ['type=*', 'type'],
      ['type=user.*', 'type'],
      ['type=toString', 'type'],
      ['type=', 'type'],
      ['organisation_id=', 'organisation_id'],
      ['organisation_id=%00', 'organisation_id'],
      [`organisation_id=${'a'.repeat(256)}`, 'organisation_id'],
      ['org_id=a', 'org_id'],
      ['since=yesterday', 'since'],
      ['until=2026-02-30', 'until'],
      ['limit=0', 'limit'],
      ['cursor=MQ.x', 'cursor'],
    ])('?%.40s', async (query, field) => {
      const answer = await (await host.tenant()).get(`${EVENTS}?${query}`);
      expect(outcome(answer)).toBe('400 validation_error query_invalid');
      expect(problemOf(answer).errors).toMatchObject([{ field }]);
    });
  });
}, ONE_SERVER);
