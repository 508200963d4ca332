import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SPECIFIED_FIELDS } from '../../../test/event-catalogue-table.js';
import { catalogue, EVENT_TYPES } from './catalogue.js';
import { defineEvent } from './define-event.js';
import { builtInEvents, createEventRegistry } from './event-registry.js';
import { OWN_EVENT_TYPES } from './own-events.js';

/** What the kinds of the specification are in JSON Schema. */
function schemaOf(kind: string): unknown {
  switch (kind) {
    case 'string':
      return { type: 'string' };
    case 'id':
      return { type: 'string', minLength: 1 };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'boolean':
      return { type: 'boolean' };
    case 'string[]':
      return { type: 'array', items: { type: 'string' } };
    case 'name': {
      const properties = { first: { type: 'string' }, last: { type: 'string' } };
      const parts = { type: 'object', properties, required: ['first', 'last'] };
      return { oneOf: [{ type: 'string' }, parts] };
    }
    default:
      return { enum: kind.split('|') };
  }
}

const schemaIn = (registry: typeof builtInEvents, type: string) =>
  registry.describe().find((event) => event.type === type)?.schema;

describe('the JSON Schema of an event', () => {
  it.each(EVENT_TYPES)('says of %s what the specification says', (type) => {
    const fields = SPECIFIED_FIELDS.filter((field) => field.type === type);
    expect(schemaIn(builtInEvents, type)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: type,
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, kind }) => [name, schemaOf(kind)])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    });
  });

  it('can be written as JSON', () => {
    const schema = schemaIn(builtInEvents, 'user.created');
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('has an id of its own where it refers to its own parts, so that it can be part of a document', () => {
    const money = z.object({ cents: z.int() }).meta({ id: 'Money' });
    const example = { net: { cents: 1 }, gross: { cents: 2 } };
    const data = z.object({ net: money, gross: money });
    const paid = defineEvent({ description: 'an invoice is paid', data, example });
    expect(schemaIn(createEventRegistry({ 'invoice.paid': paid }), 'invoice.paid')).toMatchObject({
      $id: 'urn:stepward:event:invoice.paid',
      properties: { net: { $ref: '#/$defs/Money' } },
    });
  });
});

const invoicePaid = defineEvent({
  description: 'an invoice is paid in full',
  data: z.object({ id: z.string(), amount_cents: z.int().min(0), note: z.string().optional() }),
  example: { id: 'inv_1', amount_cents: 4900 },
});

describe("a host's own event", () => {
  const registry = createEventRegistry({ 'invoice.paid': invoicePaid });

  it('is found, and stands between the catalogue and the events of Stepward', () => {
    expect(registry.types).toEqual([...EVENT_TYPES, 'invoice.paid', ...OWN_EVENT_TYPES]);
    expect(registry.find('invoice.paid')).toMatchObject({
      type: 'invoice.paid',
      isReserved: false,
      patterns: ['*', 'invoice.paid', 'invoice.*'],
    });
    expect(builtInEvents.find('invoice.paid')).toBeNull();
  });

  it('makes patterns that only its host knows', () => {
    for (const pattern of ['invoice.paid', 'invoice.*']) {
      expect(registry.isPattern(pattern)).toBe(true);
      expect(builtInEvents.isPattern(pattern)).toBe(false);
    }
  });

  it('is described like those of the catalogue', () => {
    expect(registry.describe().find(({ type }) => type === 'invoice.paid')).toEqual({
      type: 'invoice.paid',
      legacyName: null,
      description: 'an invoice is paid in full',
      version: null,
      olderVersions: [],
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'invoice.paid',
        type: 'object',
        properties: {
          id: { type: 'string' },
          amount_cents: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          note: { type: 'string' },
        },
        required: ['id', 'amount_cents'],
      },
      example: { id: 'inv_1', amount_cents: 4900 },
    });
  });

  it('with versions is emitted in the newest, and described in each', () => {
    const versioned = createEventRegistry({
      'invoice.paid': invoicePaid,
      'invoice.sent': defineEvent({
        description: 'an invoice is sent',
        versions: {
          '2027-02-01': z.object({ id: z.string(), to: z.array(z.string()) }),
          '2026-11-01': z.object({ id: z.string(), to: z.string() }),
        },
        down: { '2027-02-01': ({ id, to }) => ({ id, to: to[0] ?? '' }) },
        example: { id: 'inv_1', to: ['a@example.com'] },
      }),
    });
    expect([builtInEvents.versions, registry.versions]).toEqual([[], []]);
    expect(versioned.versions).toEqual(['2026-11-01', '2027-02-01']);
    expect(versioned.find('invoice.paid')?.version).toBeNull();
    expect(versioned.find('invoice.sent')?.version).toBe('2027-02-01');
    const described = versioned.describe().find(({ type }) => type === 'invoice.sent');
    expect(described).toMatchObject({
      version: '2027-02-01',
      schema: { title: 'invoice.sent', properties: { to: { type: 'array' } } },
      example: { id: 'inv_1', to: ['a@example.com'] },
      olderVersions: [
        {
          version: '2026-11-01',
          schema: { title: 'invoice.sent.2026-11-01', properties: { to: { type: 'string' } } },
          example: { id: 'inv_1', to: 'a@example.com' },
        },
      ],
    });
  });

  it('can stand beside entries of the catalogue, which are there in any case', () => {
    const beside = createEventRegistry({ ...catalogue, 'invoice.paid': invoicePaid });
    expect(beside.describe()).toEqual(registry.describe());
  });

  it('that is wrong is an error with the factory, the event and the fault', () => {
    const register = () => createEventRegistry({ 'user.created': invoicePaid }, 'createStepward');
    expect(register).toThrow(
      new TypeError(
        'createStepward: events: user.created is in the catalogue, which cannot be redefined',
      ),
    );
  });
});

it('the registry tells the older name of an event', () => {
  const older = builtInEvents.describe().find(({ type }) => type === 'organisation.created');
  expect(older?.legacyName).toBe('org.created');
  expect(builtInEvents.find('org.created')?.type).toBe('organisation.created');
});
