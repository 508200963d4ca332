import { describe, expect, it } from 'vitest';
import { systemCaller } from '../access/caller.js';
import { FIRST_PAGE, MANAGER, TENANT } from '../../test/management-host.js';
import { createWebhookHost, type WebhookHost } from '../../test/webhook-host.js';
import { addMs, days, hours, minutes } from '../shared/duration.js';
import type { AttemptOutcome } from './attempts/record-attempt.js';
import type { Delivery } from './delivery.js';
import { createSigningKeys } from './subscribers/signing-keys.js';

const OTHERS = systemCaller('globex');
const EVERYTHING = { status: null, since: null, until: null };
const GOOD: AttemptOutcome = { type: 'answered', status: 200, retryAfter: null, body: 'thanks' };

/** A subscriber with one delivered event. */
async function deliveredOnce(): Promise<{
  readonly host: WebhookHost;
  readonly id: string;
  readonly delivery: Delivery;
}> {
  const host = await createWebhookHost();
  const { id } = await host.subscribe();
  await host.emit();
  await host.worker.finish(await host.worker.due(), GOOD);
  const [delivery] = await host.deliveriesOf(id);
  if (delivery === undefined) throw new Error('nothing was delivered');
  return { host, id, delivery };
}

async function lastEntry(host: WebhookHost): Promise<unknown> {
  const [entry] = await host.logged();
  return { type: entry?.type, target: entry?.target, details: entry?.details };
}

describe('the log of deliveries', () => {
  it('shows a delivery with its attempts', async () => {
    const { host, id, delivery } = await deliveredOnce();
    const now = host.clock.now();
    expect(delivery).toMatchObject({ subscriberId: id, status: 'delivered', attempts: 1 });
    const found = (await host.deliveries.get(TENANT, id, delivery.id))._unsafeUnwrap();
    expect(found.delivery).toEqual(delivery);
    const answer = { statusCode: 200, failure: null, responseBody: 'thanks' };
    const sent = { body: 'full', version: null };
    expect(found.attempts).toEqual([
      { number: 1, startedAt: now, durationMs: 0, ...answer, ...sent },
    ]);
  });

  it("is the subscriber's and the tenant's own", async () => {
    const { host, id, delivery } = await deliveredOnce();
    const other = await host.subscribe();
    const { deliveries } = host;
    const unknown = [
      await deliveries.list('globex', id, EVERYTHING, FIRST_PAGE),
      await deliveries.get('globex', id, delivery.id),
      await deliveries.get(TENANT, 'nobody', delivery.id),
      await deliveries.replay(OTHERS, id, delivery.id),
      await deliveries.replayRange(OTHERS, id, { since: '2020-01-01T00:00:00Z' }),
      await deliveries.sendTest(OTHERS, id),
    ];
    for (const result of unknown) {
      expect(result._unsafeUnwrapErr()).toEqual({ code: 'subscriber_not_found' });
    }
    for (const result of [
      await deliveries.get(TENANT, other.id, delivery.id),
      await deliveries.get(TENANT, id, 'none'),
      await deliveries.replay(MANAGER, other.id, delivery.id),
    ]) {
      expect(result._unsafeUnwrapErr()).toEqual({ code: 'delivery_not_found' });
    }
    expect(await host.worker.due()).toEqual([]);
  });

  it('is filtered by status', async () => {
    const { host, id } = await deliveredOnce();
    const count = async (status: 'delivered' | 'pending') => {
      const filter = { ...EVERYTHING, status };
      const listed = await host.deliveries.list(TENANT, id, filter, FIRST_PAGE);
      return listed._unsafeUnwrap().items.length;
    };
    expect([await count('delivered'), await count('pending')]).toEqual([1, 0]);
  });
});

