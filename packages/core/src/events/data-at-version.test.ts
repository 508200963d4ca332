import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEventData } from './catalogue/check-event-data.js';
import { defineEvent } from './catalogue/define-event.js';
import { datesOf, versionAt } from './catalogue/event-versions.js';
import { dataAtVersion } from './data-at-version.js';

const invoicePaid = defineEvent({
  description: 'an invoice is paid',
  versions: {
    '2026-11-01': z.strictObject({ id: z.string(), cents: z.int() }),
    '2027-02-01': z.strictObject({
      id: z.string(),
      amount: z.strictObject({ cents: z.int(), currency: z.string() }),
    }),
    '2027-12-01': z.strictObject({
      id: z.string(),
      amount: z.strictObject({ cents: z.int(), currency: z.string() }),
      lines: z.array(z.string()),
    }),
  },
  down: {
    '2027-12-01': ({ lines: _, ...before }) => before,
    '2027-02-01': ({ id, amount }) => ({ id, cents: amount.cents }),
  },
  example: { id: 'inv_1', amount: { cents: 100, currency: 'EUR' }, lines: [] },
});
const DATES = datesOf(invoicePaid.versions);
const [FIRST = '', SECOND = '', NEWEST = ''] = DATES;
const DATA = '{ "id":"inv_1","amount":{"cents":1,"currency":"EUR"},"lines":["a"] }';
const AS_FIRST = '{"id":"inv_1","cents":1}';

const days = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const pins = fc.oneof(fc.constant(null), fc.constantFrom(...DATES), days);

/** Data as it could be emitted, in each version. */
const emitted = {
  [FIRST]: fc.record({ id: fc.string(), cents: fc.integer() }),
  [SECOND]: fc.record({
    id: fc.string(),
    amount: fc.record({ cents: fc.integer(), currency: fc.string() }),
  }),
  [NEWEST]: fc.record({
    id: fc.string(),
    amount: fc.record({ cents: fc.integer(), currency: fc.string() }),
    lines: fc.array(fc.string()),
  }),
};
const events = fc
  .constantFrom(...DATES)
  .chain((version) => emitted[version]!.map((data) => ({ version, data: JSON.stringify(data) })));

it('whatever was emitted comes down to whatever is pinned, as that version has it, and never up', () => {
  fc.assert(
    fc.property(events, pins, (event, pin) => {
      const sent = dataAtVersion({ definition: invoicePaid }, event, pin)._unsafeUnwrap();
      const wanted = versionAt(DATES, pin);
      expect(sent.version).toBe(wanted < event.version ? wanted : event.version);
      const schema = invoicePaid.versions[sent.version as keyof typeof invoicePaid.versions];
      expect(checkEventData({ data: schema }, JSON.parse(sent.data)).violations).toEqual([]);
      if (sent.version === event.version) expect(sent.data).toBe(event.data);
    }),
  );
});

describe('the data of an event', () => {
  it.each([
    ['the newest', NEWEST, NEWEST, DATA],
    ['one that is later than all', '2031-01-01', NEWEST, DATA],
    [
      'one between two',
      '2027-11-30',
      SECOND,
      '{"id":"inv_1","amount":{"cents":1,"currency":"EUR"}}',
    ],
    ['the first', FIRST, FIRST, AS_FIRST],
    ['one that is before all', '2020-01-01', FIRST, AS_FIRST],
    ['none', null, FIRST, AS_FIRST],
  ])('for a subscriber that pins %s', (_, pin, version, data) => {
    const event = { version: NEWEST, data: DATA };
    expect(dataAtVersion({ definition: invoicePaid }, event, pin)._unsafeUnwrap()).toEqual({
      version,
      data,
    });
  });

  it('without a version is as it was emitted, though its type has versions by now', () => {
    const event = { version: null, data: '{ "old":1 }' };
    expect(dataAtVersion({ definition: invoicePaid }, event, FIRST)._unsafeUnwrap()).toEqual(event);
  });

  it.each<[string, Parameters<typeof dataAtVersion>[0]]>([
    ['that its process does not know', null],
    ['that had no versions when its process began', { definition: {} }],
    ['of which it does not know that version', { definition: invoicePaid }],
  ])('of an event %s is not sent to those who pin an earlier version', (_, registered) => {
    const event = { version: '2028-01-01', data: DATA };
    for (const pin of [null, FIRST, '2027-12-31']) {
      const fault = dataAtVersion(registered, event, pin)._unsafeUnwrapErr();
      expect(fault).toEqual({ reason: 'version_unknown' });
    }
    for (const pin of ['2028-01-01', '2029-01-01']) {
      expect(dataAtVersion(registered, event, pin)._unsafeUnwrap()).toEqual(event);
    }
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no such amount');
      },
      '2026-11-01: no such amount',
    ],
    ['gives too little', () => ({ id: 'x' }), '2026-11-01: data.cents: '],
    ['gives too much', () => ({ id: 'x', cents: 1, amount: 1 }), '2026-11-01: data: '],
    ['gives nothing', () => undefined, '2026-11-01: data: '],
    ['gives no JSON', () => ({ id: 'x', cents: 1n }), '2026-11-01: '],
  ])('is not sent where a step down %s', (_, step, why) => {
    const broken = { ...invoicePaid, down: { ...invoicePaid.down, [SECOND]: step } };
    const fault = dataAtVersion(
      { definition: broken },
      { version: NEWEST, data: DATA },
      FIRST,
    )._unsafeUnwrapErr();
    expect(fault).toMatchObject({ reason: 'version_failed', why: expect.stringContaining(why) });
    const other = dataAtVersion({ definition: broken }, { version: NEWEST, data: DATA }, SECOND);
    expect(other.isOk()).toBe(true);
  });
});
