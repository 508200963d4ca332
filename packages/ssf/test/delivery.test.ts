import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { MAX_HELD } from '../src/streams/stream.js';
import { answered, createSsfWorld, SSF, type SsfWorld } from './ssf-world.js';

const HOUR = 3_600_000;
const REFUSED = answered(400, JSON.stringify({ err: 'invalid_key', description: '<secret>' }));

/** The sessions that pushed events are about, in the order in which they were sent. */
async function pushedSessions({ pushed, open }: SsfWorld): Promise<readonly string[]> {
  const opened = await Promise.all(pushed.map(({ body }) => open(body)));
  return opened.map(({ payload }) => payload.sub_id.session?.id ?? 'none');
}

/** What the log of webhooks has of a stream's deliveries. */
async function logOf({ stepward }: SsfWorld) {
  const [subscriber] = (await stepward.subscribers.list('acme')).items;
  const { items } = (await stepward.deliveries.list('acme', subscriber!.id))._unsafeUnwrap();
  return items.map(({ status }) => status);
}

const setStatus = ({ ask }: SsfWorld, stream_id: string, status: string) =>
  ask('POST', '/status', { body: { stream_id, status } });

describe('a push', () => {
  it('that fails comes again on the schedule of webhooks, with the same id', async () => {
    const world = await createSsfWorld();
    await world.pushStream();
    world.answerPushes((count) => answered(count === 1 ? 503 : 202));
    await world.revoke();
    await world.deliver();
    expect(await logOf(world)).toEqual(['pending']);
    world.clock.advance(6_000);
    await world.deliver();
    expect(await logOf(world)).toEqual(['delivered']);
    const ids = await Promise.all(world.pushed.map(({ body }) => world.open(body)));
    expect(ids).toHaveLength(2);
    expect(new Set(ids.map(({ payload }) => payload.jti)).size).toBe(1);
  });

  it.each([
    ['a 200, which acknowledges nothing', answered(200), 'the receiver answered 200, not 202'],
    ['a refusal', REFUSED, 'the receiver answered invalid_key'],
    ['a page', answered(400, '<html>'), 'the receiver answered 400, not 202'],
    ['no answer', { type: 'failed', reason: 'timed_out' } as const, 'timed_out'],
  ])(
    'with %s is a failed attempt, and its reason is in the log of the service',
    async (_, answer, why) => {
      const world = await createSsfWorld();
      await world.pushStream();
      world.answerPushes(() => answer);
      await world.revoke();
      await world.deliver();
      expect(await logOf(world)).toEqual(['pending']);
      expect(world.logs.map(({ fields }) => fields)).toContainEqual(
        expect.objectContaining({ why }),
      );
      expect(JSON.stringify(world.logs)).not.toContain('<secret>');
    },
  );

  it('that is refused keeps none of the other events of its delivery back', async () => {
    const world = await createSsfWorld({ resetEndsSessions: true });
    await world.pushStream();
    world.answerPushes((count) => (count === 1 ? REFUSED : answered(202)));
    await world.enrol();
    await world.deliver();
    const before = world.pushed.length;
    world.answerPushes((count) => (count === before + 1 ? REFUSED : answered(202)));
    const helper = systemCaller('acme', 'support');
    (await world.stepward.people.reset(helper, 'usr_1', { reason: 'lost phone' }))._unsafeUnwrap();
    await world.deliver();
    const opened = await Promise.all(
      world.pushed.slice(before).map(({ body }) => world.open(body)),
    );
    const types = opened.flatMap(({ payload }) => Object.keys(payload.events));
    expect(types.map((type) => type.split('/').at(-1))).toEqual([
      'credential-change',
      'session-revoked',
    ]);
  });

  it('of one stream is not held up by another stream that fails', async () => {
    const world = await createSsfWorld();
    await world.pushStream();
    await world.pushStream();
    world.answerPushes((count) => answered(count === 1 ? 500 : 202));
    await world.revoke();
    await world.deliver();
    expect(world.pushed).toHaveLength(2);
  });
});

