import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent, type EventDefinitions } from './define-event.js';
import { createEventRegistry } from './event-registry.js';
import { isDay, versionAt } from './event-versions.js';
import { eventsAt } from './events-at.js';

const FIRST = z.object({ id: z.string() });
const SECOND = z.object({ id: z.string(), cents: z.int() });
const THIRD = z.object({ id: z.string(), amount: z.object({ cents: z.int() }) });

const sent = defineEvent({
  description: 'an invoice is sent',
  versions: { '2026-11-01': FIRST, '2027-02-01': SECOND, '2027-12-01': THIRD },
  down: {
    '2027-02-01': ({ id }) => ({ id }),
    '2027-12-01': ({ id, amount }) => ({ id, cents: amount.cents }),
  },
  example: { id: 'inv_1', amount: { cents: 7 } },
});
const paid = defineEvent({ description: 'it is paid', data: FIRST, example: { id: 'inv_1' } });
const EVENTS = { 'invoice.sent': sent, 'invoice.paid': paid };
const EXAMPLES = [
  { id: 'inv_1' },
  { id: 'inv_1', cents: 7 },
  { id: 'inv_1', amount: { cents: 7 } },
];

describe('the events of a subscriber with a pin', () => {
  it.each([
    ['2020-01-01', FIRST, EXAMPLES[0]],
    ['2026-11-01', FIRST, EXAMPLES[0]],
    ['2027-01-31', FIRST, EXAMPLES[0]],
    ['2027-02-01', SECOND, EXAMPLES[1]],
    ['2027-11-30', SECOND, EXAMPLES[1]],
    ['2027-12-01', THIRD, EXAMPLES[2]],
    ['2999-01-01', THIRD, EXAMPLES[2]],
  ])('at %s are those of that day', (pin, data, example) => {
    const events: EventDefinitions = eventsAt(EVENTS, pin);
    expect(events['invoice.sent']).toEqual({ description: sent.description, data, example });
    expect(events['invoice.sent']?.data).toBe(data);
    expect(events['invoice.paid']).toBe(paid);
  });

  it.each(['latest', '2026-11-01T', 'x2026-11-01', '2026-02-30'])(
    'cannot be those of %s',
    (pin) => {
      expect(() => eventsAt(EVENTS, pin)).toThrow(
        'eventsAt: the version must be a date such as 2026-11-01',
      );
    },
  );
});

it('the versions before the newest are described, the latest first', () => {
  const described = createEventRegistry(EVENTS).describe();
  const { version, example, olderVersions } = described.find(
    ({ type }) => type === 'invoice.sent',
  )!;
  expect([version, example]).toEqual(['2027-12-01', EXAMPLES[2]]);
  expect(olderVersions.map((older) => [older.version, older.example])).toEqual([
    ['2027-02-01', EXAMPLES[1]],
    ['2026-11-01', EXAMPLES[0]],
  ]);
  expect(described.find(({ type }) => type === 'invoice.paid')?.olderVersions).toEqual([]);
});

it('a subscriber without a pin gets the first version; an event without versions has none', () => {
  expect(versionAt(['2026-11-01', '2027-02-01'], null)).toBe('2026-11-01');
  expect(() => versionAt([], null)).toThrow('an event with versions has at least one');
});

it.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-01', false],
  ['02026-11-01', false],
  ['2026-11-011', false],
])('that %s is a day is %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
