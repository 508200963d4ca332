import { describe, expect, it } from 'vitest';
import { builtInEvents } from '../../events/catalogue/event-registry.js';
import { changeSubscriber } from './change-subscriber.js';
import type { Subscriber } from './subscriber.js';
import { readSubscriberFields, type SubscriberFields } from './subscriber-fields.js';

const FIELDS: SubscriberFields = {
  url: 'https://example.com/hooks',
  description: 'ours',
  eventTypes: ['user.*'],
  naming: 'legacy',
  signature: 'v1',
  body: 'full',
  ordering: 'none',
  version: null,
  clientCertificate: null,
  enabled: false,
};
const DISABLED: Subscriber = {
  id: 'sub-1',
  headers: null,
  ...FIELDS,
  disabledReason: 'failing',
  secrets: [{ sealed: 'sealed', expiresAt: null }],
  failingSince: new Date(1),
  failingNoticedAt: null,
  paused: null,
  createdAt: new Date(0),
  updatedAt: new Date(2),
};
const ENABLED: Subscriber = { ...DISABLED, enabled: true, disabledReason: null };
const NOW = new Date('2026-01-01T00:00:00.000Z');

describe('a change of a subscriber', () => {
  it.each<[object, Partial<SubscriberFields>]>([
    [{}, {}],
    [{ url: undefined, enabled: undefined }, {}],
    [{ url: 'https://other.test/' }, { url: 'https://other.test/' }],
    [{ description: '' }, { description: '' }],
    [{ event_types: ['*'] }, { eventTypes: ['*'] }],
    [{ naming: 'canonical' }, { naming: 'canonical' }],
    [{ enabled: true }, { enabled: true }],
  ])('by %j leaves the rest as it is', (input, changed) => {
    expect(readSubscriberFields(builtInEvents, input, FIELDS)._unsafeUnwrap()).toEqual({
      ...FIELDS,
      ...changed,
    });
  });

  it('keeps a filter that names an event which the host has removed', () => {
    const stored = { ...FIELDS, eventTypes: ['invoice.paid'] };
    const changed = readSubscriberFields(builtInEvents, { description: '' }, stored);
    expect(changed._unsafeUnwrap().eventTypes).toEqual(['invoice.paid']);
  });

  it('is held to the same rules', () => {
    const { violations } = readSubscriberFields(
      builtInEvents,
      { url: '', event_types: [] },
      FIELDS,
    )._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field)).toEqual(['url', 'event_types']);
  });
});

describe('a changed subscriber', () => {
  it.each<Partial<SubscriberFields>>([
    { description: '' },
    { eventTypes: ['user.*', 'org.*'] },
    { naming: 'canonical' },
  ])('has %j, and is otherwise as it was', (change) => {
    const changed = changeSubscriber(DISABLED, { ...FIELDS, ...change }, NOW);
    expect(changed).toEqual({ ...DISABLED, ...change, updatedAt: NOW });
  });

  it('that has another URL forgets since when it failed, and its pause', () => {
    const paused = { ...DISABLED, paused: { until: NOW, reason: 'busy' } } as const;
    const change = { url: 'https://other.test/' };
    const changed = changeSubscriber(paused, { ...FIELDS, ...change }, NOW);
    expect(changed).toEqual({ ...DISABLED, ...change, failingSince: null, updatedAt: NOW });
  });

  it('is the very same where nothing is different', () => {
    expect(changeSubscriber(DISABLED, { ...FIELDS }, NOW)).toBe(DISABLED);
  });

  it('that is enabled forgets why it was disabled, and since when it failed', () => {
    const changed = changeSubscriber(DISABLED, { ...FIELDS, enabled: true }, NOW);
    expect(changed).toEqual({ ...ENABLED, failingSince: null, updatedAt: NOW });
  });

  it('that is disabled was disabled by hand, and keeps since when it failed', () => {
    const changed = changeSubscriber(ENABLED, FIELDS, NOW);
    expect(changed).toEqual({ ...DISABLED, disabledReason: 'manual', updatedAt: NOW });
  });
});
