/** Every event of the catalogue, from the host's transaction to the subscriber's handler. */
import type { EventType, NewEvent, Stepward } from '@stepward/core';
import { catalogue, EVENT_TYPES } from '@stepward/core/events';
import { createReceiver, type Received } from '@stepward/receiver';
import { describe, expect, it } from 'vitest';
import { EVENTS, type Tenant } from '../customer-api/harness/tenant.js';
import { postgres } from '../harness/storages.js';
import { emitInTransaction } from './harness/emit-in-transaction.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { subscribe } from './harness/subscription.js';

/** The specification's table of older names. */
const LEGACY: Readonly<Record<string, string>> = {
  'organisation.created': 'org.created',
  'organisation.updated': 'org.updated',
  'organisation.deleted': 'org.deleted',
  'organisation.member_added': 'org.member.added',
  'organisation.member_removed': 'org.member.removed',
  'organisation.member_updated': 'org.member.updated',
  'organisation.member_default_roles_applied': 'org.member.default_roles_applied',
};

interface ListedEvent {
  readonly id: string;
  readonly event_type: string;
  readonly idempotency_key: string;
  readonly data: unknown;
}

function exampleOf(tenant: Tenant, type: EventType, name: string = type): NewEvent {
  const { example: data } = catalogue[type];
  return { tenantId: tenant.tenantId, type: name, data } as NewEvent;
}

onEveryStorage((host) => {
  it('has the events of the table of older names', () => {
    expect(EVENT_TYPES.filter((type) => type in LEGACY)).toEqual(Object.keys(LEGACY));
  });

  describe.each([
    { naming: 'canonical', nameOf: (type: string) => type },
    { naming: 'legacy', nameOf: (type: string) => LEGACY[type] ?? type },
  ])('in $naming names', ({ naming, nameOf }) => {
    // spec: service/webhooks, states/accounts-and-tenants, legacy/created, legacy/updated
    // spec: legacy/deleted, legacy/member-added, legacy/member-removed, legacy/member-updated
    // spec: legacy/member-default-roles, catalogue/*.*
    it('each is emitted, listed, delivered, verified and given its type by the receiver', async () => {
      const tenant = await host.tenant();
      const sink = await openSink();
      const { secret } = await subscribe(tenant, sink.url, { naming });
      const ids = new Map<string, string>();
      for (const type of EVENT_TYPES) {
        const emitted = await emitInTransaction(host, exampleOf(tenant, type, nameOf(type)));
        expect(emitted).toEqual({ id: expect.any(String) });
        ids.set(type, emitted.id);
      }

      const { data: listed } = await tenant.page<ListedEvent>(`${EVENTS}?limit=100`);
      // The first management key of the tenant emitted its own event, before there was a subscriber.
      const emitted = listed.filter(({ id }) => [...ids.values()].includes(id));
      expect(new Map(emitted.map((event) => [event.event_type, event.idempotency_key]))).toEqual(
        ids,
      );
      for (const { event_type, data } of emitted) {
        expect(data).toEqual(catalogue[event_type as EventType].example);
      }

      await openWorker(host).runOnce();
      const receiver = createReceiver({ secrets: [secret], clock: host.clock });
      const received = new Map<string, Received>();
      for (const { headers, body } of sink.received) {
        expect(headers['x-webhook-event']).toBe(JSON.parse(body.toString()).event_type);
        const verdict = await receiver.receive({ headers, body });
        received.set(headers['x-webhook-event'] ?? '', verdict);
      }
      expect(sink.received).toHaveLength(EVENT_TYPES.length);
      for (const type of EVENT_TYPES) {
        expect(received.get(nameOf(type))).toMatchObject({
          type: 'accepted',
          event: {
            known: true,
            eventType: type,
            originalName: nameOf(type),
            idempotencyKey: ids.get(type),
            data: catalogue[type].example,
          },
        });
      }
    });
  });

  it.each<[string, Parameters<Stepward['events']['emitUntyped']>[0]['data'], string, string]>([
    ['an unknown event', {}, 'user.exploded', 'event_type_unknown'],
    // spec: catalogue/types
    ['a missing field', { id: 'usr_1' }, 'user.deleted', 'event_invalid'],
    // spec: catalogue/types
    [
      'a wrong kind',
      { id: 1, deleted_at: '2026-01-01T00:00:00Z' },
      'user.deleted',
      'event_invalid',
    ],
    [
      'more than 256 KiB',
      { id: 'x'.repeat(262_144), deleted_at: '2026-01-01T00:00:00Z' },
      'user.deleted',
      'event_too_large',
    ],
  ])(
    '%s is a typed error: nothing is listed and nothing delivered',
    async (_, data, type, code) => {
      const tenant = await host.tenant();
      const sink = await openSink();
      const subscription = await subscribe(tenant, sink.url);
      const { tenantId } = tenant;
      const emitted = await host.stepward.events.emitUntyped({ tenantId, type, data });
      expect(emitted._unsafeUnwrapErr().code).toBe(code);
      await openWorker(host).runOnce();
      const { data: listed } = await tenant.page<ListedEvent>(`${EVENTS}?limit=100`);
      expect(listed.filter(({ event_type }) => event_type !== 'api_key.created')).toEqual([]);
      expect([sink.received, await subscription.deliveries()]).toEqual([[], []]);
    },
  );

  // spec: catalogue/api_key.created, catalogue/api_key.rotated, catalogue/api_key.revoked
  it('creating, rotating and revoking a management key over HTTP emits an event each', async () => {
    const tenant = await host.tenant();
    const sink = await openSink();
    await subscribe(tenant, sink.url, { event_types: ['api_key.*'] });
    const made = await tenant.newKey(['logs:read'], 'robot');
    await tenant.post(`/api-keys/${made.id}/rotate`);
    await openWorker(host, { worker: { perSubscriber: 1 } }).runOnce();
    const events = sink.received.map(({ body }) => JSON.parse(body.toString()));
    expect(events.map(({ event_type }) => event_type).toSorted()).toEqual([
      'api_key.created',
      'api_key.revoked',
      'api_key.rotated',
    ]);
    const created = events.find(({ event_type }) => event_type === 'api_key.created');
    expect(created.data).toMatchObject({ id: made.id, name: 'robot', prefix: made.prefix });
    for (const secret of host.secrets) expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('an event that is emitted twice under one idempotency key is delivered once', async () => {
    const tenant = await host.tenant();
    const sink = await openSink();
    await subscribe(tenant, sink.url);
    const event = { ...exampleOf(tenant, 'user.deleted'), idempotencyKey: 'usr_1 is deleted' };
    const first = await emitInTransaction(host, event);
    const second = await emitInTransaction(host, event);
    expect(second).toEqual(first);
    await openWorker(host).runOnce();
    expect(sink.received.map(({ headers }) => headers['x-idempotency-key'])).toEqual([first.id]);
  });
});

onEveryStorage(
  (host) => {
    it('an event of a transaction that is rolled back is neither listed nor delivered', async () => {
      const tenant = await host.tenant();
      const sink = await openSink();
      await subscribe(tenant, sink.url);
      const { id } = await emitInTransaction(host, exampleOf(tenant, 'user.deleted'), 'rollback');
      await openWorker(host).runOnce();
      const { data: listed } = await tenant.page<ListedEvent>(`${EVENTS}?limit=100`);
      expect(listed.map((event) => event.id)).not.toContain(id);
      expect(sink.received).toEqual([]);
    });
  },
  { storages: [postgres] },
);