describe('a replay', () => {
  it('sends the event once more: another delivery, the same idempotency key, attempt 1', async () => {
    const { host, id, delivery } = await deliveredOnce();
    host.clock.advance(hours(1));

    const again = (await host.deliveries.replay(MANAGER, id, delivery.id))._unsafeUnwrap();

    expect(again).toMatchObject({ eventId: delivery.eventId, replayOf: delivery.id, attempts: 0 });
    const [attempt] = await host.worker.due();
    expect(attempt?.request?.headers).toMatchObject({
      'x-webhook-id': again.id,
      'x-idempotency-key': delivery.eventId,
      'x-webhook-attempt': '1',
    });
    expect(again.id).not.toBe(delivery.id);
    expect(await lastEntry(host)).toEqual({
      type: 'webhook.replayed',
      target: id,
      details: { deliveryId: delivery.id, replayedAs: again.id },
    });
  });

  it('of what is on its way is refused', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    await host.worker.dispatch();
    const [delivery] = await host.deliveriesOf(id);
    const refused = await host.deliveries.replay(MANAGER, id, delivery?.id ?? '');
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'delivery_pending' });
  });

  it('is refused once the event has expired', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const expiresAt = addMs(host.clock.now(), hours(1));
    await host.emit(TENANT, { expiresAt });
    await host.worker.finish(await host.worker.due(), GOOD);
    const [delivery] = await host.deliveriesOf(id);
    const since = delivery?.createdAt ?? '';
    host.clock.advance(hours(1) - 1);
    const range = await host.deliveries.replayRange(MANAGER, id, { since, dry_run: true });
    expect(range._unsafeUnwrap().count).toBe(1);
    host.clock.advance(1);
    const refused = await host.deliveries.replay(MANAGER, id, delivery?.id ?? '');
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'event_expired' });
    const late = await host.deliveries.replayRange(MANAGER, id, { since });
    expect(late._unsafeUnwrap().count).toBe(0);
  });

  it('is refused once the payload is gone', async () => {
    const { host, id, delivery } = await deliveredOnce();
    host.clock.advance(days(30));
    await host.outbox.purge();
    const refused = await host.deliveries.replay(MANAGER, id, delivery.id);
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'payload_purged' });
    expect((await host.logged()).map(({ type }) => type)).toEqual(['webhook.created']);
  });

  it('of anything to a disabled subscriber is refused', async () => {
    const { host, id, delivery } = await deliveredOnce();
    (await host.subscribers.change(MANAGER, id, { enabled: false }))._unsafeUnwrap();
    for (const result of [
      await host.deliveries.replay(MANAGER, id, delivery.id),
      await host.deliveries.replayRange(MANAGER, id, { since: '2020-01-01T00:00:00Z' }),
      await host.deliveries.sendTest(MANAGER, id),
    ]) {
      expect(result._unsafeUnwrapErr()).toEqual({ code: 'subscriber_disabled' });
    }
  });

  it('of what was skipped brings it to a subscriber that is enabled again', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ enabled: false });
    await host.emit();
    await host.worker.dispatch();
    (await host.subscribers.change(MANAGER, id, { enabled: true }))._unsafeUnwrap();
    expect(await host.worker.due()).toEqual([]);
    const [skipped] = await host.deliveriesOf(id);
    expect(skipped?.status).toBe('skipped');
    (await host.deliveries.replay(MANAGER, id, skipped?.id ?? ''))._unsafeUnwrap();
    expect(await host.worker.due()).toHaveLength(1);
  });
});

