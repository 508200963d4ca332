import { describe, expect, it } from 'vitest';
import { createWebhookHost, type WebhookHost } from '../../../test/webhook-host.js';
import { FIRST_PAGE, TENANT } from '../../../test/management-host.js';
import { addMs, days, hours } from '../../shared/duration.js';
import { failingNotice, hasFailedTooLong } from './failing-subscriber.js';
import type { AttemptOutcome } from '../attempts/record-attempt.js';

it.each([
  ['2026-01-05T23:59:59.999Z', false],
  ['2026-01-06T00:00:00.000Z', true],
  ['2026-02-01T00:00:00.000Z', true],
  ['2025-12-31T00:00:00.000Z', false],
])(
  'a subscriber that fails since the first of January has, at %s, failed too long: %s',
  (now, is) => {
    expect(hasFailedTooLong(new Date('2026-01-01T00:00:00.000Z'), new Date(now))).toBe(is);
  },
);

const SINCE = new Date('2026-01-01T00:00:00.000Z');
const HALF = addMs(SINCE, days(2.5));
const MOST = addMs(SINCE, days(4));

describe('a notice that a subscriber fails', () => {
  it.each<[string, Date | null, Date, string | null]>([
    ['before half of the time', null, addMs(HALF, -1), null],
    ['at half of it', null, HALF, '50%'],
    ['again after that', HALF, addMs(MOST, -1), null],
    ['at 80 %', addMs(HALF, hours(1)), MOST, '80%'],
    ['again after that', MOST, addMs(SINCE, days(5) - 1), null],
    ['late, where the first was never given', null, addMs(MOST, 1), '80%'],
    ['though an earlier failing was noticed', addMs(SINCE, -1), HALF, '50%'],
    ['when it is time to disable it', HALF, addMs(SINCE, days(5)), null],
  ])('%s (noticed at %s, now %s): %s', (_, failingNoticedAt, now, elapsed) => {
    const notice = failingNotice({ failingSince: SINCE, failingNoticedAt }, now);
    const disablesAt = addMs(SINCE, days(5));
    expect(notice).toEqual(elapsed && { elapsed, failingSince: SINCE, disablesAt });
  });

  it('is never due for one that does not fail', () => {
    expect(failingNotice({ failingSince: null, failingNoticedAt: null }, MOST)).toBeNull();
  });
});

const FAILED: AttemptOutcome = { type: 'failed', reason: 'timed_out' };

async function failAt(host: WebhookHost, ms: number): Promise<void> {
  host.clock.advance(ms);
  await host.emit();
  await host.worker.finish(await host.worker.due(), FAILED);
}

async function told(host: WebhookHost, type: string): Promise<readonly object[]> {
  const filter = { type, organisationId: null, since: null, until: null };
  const { items } = await host.events.list(TENANT, filter, FIRST_PAGE);
  return items.map(({ data }) => JSON.parse(data) as object);
}

describe('a subscriber that fails and fails', () => {
  it('is reported at 50 % and at 80 % of the time, once each, until it is disabled', async () => {
    const host = await createWebhookHost();
    const { id } = await host.subscribe({ event_types: ['user.deleted'] });
    const start = host.clock.now();
    await failAt(host, 0);
    for (let day = 0; day < 5; day += 0.5) await failAt(host, hours(12));

    const at = (count: number): string => addMs(start, days(count)).toISOString();
    const notice = { subscriber_id: id, failing_since: at(0), disables_at: at(5) };
    expect(await told(host, 'webhook.failing')).toEqual([
      { ...notice, elapsed: '80%', noticed_at: at(4) },
      { ...notice, elapsed: '50%', noticed_at: at(2.5) },
    ]);
    expect(await told(host, 'webhook.disabled')).toEqual([
      { subscriber_id: id, reason: 'failing', disabled_at: at(5) },
    ]);
  });

  it('makes no events of events, though it asked for those about webhooks itself', async () => {
    const host = await createWebhookHost();
    await host.subscribe({ event_types: ['*', 'webhook.*'] });
    await host.emit();
    for (let hour = 0; hour < 24 * 30; hour += 6) {
      await host.worker.finish(await host.worker.due(), FAILED);
      host.clock.advance(hours(6));
    }
    const counts = await Promise.all(
      ['webhook.exhausted', 'webhook.failing', 'webhook.disabled'].map(
        async (type) => (await told(host, type)).length,
      ),
    );
    expect(counts).toEqual([1, 2, 1]);
    expect(await host.worker.due()).toEqual([]);
  });
});