describe('a stream that holds events', () => {
  async function paused() {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.pushStream();
    await setStatus(world, id, 'paused');
    for (const session of ['ses_1', 'ses_2', 'ses_3']) {
      world.clock.advance(1_000);
      await world.revoke(session);
    }
    await world.deliver();
    return { world, id };
  }

  it('sends a later event after them, also where a push of them failed', async () => {
    const { world, id } = await paused();
    await setStatus(world, id, 'enabled');
    world.answerPushes((count) => answered(count === 2 ? 500 : 202));
    await world.deliver();
    expect(await pushedSessions(world)).toEqual(['ses_1', 'ses_2']);
    await world.revoke('ses_4');
    await world.deliver();
    expect(await pushedSessions(world)).toEqual(['ses_1', 'ses_2', 'ses_2', 'ses_3', 'ses_4']);
  });

  it('sends each once where several deliveries run at a time', async () => {
    const { world, id } = await paused();
    await setStatus(world, id, 'enabled');
    for (const session of ['ses_4', 'ses_5']) await world.revoke(session);
    await world.deliver();
    const sent = await pushedSessions(world);
    expect(sent.slice(0, 3)).toEqual(['ses_1', 'ses_2', 'ses_3']);
    expect(sent.slice(3).toSorted()).toEqual(['ses_4', 'ses_5']);
  });

  it('drops one that the receiver refuses, and sends the others', async () => {
    const { world, id } = await paused();
    await setStatus(world, id, 'enabled');
    world.answerPushes((count) => (count === 2 ? REFUSED : answered(202)));
    await world.deliver();
    expect(await pushedSessions(world)).toEqual(['ses_1', 'ses_2', 'ses_3']);
    expect(world.logs.map(({ message }) => message)).toContain(
      'a receiver refused a held event, which is dropped',
    );
  });

  it('leaves the rest to another delivery where a receiver is slow', async () => {
    const { world, id } = await paused();
    await setStatus(world, id, 'enabled');
    world.answerPushes(() => {
      world.clock.advance(2_000);
      return answered(202);
    });
    await world.deliver();
    expect(await pushedSessions(world)).toEqual(['ses_1', 'ses_2', 'ses_3']);
    expect(await logOf(world)).not.toContain('pending');
  });

  it('sends one that is held while the stream is being enabled', async () => {
    const enabling: (() => Promise<unknown>)[] = [];
    const world = await createSsfWorld({
      subject: async ({ identityId: id }) => {
        await enabling.pop()?.();
        return { format: 'opaque', id };
      },
    });
    const { stream_id: id } = await world.pushStream();
    await setStatus(world, id, 'paused');
    enabling.push(() => setStatus(world, id, 'enabled'));
    await world.revoke('ses_1');
    await world.deliver();
    expect(world.pushed).toHaveLength(1);
    expect(await world.storage.held('acme', id, 10)).toEqual([]);
  });

  it('drops them after 7 days', async () => {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.stream();
    await world.revoke('ses_1');
    await world.deliver();
    world.clock.advance(7 * 24 * HOUR + 1);
    await world.revoke('ses_2');
    await world.deliver();
    const left = await world.poll(id);
    expect(left.map((claims) => claims.sub_id.session?.id)).toEqual(['ses_2']);
  });
});

describe('a stream whose receiver does not poll', () => {
  it('is paused at 1,000 events, says so, and goes on once it is enabled again', async () => {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.stream();
    await world.revoke('ses_1');
    await world.deliver();
    const [first] = await world.storage.held('acme', id, 1);
    const copies = Array.from({ length: MAX_HELD - 1 }, (_, index) => ({
      ...first!,
      id: `copy-${String(index)}`,
    }));
    await world.storage.hold('acme', id, copies, { limit: MAX_HELD, since: first!.at });
    await world.revoke('ses_2');
    await world.revoke('ses_3');
    await world.deliver();

    const { body } = await world.ask('GET', `/status?stream_id=${id}`);
    expect(body).toEqual({ ...{ stream_id: id, status: 'paused' }, reason: expect.any(String) });
    const told = await world.poll(id);
    expect(told.map(({ events }) => events)).toEqual([
      { [`${SSF}stream-updated`]: { status: 'paused', reason: body.reason } },
    ]);
    const held = await world.storage.held('acme', id, 2_000);
    await world.storage.release(
      'acme',
      id,
      held.map((event) => event.id),
    );
    await setStatus(world, id, 'enabled');
    await world.revoke('ses_4');
    await world.deliver();
    const next = await world.poll(id);
    expect(next.map((claims) => claims.sub_id.session?.id)).toEqual(['ses_4']);
  });
});

