import { expect, it } from 'vitest';
import { requireEnabled, requireSubscriber } from './require-subscriber.js';
import type { Subscriber } from './subscriber.js';

const ENABLED: Subscriber = {
  id: 'sub-1',
  url: 'https://example.com/',
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
  secrets: [],
  failingSince: null,
  failingNoticedAt: null,
  paused: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const DISABLED: Subscriber = { ...ENABLED, enabled: false, disabledReason: 'gone' };

it.each([
  ['nobody', null, 'subscriber_not_found', 'subscriber_not_found'],
  ['a disabled subscriber', DISABLED, 'ok', 'subscriber_disabled'],
  ['an enabled subscriber', ENABLED, 'ok', 'ok'],
] as const)('%s is known or not, and gets something or not', (_, subscriber, known, enabled) => {
  const codes = [requireSubscriber(subscriber), requireEnabled(subscriber)].map((result) =>
    result.match(
      (found) => (found === subscriber ? 'ok' : 'another'),
      ({ code }) => code,
    ),
  );
  expect(codes).toEqual([known, enabled]);
});
