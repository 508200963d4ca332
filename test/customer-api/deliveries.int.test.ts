/** The log of deliveries over HTTP, what is sent again from it, and test events. */
import { createTestWorker } from '@stepward/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { makeAttempts } from './harness/attempts.js';
import { onEveryHost } from './harness/host.js';
import { skippedDelivery } from './harness/skipped-delivery.js';
import { bodyOf, WEBHOOKS, type ListedDelivery, type Tenant } from './harness/tenant.js';

interface Scene {
  readonly tenant: Tenant;
  readonly path: string;
  readonly webhookId: string;
}

onEveryHost((host) => {
  async function scene(): Promise<Scene> {
    const tenant = await host.tenant();
    const { id: webhookId } = await tenant.newSubscriber({ event_types: ['user.deleted'] });
    return { tenant, path: `${WEBHOOKS}/${webhookId}`, webhookId };
  }

  async function emit({ tenant }: Scene): Promise<string> {
    const emitted = await host.stepward.events.emit({
      tenantId: tenant.tenantId,
      type: 'user.deleted',
      data: { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' },
    });
    await createTestWorker(host.stepward.outbox, host.clock).dispatch();
    return emitted._unsafeUnwrap().id;
  }

  const skipped = ({ tenant, webhookId }: Scene): Promise<ListedDelivery> =>
    skippedDelivery(host, tenant, webhookId);
  const list = async ({ tenant, path }: Scene, query = 'limit=100') =>
    (await tenant.page<ListedDelivery>(`${path}/deliveries?${query}`)).data;
  const now = (): string => host.clock.now().toISOString();

  // spec: delivery/log-and-replay
  it('a delivery is shown from its event to its last attempt', async () => {
    const own = await scene();
    const eventId = await emit(own);
    const emittedAt = now();
    const [pending] = await list(own);
    expect(pending).toEqual({
      id: expect.any(String),
      event_id: pending?.id,
      event_type: 'user.deleted',
      idempotency_key: eventId,
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: emittedAt,
      created_at: emittedAt,
      finished_at: null,
      replay_of: null,
      sequence: 1,
    });
    await makeAttempts(host, { type: 'failed', reason: 'timed_out' });
    host.pass(1);
    const secondAt = now();
    const body = 'é 😀 "quoted" \u001b\u007f';
    await makeAttempts(host, { type: 'answered', status: 202, retryAfter: null, body });
    const detail = bodyOf(await own.tenant.get(`${own.path}/deliveries/${String(pending?.id)}`));
    expect(detail).toEqual({
      ...pending,
      status: 'delivered',
      attempt_count: 2,
      next_attempt_at: null,
      finished_at: now(),
      attempts: [
        {
          attempt: 1,
          started_at: emittedAt,
          duration_ms: 125,
          status_code: null,
          failure: 'timed_out',
          response_body: '',
          body: 'full',
          version: null,
        },
        {
          attempt: 2,
          started_at: secondAt,
          duration_ms: 125,
          status_code: 202,
          failure: null,
          response_body: body,
          body: 'full',
          version: null,
        },
      ],
    });
    const { attempts, ...delivery } = detail;
    expect(attempts).toHaveLength(2);
    expect(await list(own)).toEqual([delivery]);
  });

  it('410 ends a delivery, and disables its subscriber', async () => {
    const own = await scene();
    await emit(own);
    await makeAttempts(host, { type: 'answered', status: 410, retryAfter: null, body: '' });
    expect(await list(own)).toMatchObject([{ status: 'exhausted', attempt_count: 1 }]);
    const { tenant, path } = own;
    expect(bodyOf(await tenant.get(path))).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
    });
    expect(await tenant.logs('limit=1')).toMatchObject([
      { type: 'webhook.disabled', actor: { type: 'system' }, details: { reason: 'gone' } },
    ]);
    await emit(own);
    expect((await list(own)).map(({ status }) => status).toSorted()).toEqual([
      'exhausted',
      'skipped',
    ]);
    expect(bodyOf(await tenant.patch(path, { enabled: true }))).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
  });

  it('a test goes to one subscriber, whatever its filter says, and takes no body', async () => {
    const own = await scene();
    const { tenant, path } = own;
    const other = await tenant.newSubscriber({ event_types: ['*'] });
    const answer = await tenant.post(`${path}/test`);
    const queued = bodyOf(answer);
    expect([answer.status, queued]).toMatchObject([
      202,
      { event_type: 'webhook.test', status: 'pending', replay_of: null },
    ]);
    expect(await list(own)).toEqual([queued]);
    expect(await list({ ...own, path: `${WEBHOOKS}/${other.id}` })).toEqual([]);
    const { data } = await tenant.page('/events?type=webhook.test');
    expect(data).toMatchObject([{ id: queued['idempotency_key'] }]);
    expect((await tenant.post(`${path}/test`, '{{{')).status).toBe(202);
  });

  // spec: delivery/log-and-replay
  it('a replay is a new delivery of the same event', async () => {
    const own = await scene();
    const old = await skipped(own);
    host.pass(1);
    const answer = await own.tenant.post(`${own.path}/deliveries/${old.id}/replay`);
    const queued = bodyOf(answer) as unknown as ListedDelivery;
    expect([answer.status, queued]).toEqual([
      202,
      {
        ...old,
        id: expect.any(String),
        event_id: queued.id,
        status: 'pending',
        next_attempt_at: now(),
        created_at: now(),
        finished_at: null,
        replay_of: old.id,
      },
    ]);
    expect(queued.id).not.toBe(old.id);
    expect(await list(own)).toEqual([queued, old]);
    expect(await own.tenant.logs('limit=1')).toMatchObject([
      {
        type: 'webhook.replayed',
        target: own.webhookId,
        details: { deliveryId: old.id, replayedAs: queued.id },
      },
    ]);
  });

  it('nothing is sent to a disabled subscriber, and nothing twice that is on its way', async () => {
    const own = await scene();
    const { tenant, path } = own;
    const old = await skipped(own);
    await emit(own);
    const [pending] = await list(own, 'status=pending');
    const before = await list(own);
    const again = await tenant.post(`${path}/deliveries/${String(pending?.id)}/replay`);
    expect(outcome(again)).toBe('409 conflict delivery_pending');
    await tenant.patch(path, { enabled: false });
    for (const answer of [
      await tenant.post(`${path}/test`),
      await tenant.post(`${path}/deliveries/${old.id}/replay`),
      await tenant.post(`${path}/replay`, { since: '2000-01-01T00:00:00Z' }),
    ]) {
      expect(outcome(answer)).toBe('409 conflict subscriber_disabled');
    }
    expect(await list(own)).toEqual(before);
  });

  // spec: delivery/log-and-replay
  it('a range is replayed once, from since on and before until, in one status', async () => {
    const own = await scene();
    const { tenant, path } = own;
    const early = await skipped(own);
    host.pass(1);
    const since = now();
    const inside = [await skipped(own), await skipped(own)];
    host.pass(1);
    const until = now();
    await skipped(own);
    const range = { since, until, status: 'skipped' };
    const answer = await tenant.post(`${path}/replay`, range);
    expect([answer.status, bodyOf(answer)]).toEqual([202, { count: 2, next: null }]);
    const keysOf = (items: readonly ListedDelivery[]) =>
      items.map(({ idempotency_key }) => idempotency_key).toSorted();
    const queued = await list(own, 'status=pending');
    expect(keysOf(queued)).toEqual(keysOf(inside));
    expect(queued.map(({ replay_of }) => replay_of).toSorted()).toEqual(
      inside.map(({ id }) => id).toSorted(),
    );
    expect(bodyOf(await tenant.post(`${path}/replay`, range))).toMatchObject({ count: 0 });
    const rest = await tenant.post(`${path}/replay`, { since: early.created_at });
    expect(bodyOf(rest)).toEqual({ count: 2, next: null });
    expect(await tenant.logs('type=webhook.replayed&limit=3')).toMatchObject([
      { details: { count: 2, since: early.created_at, until: expect.any(String), status: null } },
      { details: { count: 0 } },
      { details: { count: 2, since, until, status: 'skipped' } },
    ]);
  });

  it('50 replays of a range at once send each event once', async () => {
    const own = await scene();
    const old = [await skipped(own), await skipped(own), await skipped(own)];
    const since = '2000-01-01T00:00:00Z';
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => own.tenant.post(`${own.path}/replay`, { since })),
    );
    const counts = answers.map((answer) => bodyOf(answer)['count'] as number);
    expect(counts.toSorted().slice(-2)).toEqual([0, 3]);
    expect(await list(own, 'status=pending')).toHaveLength(old.length);
  });

  it.each([
    ['an empty object', {}, ['since']],
    ['a moment without a zone', { since: '2026-01-01T00:00:00' }, ['since']],
    ['a day that there is not', { since: '2026-13-01T00:00:00Z' }, ['since']],
    ['a number', { since: 1_767_225_600_000 }, ['since']],
    ['what is on its way', { since: '2026-01-01T00:00:00Z', status: 'pending' }, ['status']],
    ['everything at once', { since: [], until: {}, status: 1 }, ['since', 'status', 'until']],
    ['another field', { since: '2026-01-01T00:00:00Z', type: 'user.deleted' }, ['type']],
  ])('a replay of %s is 400, and nothing is queued', async (_, body, fields) => {
    const own = await scene();
    const old = await skipped(own);
    const answer = await own.tenant.post(`${own.path}/replay`, body);
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'validation_error']);
    const named = (problemOf(answer).errors ?? []).map(({ field }) => field);
    expect(named.toSorted()).toEqual(fields);
    expect(await list(own)).toEqual([old]);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59.999Z'])(
    'a time at the end of the range is accepted: %s',
    async (moment) => {
      const own = await scene();
      const query = encodeURIComponent(moment);
      for (const answer of [
        await own.tenant.get(`${own.path}/deliveries?since=${query}&until=${query}`),
        await own.tenant.get(`/events?since=${query}&until=${query}`),
        await own.tenant.get(`/logs?since=${query}&until=${query}`),
        await own.tenant.post(`${own.path}/replay`, { since: moment, until: moment }),
      ]) {
        expect(answer.status).toBeLessThan(300);
      }
    },
  );

  describe('the list', () => {
    let own: Scene;
    let start: Date;
    beforeAll(async () => {
      own = await scene();
      start = host.clock.now();
      for (let count = 0; count < 6; count += 1) {
        await (count % 2 === 0 ? skipped(own) : emit(own));
        host.pass(1);
      }
    });
    const minute = (count: number): string =>
      new Date(start.getTime() + count * 60_000).toISOString();

    it('is filtered by status, since and until, alone and together, over pages', async () => {
      const found = async (query: string) =>
        (await list(own, query)).map(({ created_at }) => created_at);
      expect(await found('limit=100')).toEqual([5, 4, 3, 2, 1, 0].map(minute));
      expect(await found('status=skipped')).toEqual([4, 2, 0].map(minute));
      expect(await found('status=delivered')).toEqual([]);
      expect(await found(`since=${minute(4)}`)).toEqual([5, 4].map(minute));
      expect(await found(`until=${minute(1)}`)).toEqual([minute(0)]);
      const both = `status=pending&since=${minute(1)}&until=${minute(5)}&limit=1`;
      const first = await own.tenant.page<ListedDelivery>(`${own.path}/deliveries?${both}`);
      expect(first.data).toMatchObject([{ created_at: minute(3) }]);
      const cursor = String(first.pagination.next_cursor);
      expect(await found(`${both}&cursor=${cursor}`)).toEqual([minute(1)]);
      const elsewhere = await own.tenant.newSubscriber();
      for (const path of [
        `${own.path}/deliveries?cursor=${cursor}`,
        `${WEBHOOKS}/${elsewhere.id}/deliveries?${both}&cursor=${cursor}`,
        `${WEBHOOKS}?cursor=${cursor}`,
      ]) {
        expect(outcome(await own.tenant.get(path))).toBe('400 validation_error query_invalid');
      }
    });

    it.each([
      ['status=failed', 'status'],
      ['status=skipped&status=skipped', 'status'],
      ['since=', 'since'],
      ['event_type=user.deleted', 'event_type'],
      ['limit=101', 'limit'],
      ['cursor=a.b', 'cursor'],
    ])('refuses ?%s', async (query, field) => {
      const answer = await own.tenant.get(`${own.path}/deliveries?${query}`);
      expect(outcome(answer)).toBe('400 validation_error query_invalid');
      expect(problemOf(answer).errors).toMatchObject([{ field }]);
    });
  });
}, ONE_SERVER);
