/** The retry schedule by a clock that the test moves, over real sockets, as the subscriber and the log see it. */
import { describe, expect, it } from 'vitest';
import { bodyOf, type Tenant } from '../customer-api/harness/tenant.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { answering, type Answering, type Captured } from './harness/sink.js';
import { subscribe, type Subscription } from './harness/subscription.js';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const DAY = 24 * HOUR;

/** After the first attempt, which is made at once. */
const DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

const envelopeOf = ({ body }: Captured) => JSON.parse(body.toString());

onEveryStorage((host) => {
  const { clock } = host;

  /** A subscriber after the first attempt of its first delivery. */
  async function attempted(answer: Answering, fields: object = {}) {
    const tenant = await host.tenant();
    const sink = await openSink(answer);
    const worker = openWorker(host);
    const subscription = await subscribe(tenant, sink.url, fields);
    const event = await emit(host, tenant);
    await worker.runOnce();
    return { tenant, sink, worker, subscription, event };
  }

  const delayOf = ({ next_attempt_at }: { readonly next_attempt_at: string | null }): number =>
    Date.parse(next_attempt_at ?? '') - clock.now().getTime();

  async function audited(tenant: Tenant, type: string) {
    return (await tenant.logs()).filter((entry) => entry.type === type);
  }

  // spec: delivery/attempt, delivery/retries, limits/delivery-attempts
  it('ten attempts, each at its due time and not a millisecond before, then it is exhausted', async () => {
    const { sink, worker, subscription, event } = await attempted(answering(500));
    const startedAt = [clock.now().toISOString()];
    for (const [index, delay] of DELAYS.entries()) {
      const wait = delayOf(await subscription.onlyDelivery());
      expect(wait).toBeGreaterThanOrEqual(delay);
      expect(wait).toBeLessThanOrEqual(delay * 1.1);
      clock.advance(wait - 1);
      await worker.runOnce();
      expect(sink.received).toHaveLength(index + 1);
      clock.advance(1);
      await worker.runOnce();
      expect(sink.received).toHaveLength(index + 2);
      startedAt.push(clock.now().toISOString());
    }
    clock.advance(30 * DAY);
    await worker.runOnce();

    const delivery = await subscription.onlyDelivery();
    expect(delivery).toMatchObject({
      status: 'exhausted',
      attempt_count: 10,
      next_attempt_at: null,
      finished_at: startedAt[9],
      idempotency_key: event.id,
    });
    expect(delivery.attempts).toEqual(
      startedAt.map((started_at, index) => ({
        attempt: index + 1,
        started_at,
        duration_ms: 0,
        status_code: 500,
        failure: null,
        response_body: 'said the subscriber',
        body: 'full',
        version: null,
      })),
    );
    expect(sink.received.map(envelopeOf)).toEqual(
      startedAt.map((timestamp) => ({
        ...envelopeOf(sink.received[0]!),
        timestamp,
        event_id: delivery.id,
        idempotency_key: event.id,
      })),
    );
    expect(sink.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(
      startedAt.map((_, index) => String(index + 1)),
    );
    expect(sink.received.map(({ headers }) => headers['x-webhook-timestamp'])).toEqual(startedAt);
    expect(await subscription.record()).toMatchObject({ enabled: true });
  });

  // spec: delivery/retries
  it('a delivery that succeeds later is not attempted again', async () => {
    const { sink, worker, subscription } = await attempted((response, _, count) =>
      response.writeHead(count < 3 ? 503 : 200).end('at last'),
    );
    for (let count = 0; count < 5; count += 1) {
      clock.advance(6 * MINUTE);
      await worker.runOnce();
    }
    expect(sink.received).toHaveLength(3);
    expect(await subscription.onlyDelivery()).toMatchObject({
      status: 'delivered',
      attempts: [
        { attempt: 1, status_code: 503 },
        { attempt: 2, status_code: 503 },
        { attempt: 3, status_code: 200, response_body: 'at last' },
      ],
    });
  });

  // spec: delivery/left-open
  it.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
    const { subscription } = await attempted(answering(status));
    expect(await subscription.onlyDelivery()).toMatchObject({ status: 'delivered' });
  });

  // spec: delivery/left-open
  it.each([400, 401, 404, 409, 418, 500, 502])(
    '%i is a failure, and is retried',
    async (status) => {
      const { subscription } = await attempted(answering(status));
      const delivery = await subscription.onlyDelivery();
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: status }] });
    },
  );

  it.each([301, 302, 303, 307, 308])('%i is a failure and is not followed', async (status) => {
    const elsewhere = await openSink();
    const { sink, subscription } = await attempted(answering(status, { location: elsewhere.url }));
    expect([sink.received.length, elsewhere.received.length]).toEqual([1, 0]);
    const delivery = await subscription.onlyDelivery();
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: status }] });
  });

  describe('Retry-After', () => {
    const httpDate = (ms: number) => new Date(clock.now().getTime() + ms).toUTCString();

    it.each([
      ['429 in seconds', 429, () => '120', 120 * SECOND],
      ['503 in seconds', 503, () => '3600', HOUR],
      ['503 as a date', 503, () => httpDate(HOUR), HOUR],
      ['429 for a week, which is cut to a day', 429, () => String(7 * 24 * 3_600), DAY],
    ])('delays after %s', async (_, status, header, delay) => {
      const { worker, sink, subscription } = await attempted((response) =>
        response.writeHead(status, { 'retry-after': header() }).end(),
      );
      const wait = delayOf(await subscription.onlyDelivery());
      expect(wait).toBeGreaterThan(delay - SECOND);
      expect(wait).toBeLessThanOrEqual(delay);
      clock.advance(wait - 1);
      await worker.runOnce();
      expect(sink.received).toHaveLength(1);
      clock.advance(1);
      await worker.runOnce();
      expect(sink.received).toHaveLength(2);
    });

    it.each([
      ['asks for less than the schedule', 429, '1'],
      ['comes with another status', 500, '3600'],
      ['cannot be understood', 503, 'soon'],
      ['lies in the past', 503, 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ])('changes nothing where it %s', async (_, status, header) => {
      const { subscription } = await attempted(answering(status, { 'retry-after': header }));
      const wait = delayOf(await subscription.onlyDelivery());
      expect(wait).toBeGreaterThanOrEqual(5 * SECOND);
      expect(wait).toBeLessThanOrEqual(5.5 * SECOND);
    });
  });

  // spec: delivery/left-open
  it('410 ends the delivery and disables the subscriber, with an audit entry', async () => {
    const { tenant, sink, worker, subscription } = await attempted(answering(410));
    expect(await subscription.onlyDelivery()).toMatchObject({
      status: 'exhausted',
      next_attempt_at: null,
      attempts: [{ status_code: 410 }],
    });
    expect(await subscription.record()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
    expect(await audited(tenant, 'webhook.disabled')).toMatchObject([
      { actor: { type: 'system' }, target: subscription.id, details: { reason: 'gone' } },
    ]);
    await emit(host, tenant);
    clock.advance(5 * DAY);
    await worker.runOnce();
    expect(sink.received).toHaveLength(1);
  });

  describe('a subscriber that only fails', () => {
    it('is disabled after 5 days, with an audit entry', async () => {
      const { tenant, worker, subscription } = await attempted(answering(500));
      const failAgain = async () => {
        await emit(host, tenant);
        await worker.runOnce();
        return subscription.record();
      };
      clock.advance(5 * DAY - 1);
      expect(await failAgain()).toMatchObject({ enabled: true });
      clock.advance(1);
      expect(await failAgain()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
      expect(await audited(tenant, 'webhook.disabled')).toMatchObject([
        { actor: { type: 'system' }, target: subscription.id, details: { reason: 'failing' } },
      ]);
    });

    it('has 5 new days after one success', async () => {
      const { tenant, worker, subscription } = await attempted((response, _, count) =>
        response.writeHead(count === 3 ? 200 : 500).end(),
      );
      for (let day = 1; day < 7; day += 1) {
        clock.advance(DAY);
        await emit(host, tenant);
        await worker.runOnce();
      }
      expect(await subscription.record()).toMatchObject({ enabled: true });
    });

    it('has 5 new days once it is enabled again', async () => {
      const { tenant, worker, subscription } = await attempted(answering(500));
      clock.advance(5 * DAY);
      await worker.runOnce();
      expect(await subscription.record()).toMatchObject({ enabled: false });
      bodyOf(await tenant.patch(subscription.path, { enabled: true }));
      await emit(host, tenant);
      await worker.runOnce();
      expect(await subscription.record()).toMatchObject({ enabled: true, disabled_reason: null });
    });
  });

  describe('while a subscriber is disabled', () => {
    async function skipped() {
      const { tenant, sink, worker, subscription } = await attempted(answering(204));
      bodyOf(await tenant.patch(subscription.path, { enabled: false }));
      const event = await emit(host, tenant);
      await worker.runOnce();
      const [delivery] = await subscription.deliveries('&status=skipped');
      return { tenant, sink, worker, subscription, event, delivery: delivery! };
    }

    it('events are recorded as skipped and not sent, and can be replayed once it is enabled', async () => {
      const { tenant, sink, worker, subscription, event, delivery } = await skipped();
      expect(sink.received).toHaveLength(1);
      expect(delivery).toMatchObject({ status: 'skipped', idempotency_key: event.id });
      const path = `${subscription.path}/deliveries/${delivery.id}/replay`;
      expect((await tenant.post(path)).status).toBe(409);
      bodyOf(await tenant.patch(subscription.path, { enabled: true }));
      await worker.runOnce();
      expect(sink.received).toHaveLength(1);
      expect((await tenant.post(path)).status).toBe(202);
      await worker.runOnce();
      expect(sink.received.map(({ headers }) => headers['x-idempotency-key']).at(-1)).toBe(
        event.id,
      );
    });

    it('what was pending becomes skipped', async () => {
      const { tenant, worker, sink, subscription } = await attempted(answering(500));
      bodyOf(await tenant.patch(subscription.path, { enabled: false }));
      clock.advance(MINUTE);
      await worker.runOnce();
      expect(sink.received).toHaveLength(1);
      expect(await subscription.onlyDelivery()).toMatchObject({
        status: 'skipped',
        attempt_count: 1,
        attempts: [{ attempt: 1, status_code: 500 }],
      });
    });
  });

  describe('a manual replay', () => {
    // spec: envelope/event-id
    it('has a new event_id, the same idempotency key and attempts from 1', async () => {
      const { tenant, sink, worker, subscription, event } = await attempted(
        (response, _, count) => void response.writeHead(count === 2 ? 500 : 200).end(),
      );
      const first = await subscription.onlyDelivery();
      const replayed = await tenant.post(`${subscription.path}/deliveries/${first.id}/replay`);
      expect(replayed.status).toBe(202);
      const { id } = bodyOf(replayed);
      expect(bodyOf(replayed)).toMatchObject({ replay_of: first.id, status: 'pending' });
      await worker.runOnce();
      clock.advance(MINUTE);
      await worker.runOnce();
      const seen = sink.received.map(({ headers }) => [
        headers['x-webhook-id'],
        headers['x-idempotency-key'],
        headers['x-webhook-attempt'],
      ]);
      expect(seen).toEqual([
        [first.id, event.id, '1'],
        [id, event.id, '1'],
        [id, event.id, '2'],
      ]);
      expect(id).not.toBe(first.id);
      expect(await subscription.delivery(first.id)).toEqual(first);
    });

    it('is refused while the delivery is on its way', async () => {
      const { tenant, subscription } = await attempted(answering(500));
      const { id } = await subscription.onlyDelivery();
      const refused = await tenant.post(`${subscription.path}/deliveries/${id}/replay`);
      expect([refused.status, JSON.parse(refused.text).reason]).toEqual([409, 'delivery_pending']);
    });
  });

  it('a replay by range sends each event of the range once, and those on their way not again', async () => {
    const { tenant, sink, worker, subscription } = await attempted(answering(204));
    clock.advance(HOUR);
    const since = clock.now().toISOString();
    const events = [await emit(host, tenant), await emit(host, tenant)];
    clock.advance(1);
    const until = clock.now().toISOString();
    await emit(host, tenant);
    await worker.runOnce();
    expect(sink.received).toHaveLength(4);

    const replay = async (body: object) => {
      const answer = await tenant.post(`${subscription.path}/replay`, body);
      expect(answer.status).toBe(202);
      return bodyOf(answer);
    };
    expect(await replay({ since, until, status: 'delivered' })).toMatchObject({ count: 2 });
    expect(await replay({ since, until })).toMatchObject({ count: 0 });
    expect(await replay({ since, until, status: 'exhausted' })).toMatchObject({ count: 0 });
    await worker.runOnce();
    const keys = sink.received.slice(4).map(({ headers }) => headers['x-idempotency-key']);
    expect(keys.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect((await audited(tenant, 'webhook.replayed')).length).toBe(3);
  });

  it('a test event goes to its subscriber alone, whatever the filter says', async () => {
    const { tenant, sink, worker, subscription } = await attempted(answering(204));
    const [other, filtered] = [await openSink(), await openSink()];
    await subscribe(tenant, other.url);
    const picky: Subscription = await subscribe(tenant, filtered.url, { event_types: ['org.*'] });
    expect((await tenant.post(`${picky.path}/test`)).status).toBe(202);
    await worker.runOnce();
    expect([sink.received.length, other.received.length]).toEqual([1, 0]);
    expect(filtered.received.map(envelopeOf)).toMatchObject([
      { event_type: 'webhook.test', data: { subscriber_id: picky.id } },
    ]);
    expect(filtered.received[0]!.headers).toMatchObject({ 'x-webhook-event': 'webhook.test' });
    expect(await subscription.deliveries()).toHaveLength(1);
  });
});
