import type { Subscriber } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { utcTime } from '../../layout/time.js';
import { deliveryDetailView } from './deliveries/delivery-view.js';
import { eventPickerView, eventTypesIn } from './subscribers/event-picker-view.js';
import { subscriberView } from './subscribers/subscriber-view.js';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const EARLIER = new Date('2026-01-01T00:00:00.000Z');
const LATER = new Date('2026-01-03T00:00:00.000Z');

const SUBSCRIBER: Subscriber = {
  id: 'w1',
  url: 'https://example.com/in',
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
  secrets: [{ sealed: 'sealed-secret', expiresAt: null }],
  failingSince: null,
  failingNoticedAt: null,
  paused: null,
  createdAt: EARLIER,
  updatedAt: EARLIER,
};

describe('subscriberView', () => {
  it.each([
    [{}, { type: 'enabled' }],
    [{ failingSince: EARLIER }, { type: 'failing', since: EARLIER }],
    [
      { enabled: false, disabledReason: 'gone' },
      { type: 'disabled', reason: 'gone' },
    ],
    // What it failed at before it was disabled no longer counts.
    [
      { enabled: false, disabledReason: 'failing', failingSince: EARLIER },
      { type: 'disabled', reason: 'failing' },
    ],
  ] as const)('of one with %j has the state %j', (changes, health) => {
    expect(subscriberView({ ...SUBSCRIBER, ...changes }, NOW).health).toEqual(health);
  });

  it('tells the pause of one that is enabled', () => {
    const paused = { ...SUBSCRIBER, paused: { until: LATER, reason: 'busy' } } as const;
    expect(subscriberView(paused, NOW).paused).toEqual({ until: LATER, reason: 'busy' });
    expect(subscriberView({ ...paused, enabled: false }, NOW).paused).toBeNull();
    expect(subscriberView(SUBSCRIBER, NOW).paused).toBeNull();
  });

  it('has no secret, and the end of the latest earlier one that still signs', () => {
    const earlier = [LATER, EARLIER].map((expiresAt) => ({ sealed: 'sealed-secret', expiresAt }));
    const secrets = [...SUBSCRIBER.secrets, ...earlier];
    const view = subscriberView({ ...SUBSCRIBER, secrets }, NOW);
    expect(view.overlapEndsAt).toEqual(LATER);
    expect(JSON.stringify(view)).not.toContain('sealed');
    expect(subscriberView({ ...SUBSCRIBER, secrets }, LATER).overlapEndsAt).toBeNull();
  });
});

describe('eventPickerView', () => {
  const event = (type: string) => ({
    type,
    legacyName: null,
    description: type,
    version: null,
    schema: {},
    example: { id: 1 },
    olderVersions: [],
  });
  const EVENTS = ['user.created', 'mfa.locked', 'user.deleted'].map(event);
  const isReserved = (type: string): boolean => type.startsWith('mfa.');

  it('groups the events, keeps its own apart, and lists what has no box', () => {
    const view = eventPickerView(EVENTS, isReserved, ['user.*', 'mfa.locked', 'UserCreated']);
    expect(view.isEverything).toBe(false);
    expect(view.groups).toMatchObject([
      {
        name: 'user',
        all: { pattern: 'user.*', isTicked: true },
        events: [
          { pattern: 'user.created', isTicked: false, sample: '{\n  "id": 1\n}' },
          { pattern: 'user.deleted', isTicked: false },
        ],
      },
    ]);
    expect(view.ownGroups).toMatchObject([{ name: 'mfa', events: [{ isTicked: true }] }]);
    expect(view.others).toEqual([{ pattern: 'UserCreated', isTicked: true }]);
  });

  it.each([
    ['some', ['user.*', 'UserCreated']],
    ['all', ['*', 'mfa.locked']],
  ])('is read from a form: %s', (events, expected) => {
    const ticked = events === 'some' ? expected : ['user.created', 'mfa.locked'];
    const form = new Map([
      ['events', events],
      ['url', 'x'],
      ...ticked.map((pattern): [string, string] => [`event.${pattern}`, 'on']),
    ]);
    expect(eventTypesIn(form, isReserved)).toEqual(expected);
  });
});

it('deliveryDetailView has the newest attempt first, and success for 2xx only', () => {
  const attempt = (number: number, statusCode: number | null) => ({
    number,
    startedAt: EARLIER,
    durationMs: 5,
    statusCode,
    failure: statusCode === null ? ('timed_out' as const) : null,
    responseBody: '',
    ...({ body: 'full', version: null } as const),
  });
  const delivery = {
    id: 'd1',
    subscriberId: 'w1',
    eventId: 'e1',
    eventType: 'user.created',
    status: 'delivered',
    attempts: 3,
    dueAt: null,
    createdAt: EARLIER,
    finishedAt: NOW,
    replayOf: null,
    sequence: 12,
  } as const;
  const attempts = [attempt(1, null), attempt(2, 301), attempt(3, 204)];
  const view = deliveryDetailView({ delivery, attempts }, []);
  expect(view.log.map(({ number, isSuccess }) => [number, isSuccess])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  expect(view.isReplayable).toBe(true);
  const pending = { ...delivery, status: 'pending' as const };
  expect(deliveryDetailView({ delivery: pending, attempts: [] }, []).isReplayable).toBe(false);
});

it.each([
  ['2026-01-31T09:30', '2026-01-31T09:30:00Z'],
  ['2026-01-31T09:30:15', '2026-01-31T09:30:15Z'],
  ['2026-01-31', '2026-01-31'],
  ['yesterday', 'yesterday'],
])('a moment entered as %s is sent as %s', (entered, sent) => {
  expect(utcTime(entered)).toBe(sent);
});
