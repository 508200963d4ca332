import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent } from './define-event.js';
import { faultOfHostEvent } from './check-host-event.js';

const data = z.object({ id: z.string() });
const event = { description: 'an invoice is paid', data, example: { id: 'inv_1' } };

const withField = (field: z.ZodType, value: unknown = 'x') => ({
  ...event,
  data: z.object({ field }),
  example: { field: value },
});

describe('the name of an event', () => {
  it.each(['invoice.paid', 'billing.invoice.paid', 'b2b_order.line_2_added', 'user.merged'])(
    'can be %s',
    (name) => {
      expect(faultOfHostEvent(name, event)).toBeNull();
    },
  );

  it.each([
    ...['', 'invoice', 'Invoice.paid', 'invoice-paid', 'invoice.', '.paid', 'invoice..paid'],
    ...['invoice.*', '*', 'invoice.paid\n', 'invoice paid', '2d.drawn', `a.${'b'.repeat(99)}`],
  ])('cannot be %j', (name) => {
    expect(faultOfHostEvent(name, event)).toContain(`${name} is not a name of an event`);
  });

  it.each([
    ['user.created', 'is in the catalogue, which cannot be redefined'],
    ['org.member.added', 'is the legacy name of organisation.member_added'],
    ['mfa.paused', "is reserved: mfa.* are Stepward's own events"],
    ['webhook.test', "is reserved: webhook.* are Stepward's own events"],
  ])('cannot be %s, which %s', (name, fault) => {
    expect(faultOfHostEvent(name, event)).toBe(`${name} ${fault}`);
  });
});

it.each([
  ['nothing', undefined],
  ['null in its place', null],
  ['no description', { ...event, description: '' }],
  ['no data', { ...event, data: undefined }],
  ['no example', { ...event, example: undefined }],
  ['a misspelt part', { ...event, examples: [] }],
  ['an older name', { ...event, legacyName: 'bill.paid' }],
])('a definition with %s is refused', (_, definition) => {
  expect(faultOfHostEvent('invoice.paid', definition)).toBe(
    'invoice.paid must be what defineEvent returns: { description, data, example }, or { description, versions, down, example }',
  );
});

it('the ordering key of an event is the path to a text or a number in its example', () => {
  const order = z.object({ id: z.string(), lines: z.array(z.object({ no: z.int() })) });
  const example = { order: { id: 'ord_1', lines: [{ no: 1 }] } };
  const faultOf = (orderingKey: unknown) =>
    faultOfHostEvent('order.paid', {
      ...{ description: 'an order is paid', data: z.object({ order }), example },
      orderingKey,
    });
  expect(['order.id', 'order.lines.0.no', undefined].map(faultOf)).toEqual([null, null, null]);
  for (const path of ['order', 'order.lines', 'order.ids', 'id', '', 'order.id.length', 7, null]) {
    expect(faultOf(path)).toBe(
      'orderingKey of order.paid must be the path to a text or a number in its example, such as customer.id',
    );
  }
});

