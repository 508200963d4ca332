import { describe, expect, it } from 'vitest';
import { FIRST_PAGE, MANAGER, TENANT } from '../../../test/management-host.js';
import { createWebhookHost, type WebhookHost } from '../../../test/webhook-host.js';
import { addMs, days, minutes } from '../../shared/duration.js';
import { disableSubscriber, type DisablingCause } from './disable-subscriber.js';
import { MAX_FAILING_MS } from './failing-subscriber.js';
import type { AttemptOutcome } from '../attempts/record-attempt.js';
import type { Subscriber } from './subscriber.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const FAILING_SINCE = addMs(NOW, -MAX_FAILING_MS);
const ENABLED_SUBSCRIBER: Subscriber = {
  id: 'sub-1',
  url: 'https://example.com/hooks',
  description: '',
  eventTypes: ['*'],
  naming: 'canonical',
  signature: 'v1',
  body: 'full',
  ordering: 'none',
  version: null,
  clientCertificate: null,
  headers: null,
  enabled: true,
  disabledReason: null,
  secrets: [{ sealed: 'sealed', expiresAt: null }],
  failingSince: null,
  failingNoticedAt: null,
  paused: null,
  createdAt: FAILING_SINCE,
  updatedAt: FAILING_SINCE,
};
const GONE: DisablingCause = { reason: 'gone', url: ENABLED_SUBSCRIBER.url };
const FAILING: DisablingCause = { reason: 'failing' };
const FAILED: AttemptOutcome = { type: 'failed', reason: 'timed_out' };

function answer(status: number): AttemptOutcome {
  return { type: 'answered', status, retryAfter: null, body: '' };
}

describe('a disabled subscriber', () => {
  const subscriber = { ...ENABLED_SUBSCRIBER, failingSince: FAILING_SINCE };

  it.each([GONE, FAILING])('has its cause for a reason: %j', (cause) => {
    expect(disableSubscriber(subscriber, cause, NOW)).toEqual({
      ...subscriber,
      enabled: false,
      disabledReason: cause.reason,
      updatedAt: NOW,
    });
  });

  it.each<[string, Partial<Subscriber>, DisablingCause]>([
    ['it is disabled already', { enabled: false, disabledReason: 'manual' }, GONE],
    ['another URL was gone', { url: 'https://new.example.com/' }, GONE],
    ['it was forgotten since when it failed', { failingSince: null }, FAILING],
    ['it fails for less than 5 days', { failingSince: addMs(FAILING_SINCE, 1) }, FAILING],
  ])('is the very same where %s', (_, parts, cause) => {
    const current = { ...subscriber, ...parts };
    expect(disableSubscriber(current, cause, NOW)).toBe(current);
  });
});

describe('a subscriber that gives cause', () => {
  const stateOf = async ({ subscribers }: WebhookHost, id: string) => {
    const { enabled, disabledReason } = (await subscribers.get(TENANT, id))._unsafeUnwrap();
    return [enabled, disabledReason];
  };

  it('by answering 410 is disabled as gone, once, and what waits for it is skipped', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const other = await host.subscribe();
    const watcher = await host.subscribe({ event_types: ['webhook.disabled'] });
    for (let count = 0; count < 3; count += 1) await host.emit();
    const attempts = await host.worker.due();
    const theirs = attempts.filter(({ delivery }) => delivery.subscriberId === id);
    await host.worker.finish(theirs.slice(0, 2), answer(410));
    await host.worker.finish(theirs.slice(2), FAILED);

    expect(await stateOf(host, id)).toEqual([false, 'gone']);
    expect(await stateOf(host, other.id)).toEqual([true, null]);
    host.clock.advance(minutes(1));
    const others = (await host.worker.due()).map(({ delivery }) => delivery.subscriberId);
    expect(new Set(others)).toEqual(new Set([other.id, watcher.id]));
    const told = (await host.deliveriesOf(watcher.id)).map(({ eventType }) => eventType);
    expect(told).toEqual(['webhook.disabled']);
    const filter = { type: 'webhook.disabled', organisationId: null, since: null, until: null };
    const { items } = await host.events.list(TENANT, filter, FIRST_PAGE);
    const disabledAt = addMs(host.clock.now(), -minutes(1)).toISOString();
    expect(items.map(({ data }) => JSON.parse(data) as object)).toEqual([
      { subscriber_id: id, reason: 'gone', disabled_at: disabledAt },
    ]);
    const statuses = (await host.deliveriesOf(id)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['exhausted', 'exhausted', 'skipped']);
    const disabled = (await host.logged()).filter(({ type }) => type === 'webhook.disabled');
    expect(disabled.map(({ target, details }) => [target, details['reason']])).toEqual([
      [id, 'gone'],
    ]);
  });

  it('by the word disable is disabled as gone, though the answer delivers', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    const accepted = { type: 'answered', status: 202, retryAfter: null, body: '' } as const;
    await host.worker.finish(await host.worker.due(), { ...accepted, delivery: 'disable' });
    expect(await stateOf(host, id)).toEqual([false, 'gone']);
    expect((await host.deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered']);
  });

  it('by nothing but failures for 5 days is disabled as failing', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    const failOnce = async (): Promise<void> => {
      await host.emit();
      await host.worker.finish(await host.worker.due(), FAILED);
    };
    await failOnce();
    host.clock.advance(days(5) - 1);
    await failOnce();
    expect(await stateOf(host, id)).toEqual([true, null]);
    host.clock.advance(1);
    await failOnce();
    expect(await stateOf(host, id)).toEqual([false, 'failing']);

    host.clock.advance(1);
    await host.emit();
    await host.worker.dispatch();
    expect((await host.deliveriesOf(id))[0]?.status).toBe('skipped');
  });

  it('is not disabled where a success lies between', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    for (const outcome of [FAILED, answer(200), FAILED]) {
      await host.emit();
      await host.worker.finish(await host.worker.due(), outcome);
      host.clock.advance(days(3));
    }
    await host.emit();
    await host.worker.finish(await host.worker.due(), FAILED);
    expect(await stateOf(host, id)).toEqual([true, null]);
  });

  it.each<[string, AttemptOutcome]>([
    ['410', answer(410)],
    ['a failure', FAILED],
  ])('by %s of a URL that was changed meanwhile stays enabled', async (_, outcome) => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe();
    await host.emit();
    await host.worker.finish(await host.worker.due(), FAILED);
    host.clock.advance(days(5));
    const attempts = await host.worker.due();
    const url = 'https://new.example.com/';
    (await host.subscribers.change(MANAGER, id, { url }))._unsafeUnwrap();

    await host.worker.finish(attempts, outcome);

    expect(attempts).toHaveLength(1);
    expect(await stateOf(host, id)).toEqual([true, null]);
  });
});
