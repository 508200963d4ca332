import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
    'invoice.paid must be what defineEvent returns: { description, data, example }',
  );
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