describe('the data of an event', () => {
  const faultOf = (definition: unknown) => faultOfHostEvent('invoice.paid', definition);

  it.each([
    ['fields', { id: 'string' }],
    ['a text', z.string()],
    ['a choice', z.union([data, data])],
    ['a schema without JSON Schema', { '~standard': { validate: () => ({ value: 1 }) } }],
  ])('cannot be %s', (_, schema) => {
    expect(faultOf({ ...event, data: schema })).toContain(
      'the data of invoice.paid must be an object schema',
    );
  });

  it.each<[string, z.ZodType]>([
    ['a transform', z.string().transform(Number)],
    ['a custom check', z.custom(() => true)],
    ['a Date', z.date()],
    ['a bigint', z.bigint()],
    ['a function', z.function()],
    ['a map', z.map(z.string(), z.string())],
  ])('cannot have %s, which JSON Schema cannot describe', (_, field) => {
    expect(faultOf(withField(field))).toMatch(
      /^the data of invoice\.paid cannot be described in JSON Schema: \w/,
    );
  });

  it.each<[string, z.ZodType]>([
    ['a default', z.string().default('x')],
    ['a default before its check', z.string().prefault('x')],
    ['a text that stands for a boolean', z.stringbool()],
    ['a record of texts that stand for booleans', z.record(z.string(), z.stringbool())],
  ])('cannot have %s, which changes it', (_, field) => {
    expect(faultOf(withField(field))).toBe(
      'the data of invoice.paid must not change what it checks: no transform and no default',
    );
  });

  it.each<[string, z.ZodType, unknown]>([
    ['nested objects', z.strictObject({ at: z.iso.datetime() }), { at: '2026-01-01T00:00:00Z' }],
    ['lists', z.array(z.looseObject({ id: z.string() })).readonly(), [{ id: 'a', more: 1 }]],
    ['what may be null or left out', z.string().nullish(), null],
    ['words', z.enum(['card', 'cash']), 'card'],
    ['a choice', z.union([z.string(), z.number()]), 7],
    ['any JSON', z.json(), { a: [null] }],
    ['checks of its own', z.string().refine((text) => text.length > 0), 'x'],
    ['a brand', z.string().brand('Invoice'), 'x'],
  ])('can have %s', (_, field, value) => {
    expect(faultOf(withField(field, value))).toBeNull();
  });

  it('cannot be checked asynchronously', () => {
    const field = z.string().refine(() => Promise.resolve(true));
    expect(faultOf(withField(field))).toBe(
      'the example of invoice.paid cannot be checked: its schema has asynchronous checks',
    );
  });
});

it.each<[string, unknown, string]>([
  ['lacks a field', {}, 'data.id: Invalid input: expected string, received undefined'],
  ['has another type', { id: 7 }, 'data.id: Invalid input: expected string, received number'],
  ['is no object', [], 'data: Invalid input: expected object, received array'],
])('an example that %s does not fit', (_, example, fault) => {
  expect(faultOfHostEvent('invoice.paid', { ...event, example })).toBe(
    `the example of invoice.paid does not fit its data: ${fault}`,
  );
});

it('an example that is no JSON cannot be checked', () => {
  expect(faultOfHostEvent('invoice.paid', { ...event, example: { id: 1n } })).toMatch(
    /^the example of invoice\.paid cannot be checked: /,
  );
});