describe('the subscriber of a stream', () => {
  it('is listed for administrators, who stop the stream by disabling it; the receiver cannot undo that', async () => {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.stream();
    const [subscriber] = (await world.stepward.subscribers.list('acme')).items;
    expect(subscriber).toMatchObject({ url: 'destination:ssf' });
    const actor = { type: 'identity', id: 'admin' } as const;
    const caller = { tenantId: 'acme', actor, scopes: [] };
    const { subscribers } = world.stepward;
    (await subscribers.change(caller, subscriber!.id, { enabled: false }))._unsafeUnwrap();
    await world.revoke();
    await world.deliver();
    expect(await world.poll(id)).toEqual([]);
    expect((await world.ask('GET', `/status?stream_id=${id}`)).body).toEqual({
      ...{ stream_id: id, status: 'disabled' },
      reason: 'The transmitter disabled the stream by an administrator.',
    });
    expect((await setStatus(world, id, 'enabled')).status).toBe(403);
    (await subscribers.remove(caller, subscriber!.id))._unsafeUnwrap();
    expect((await world.ask('GET', `/status?stream_id=${id}`)).status).toBe(404);
    expect(await world.storage.find('acme', id)).toBeNull();
  });

  it('is disabled after 5 days of failures, and the receiver may enable the stream again', async () => {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.pushStream();
    world.answerPushes(() => answered(500));
    for (let hour = 0; hour < 130; hour += 1) {
      await world.revoke(`ses_${String(hour)}`);
      await world.deliver();
      world.clock.advance(HOUR);
    }
    const { body } = await world.ask('GET', `/status?stream_id=${id}`);
    expect(body).toMatchObject({ status: 'disabled', reason: expect.stringContaining('5 days') });
    world.answerPushes(() => answered(202));
    expect((await setStatus(world, id, 'enabled')).body.status).toBe('enabled');
    const before = world.pushed.length;
    await world.revoke('ses_last');
    await world.deliver();
    expect(world.pushed.length).toBeGreaterThan(before);
  });

  it('without a stream fails, so that it does not stay for ever', async () => {
    const world = await createSsfWorld();
    const { stream_id: id } = await world.stream();
    await world.storage.remove('acme', id);
    await world.revoke();
    await world.deliver();
    expect(await logOf(world)).toEqual(['pending']);
  });
});

describe('an event of the host', () => {
  it('is told by the mapping of the host, which takes the place of the own one', async () => {
    const world = await createSsfWorld({
      events: {
        'user.deleted': (data) => [
          {
            type: 'session-revoked',
            identityId: (data as { id: string }).id,
            at: world.clock.now(),
            initiatingEntity: 'admin',
            reason: 'The account was deleted.',
          },
        ],
        'session.revoked': () => [],
      },
    });
    const { stream_id: id } = await world.stream();
    const deleted_at = world.clock.now().toISOString();
    const deleted = { type: 'user.deleted', tenantId: 'acme', data: { id: 'usr_9', deleted_at } };
    (await world.stepward.events.emitUntyped(deleted))._unsafeUnwrap();
    await world.revoke();
    await world.deliver();
    const told = await world.poll(id);
    expect(told.map((claims) => claims.sub_id.sub)).toEqual(['usr_9']);
  });

  it('about a person whom the host keeps from receivers is not sent', async () => {
    const world = await createSsfWorld({ subject: () => null });
    const { stream_id: id } = await world.stream();
    await world.revoke();
    await world.deliver();
    expect(await world.poll(id)).toEqual([]);
    expect(await logOf(world)).toEqual(['delivered']);
  });
});