describe('a replay by range', () => {
  it('queues the events of the range and says how many', async () => {
    const { host, id } = await deliveredOnce();
    const since = host.clock.now();
    for (let count = 0; count < 3; count += 1) {
      host.clock.advance(minutes(1));
      await host.emit();
    }
    await host.worker.finish(await host.worker.due(), GOOD);
    const until = host.clock.now();
    const input = { since: since.toISOString(), until: until.toISOString(), status: 'delivered' };

    const emitted = { first: since, last: new Date(until.getTime() - minutes(1)) };
    const expected = { count: 3, emitted, rest: null };
    const before = await lastEntry(host);

    const dry = await host.deliveries.replayRange(MANAGER, id, { ...input, dry_run: true });
    expect(dry._unsafeUnwrap()).toEqual(expected);
    expect([await host.worker.due(), await lastEntry(host)]).toEqual([[], before]);

    const replayed = await host.deliveries.replayRange(MANAGER, id, input);
    expect(replayed._unsafeUnwrap()).toEqual(expected);
    expect(await host.worker.due()).toHaveLength(3);
    expect(await lastEntry(host)).toEqual({
      type: 'webhook.replayed',
      target: id,
      details: { ...input, count: 3 },
    });
  });

  it('asked for twice queues each event once', async () => {
    const { host, id } = await deliveredOnce();
    const input = { since: '2020-01-01T00:00:00Z' };
    const answers = await Promise.all([
      host.deliveries.replayRange(MANAGER, id, input),
      host.deliveries.replayRange(MANAGER, id, input),
    ]);
    const counts = answers.map((answer) => answer._unsafeUnwrap().count);
    expect(counts.toSorted()).toEqual([0, 1]);
    expect(await host.worker.due()).toHaveLength(1);
  });

  it.each([undefined, '9999-01-01T00:00:00Z'])(
    'of more than 10,000 events has a rest, without those it made: until %s',
    async (until) => {
      const host = await createWebhookHost();
      const { id } = await host.subscribe({ enabled: false });
      const since = host.clock.now().toISOString();
      for (let count = 0; count < 10_002; count += 1) {
        await host.emit();
        host.clock.advance(1);
      }
      await host.worker.dispatch();
      const left = new Date(host.clock.now().getTime() - 2);
      (await host.subscribers.change(MANAGER, id, { enabled: true }))._unsafeUnwrap();
      const input = { since, ...(until !== undefined && { until }) };

      const replayed = await host.deliveries.replayRange(MANAGER, id, input);

      const rest = { since: left, until: host.clock.now() };
      expect(replayed._unsafeUnwrap()).toMatchObject({ count: 10_000, rest });
    },
  );

  it('that is not valid is refused', async () => {
    const { host, id } = await deliveredOnce();
    const refused = await host.deliveries.replayRange(MANAGER, id, { since: 'yesterday' });
    expect(refused._unsafeUnwrapErr().code).toBe('webhook_request_invalid');
    expect(await host.worker.due()).toEqual([]);
  });
});

describe('a test', () => {
  it('goes to its subscriber alone, whatever the filter says', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ event_types: ['session.*'] });
    const other = await host.subscribe();

    const delivery = (await host.deliveries.sendTest(MANAGER, id))._unsafeUnwrap();

    const [attempt, ...others] = await host.worker.due();
    expect(others).toEqual([]);
    expect(attempt?.request?.headers).toMatchObject({
      'x-webhook-event': 'webhook.test',
      'x-webhook-id': delivery.id,
    });
    expect(JSON.parse(attempt?.request?.body ?? '')).toMatchObject({
      event_type: 'webhook.test',
      data: { subscriber_id: id, requested_at: host.clock.now().toISOString() },
    });
    expect(await host.deliveriesOf(other.id)).toEqual([]);
  });

  it.each([
    ['v1', /^v1,\S+$/],
    ['v1a', /^v1a,\S+$/],
    ['both', /^v1,\S+ v1a,\S+$/],
  ] as const)(
    'has the signature %s where its subscriber asks for that',
    async (signature, form) => {
      const signing = createSigningKeys({
        active: { id: 's1', secret: new Uint8Array(32).fill(5) },
      });
      const host = await createWebhookHost({ signing });
      const { id } = await host.subscribe({ signature });

      (await host.deliveries.sendTest(MANAGER, id))._unsafeUnwrap();

      const [attempt] = await host.worker.due();
      expect(attempt?.request?.headers['webhook-signature']).toMatch(form);
    },
  );
});