describe('an event with versions', () => {
  const versions = {
    '2026-11-01': z.strictObject({ id: z.string(), cents: z.int() }),
    '2027-02-01': z.strictObject({ id: z.string(), amount: z.strictObject({ cents: z.int() }) }),
  };
  const down = {
    '2027-02-01': ({ id, amount }: { id: string; amount: { cents: number } }) => ({
      id,
      cents: amount.cents,
    }),
  };
  const paid = defineEvent({
    ...{ description: 'an invoice is paid', versions, down },
    example: { id: 'inv_1', amount: { cents: 1 } },
  });
  const faultOf = (parts: object) => faultOfHostEvent('invoice.paid', { ...paid, ...parts });

  it('has the newest of them for its data, and may have a single one', () => {
    expect(faultOf({})).toBeNull();
    expect(paid.data).toBe(versions['2027-02-01']);
    const { '2026-11-01': only } = versions;
    const example = { id: 'inv_1', cents: 1 };
    const first = defineEvent({
      ...{ description: 'paid', versions: { '2026-11-01': only }, down: {}, example },
    });
    expect(faultOfHostEvent('invoice.paid', first)).toBeNull();
  });

  it.each([
    ['none', {}],
    ['a word', { v1: versions['2026-11-01'] }],
    ['a day that there is not', { '2026-02-30': versions['2026-11-01'] }],
    ['a time', { '2026-11-01T00:00:00Z': versions['2026-11-01'] }],
    [
      'too many',
      Object.fromEntries(
        Array.from({ length: 21 }, (_, day) => [
          `2026-11-${String(day + 1).padStart(2, '0')}`,
          data,
        ]),
      ),
    ],
  ])('cannot have %s for its versions', (_, wrong) => {
    expect(faultOf({ versions: wrong })).toBe(
      'the versions of invoice.paid must be 1 to 20 schemas, each by a date such as 2026-11-01',
    );
  });

  it.each([
    ['none of the steps', {}],
    ['one too many', { ...down, '2026-11-01': () => ({}) }],
    ['one of another date', { '2027-02-02': down['2027-02-01'] }],
    ['something else', { '2027-02-01': true }],
  ])('cannot have %s', (_, wrong) => {
    expect(faultOf({ down: wrong })).toBe(
      'down of invoice.paid must have a function for each of 2027-02-01, and no other',
    );
  });

  it('has an example that comes down to each version', () => {
    expect(faultOf({ down: { '2027-02-01': () => ({ id: 'inv_1' }) } })).toBe(
      'the example of invoice.paid 2026-11-01 does not fit its data: data.cents: Invalid input: expected number, received undefined',
    );
    const throwing = () => {
      throw new Error('no amount');
    };
    expect(faultOf({ down: { '2027-02-01': throwing } })).toBe(
      'the example of invoice.paid 2026-11-01 cannot be checked: no amount',
    );
    expect(faultOf({ example: { id: 'inv_1' } })).toContain(
      'the example of invoice.paid 2027-02-01',
    );
  });

  it('has schemas that change nothing, in each version', () => {
    const older = z.strictObject({ id: z.string(), cents: z.int().default(1) });
    expect(faultOf({ versions: { ...versions, '2026-11-01': older } })).toBe(
      'the data of invoice.paid 2026-11-01 must not change what it checks: no transform and no default',
    );
  });

  it('has steps of which the compiler knows both ends', () => {
    const description = 'paid';
    const { example } = paid;
    const definitions = [
      // @ts-expect-error a step has the date of the version that it begins with
      defineEvent({ description, versions, example, down: { '2026-11-01': () => ({}) } }),
      // @ts-expect-error the version before has cents
      defineEvent({ description, versions, example, down: { '2027-02-01': ({ id }) => ({ id }) } }),
      // @ts-expect-error the newest version has an amount
      defineEvent({ description, versions, down, example: { id: 'x', cents: 1 } }),
    ];
    expect(definitions.map((each) => faultOfHostEvent('invoice.paid', each) === null)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('an event with versions', () => {
  const versions = { '2026-11-01': data, '2027-02-01': z.object({ id: z.string(), no: z.int() }) };
  const down = { '2027-02-01': ({ id }: { readonly id: string }) => ({ id }) };
  const described = { description: 'an invoice is paid', example: { id: 'inv_1', no: 1 } };
  const faultOf = (parts: object) => faultOfHostEvent('invoice.paid', { ...described, ...parts });
  const many = (count: number) => {
    const dates = Array.from({ length: count }, (_, index) => `${String(2030 + index)}-01-01`);
    const steps = dates.slice(1).map((date) => [date, (newer: unknown) => newer]);
    const schemas = dates.map((date) => [date, z.object({ id: z.string(), no: z.int() })]);
    return { versions: Object.fromEntries(schemas), down: Object.fromEntries(steps) };
  };

  it('may have one version, with no step, or 20', () => {
    expect(faultOf({ versions, down })).toBeNull();
    expect(faultOf(many(1))).toBeNull();
    expect(faultOf(many(20))).toBeNull();
  });

  const PARTS =
    'invoice.paid must be what defineEvent returns: { description, data, example }, or { description, versions, down, example }';
  const DATES =
    'the versions of invoice.paid must be 1 to 20 schemas, each by a date such as 2026-11-01';
  it.each<[string, object, string]>([
    ['versions alone', { versions }, PARTS],
    ['steps alone', { down }, PARTS],
    ['versions that are no object', { versions: 'x', down }, PARTS],
    ['steps that are no object', { versions, down: 'x' }, PARTS],
    ['data beside the versions', { data, versions }, PARTS],
    ['data beside the steps', { data, down }, PARTS],
    ['no version', { versions: {}, down: {} }, DATES],
    ['21 versions', many(21), DATES],
    ['a version that is no date', { versions: { ...versions, latest: data }, down }, DATES],
    [
      'a missing step',
      { versions, down: {} },
      'down of invoice.paid must have a function for each of 2027-02-01, and no other',
    ],
    [
      'a step that is no function',
      { versions, down: { '2027-02-01': 'x' } },
      'down of invoice.paid must have a function for each of 2027-02-01, and no other',
    ],
    [
      'a step from the first one',
      { ...many(1), down },
      'down of invoice.paid must have no function, and no other',
    ],
  ])('is refused with %s', (_, parts, fault) => {
    expect(faultOf(parts)).toBe(fault);
  });
});
