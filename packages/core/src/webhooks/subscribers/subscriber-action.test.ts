import { describe, expect, it } from 'vitest';
import { addMs, days } from '../../shared/duration.js';
import { subscriberActions } from './subscriber-action.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const URL = 'https://example.com/hooks';

function goneOf(subscriberId: string, deliveryId = 'd1') {
  return { delivery: { tenantId: 'acme', subscriberId, deliveryId }, url: URL, statusCode: 410 };
}

function failing(subscriberId: string, forMs: number) {
  const failingSince = addMs(NOW, -forMs);
  return { tenantId: 'acme', subscriberId, failingSince, failingNoticedAt: null };
}

describe('the actions that recorded attempts ask for', () => {
  it('are none for one that has not failed for long', () => {
    expect(subscriberActions([], [failing('s2', days(1))], NOW)).toEqual([]);
  });

  it('disable one that answered 410, by its first answer', () => {
    const twice = [goneOf('s1', 'd1'), goneOf('s1', 'd2')];
    expect(subscriberActions(twice, [], NOW)).toEqual([
      {
        type: 'disable_gone',
        tenantId: 'acme',
        subscriberId: 's1',
        deliveryId: 'd1',
        url: URL,
        statusCode: 410,
      },
    ]);
  });

  it('report one that fails for half of the time, and disable it after all of it', () => {
    const both = [failing('s1', days(3)), failing('s2', days(5))];
    expect(subscriberActions([], both, NOW)).toEqual([
      { type: 'notice_failing', tenantId: 'acme', subscriberId: 's1' },
      {
        type: 'disable_failing',
        tenantId: 'acme',
        subscriberId: 's2',
        failingSince: addMs(NOW, -days(5)),
      },
    ]);
  });

  it('are one for a subscriber that failed and answered 410', () => {
    const actions = subscriberActions([goneOf('s1')], [failing('s1', days(5))], NOW);
    expect(actions.map(({ type }) => type)).toEqual(['disable_gone']);
  });
});
