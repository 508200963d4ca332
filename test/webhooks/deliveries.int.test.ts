/** A delivery as its subscriber meets it: on a socket, with nothing of ours at hand but the pages. */
import { catalogue } from '@stepward/core/events';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../customer-api/harness/tenant.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import type { Captured } from './harness/sink.js';
import { subscribe, type Subscription } from './harness/subscription.js';
import { verifiers } from './harness/verifiers.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the specification names, then what Standard Webhooks does. */
const OURS = [
  'content-type',
  'x-service-signature',
  'x-webhook-event',
  'x-webhook-id',
  'x-webhook-timestamp',
  'x-idempotency-key',
  'x-webhook-attempt',
  'x-webhook-sequence',
  'x-webhook-source',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
];

/** What HTTP itself asks for, and who sends. */
const HTTP = ['host', 'connection', 'content-length', 'accept-encoding', 'user-agent'];

onEveryStorage((host) => {
  interface Delivered extends Captured {
    readonly subscription: Subscription;
    readonly idempotencyKey: string;
    rotate(overlapMs?: number): Promise<string>;
    /** The next event, delivered. */
    next(): Promise<Captured>;
  }

  async function deliver(fields: object = {}): Promise<Delivered> {
    const tenant = await host.tenant();
    const sink = await openSink();
    const worker = openWorker(host);
    const subscription = await subscribe(tenant, sink.url, fields);
    const next = async () => {
      const { id } = await emit(host, tenant);
      await worker.runOnce();
      return { id, request: sink.received.at(-1)! };
    };
    const { id, request } = await next();
    return {
      ...request,
      subscription,
      idempotencyKey: id,
      async rotate(overlap_ms) {
        const body = overlap_ms === undefined ? undefined : { overlap_ms };
        const rotated = await tenant.post(`${subscription.path}/rotate-secret`, body);
        return String(bodyOf(rotated)['secret']);
      },
      next: async () => (await next()).request,
    };
  }

  describe.each(verifiers)('%s', (_, verify) => {
    // spec: service/webhooks, delivery/signature, delivery/hmac, delivery/signed-string
    it('accepts a delivery', async () => {
      const { subscription, ...request } = await deliver();
      expect(verify(subscription.secret, request, host.clock.now())).toBe(true);
    });

    // spec: envelope/timestamp, delivery/hmac
    it('refuses one whose body, secret or timestamp is another', async () => {
      const { subscription, ...request } = await deliver();
      const now = host.clock.now();
      const { secret } = subscription;
      const body = Buffer.from(request.body.toString().replace('usr_', 'usr-'));
      expect(verify(secret, { ...request, body }, now)).toBe(false);
      expect(verify(`whsec_${'A'.repeat(43)}=`, request, now)).toBe(false);
      const headers = {
        ...request.headers,
        'x-webhook-timestamp': '2026-01-01T00:00:00.001Z',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000) - 1),
      };
      expect(verify(secret, { ...request, headers }, now)).toBe(false);
    });

    // spec: delivery/signed-string
    it('accepts either secret during a rotation, and the new one alone after it', async () => {
      const { subscription, rotate, next } = await deliver();
      const { secret: old } = subscription;
      const fresh = await rotate();
      const during = await next();
      const accepts = (secret: string, request: Captured) =>
        verify(secret, request, host.clock.now());
      expect([accepts(old, during), accepts(fresh, during)]).toEqual([true, true]);
      host.clock.advance(DAY - 1);
      expect(accepts(old, await next())).toBe(true);
      host.clock.advance(1);
      const after = await next();
      expect([accepts(old, after), accepts(fresh, after)]).toEqual([false, true]);
    });

    it('accepts the new secret alone where the rotation left no overlap', async () => {
      const { subscription, rotate, next } = await deliver();
      const fresh = await rotate(0);
      const request = await next();
      const now = host.clock.now();
      expect(verify(subscription.secret, request, now)).toBe(false);
      expect(verify(fresh, request, now)).toBe(true);
    });
  });

  // spec: delivery/content-type, delivery/signature, delivery/event, delivery/id
  // spec: delivery/timestamp, delivery/idempotency-key, delivery/attempt, delivery/source
  it('the headers are those of the two tables, and what HTTP itself asks for', async () => {
    const { headers, headerNames, idempotencyKey, subscription } = await deliver();
    expect(headerNames.map((name) => name.toLowerCase()).toSorted()).toEqual(
      [...OURS, ...HTTP].toSorted(),
    );
    const { id } = await subscription.onlyDelivery();
    const now = host.clock.now();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'user.deleted',
      'x-webhook-id': id,
      'x-webhook-timestamp': now.toISOString(),
      'x-idempotency-key': idempotencyKey,
      'x-webhook-attempt': '1',
      'x-webhook-sequence': '1',
      'x-webhook-source': 'stepward',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    });
    expect(headers['x-service-signature']).toMatch(
      new RegExp(`^t=${now.toISOString()},v1=[0-9a-f]{64}$`),
    );
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  // spec: events/stored-and-delivered, envelope/event-type, envelope/event-id, envelope/timestamp
  // spec: envelope/idempotency-key, envelope/data, delivery/id, delivery/idempotency-key
  it('it is a POST to the path as it was registered, with the five members of the envelope', async () => {
    const { method, path, headers, body, idempotencyKey } = await deliver();
    expect([method, path]).toEqual(['POST', '/hooks']);
    const envelope: unknown = JSON.parse(body.toString());
    expect(envelope).toEqual({
      event_type: 'user.deleted',
      event_id: headers['x-webhook-id'],
      timestamp: headers['x-webhook-timestamp'],
      idempotency_key: idempotencyKey,
      data: { id: expect.stringMatching(/^usr_/), deleted_at: '2026-01-01T00:00:00Z' },
    });
    expect(headers['x-webhook-id']).toMatch(UUID);
    expect(idempotencyKey).toMatch(UUID);
    expect(headers['x-webhook-id']).not.toBe(idempotencyKey);
    expect(headers['content-length']).toBe(String(body.byteLength));
  });

  // spec: envelope/data
  it('a body that is not ASCII is signed and counted in bytes of UTF-8', async () => {
    const tenant = await host.tenant();
    const sink = await openSink();
    const { secret } = await subscribe(tenant, sink.url);
    const data = { ...catalogue['user.created'].example, name: 'Ada — Ωμέγα 😀 \u2028' };
    await emit(host, tenant, { type: 'user.created', data });
    await openWorker(host).runOnce();
    const request = sink.received[0]!;
    expect(JSON.parse(request.body.toString()).data).toEqual(data);
    for (const [name, verify] of verifiers) {
      expect([name, verify(secret, request, host.clock.now())]).toEqual([name, true]);
    }
  });

  // spec: envelope/event-type, legacy/normalised, versioning/legacy-events
  it('a subscriber that asked for legacy names gets them, in header and body, and is verified', async () => {
    const tenant = await host.tenant();
    const [canonical, legacy] = [await openSink(), await openSink()];
    await subscribe(tenant, canonical.url);
    const { secret } = await subscribe(tenant, legacy.url, { naming: 'legacy' });
    const { example: data } = catalogue['organisation.member_added'];
    await emit(host, tenant, { type: 'organisation.member_added', data });
    await emit(host, tenant);
    await openWorker(host).runOnce();
    const namesOf = (requests: readonly Captured[]) =>
      requests
        .map(({ headers, body }) => [
          headers['x-webhook-event'],
          JSON.parse(body.toString()).event_type,
        ])
        .toSorted();
    expect(namesOf(canonical.received)).toEqual([
      ['organisation.member_added', 'organisation.member_added'],
      ['user.deleted', 'user.deleted'],
    ]);
    expect(namesOf(legacy.received)).toEqual([
      ['org.member.added', 'org.member.added'],
      ['user.deleted', 'user.deleted'],
    ]);
    for (const [name, verify] of verifiers) {
      const verdicts = legacy.received.map((each) => verify(secret, each, host.clock.now()));
      expect([name, ...verdicts]).toEqual([name, true, true]);
    }
  });

  // spec: envelope/event-id, envelope/idempotency-key
  it('each subscriber has another event_id for one event, and both have one idempotency key', async () => {
    const tenant = await host.tenant();
    const sinks = [await openSink(), await openSink()];
    for (const { url } of sinks) await subscribe(tenant, url);
    const { id } = await emit(host, tenant);
    await openWorker(host).runOnce();
    const requests = sinks.map(({ received }) => received[0]!.headers);
    expect(requests.map((headers) => headers['x-idempotency-key'])).toEqual([id, id]);
    expect(new Set(requests.map((headers) => headers['x-webhook-id'])).size).toBe(2);
  });

  // spec: delivery/log-and-replay
  it('no subscriber gets an event that its filter excludes, or one of another tenant', async () => {
    const [tenant, other] = [await host.tenant(), await host.tenant()];
    const sinks = [await openSink(), await openSink(), await openSink()];
    await subscribe(tenant, sinks[0]!.url, { event_types: ['user.*'] });
    await subscribe(tenant, sinks[1]!.url, { event_types: ['org.created', 'session.*'] });
    await subscribe(other, sinks[2]!.url);
    await emit(host, tenant);
    const { example: data } = catalogue['organisation.created'];
    await emit(host, tenant, { type: 'organisation.created', data });
    await openWorker(host).runOnce();
    expect(sinks.map(({ received }) => received.map((each) => each.headers['x-webhook-event'])))
      // The filter names the older name, and gets the event in the spelling that it asked for.
      .toEqual([['user.deleted'], ['organisation.created'], []]);
  });
});
