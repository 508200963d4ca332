import { describe, expect, it } from 'vitest';
import {
  SPECIFIED_EVENTS,
  SPECIFIED_FIELDS,
  valuesOf,
  type SpecifiedField,
} from '../../../test/event-catalogue-table.js';
import { catalogue, EVENT_TYPES, type EventType } from './catalogue.js';
import { checkEventData } from './check-event-data.js';
import type { EventField } from './event-field.js';

const exampleOf = (type: string): Record<string, unknown> => ({
  ...catalogue[type as EventType].example,
});

function brokenRules(type: string, data: unknown): readonly (readonly [string, string])[] {
  const { violations } = checkEventData(catalogue[type as EventType], data);
  return violations.map(({ field, rule }) => [field, rule] as const);
}

describe('the catalogue', () => {
  it('has the events of the specification in its order', () => {
    expect(EVENT_TYPES).toEqual(Object.keys(SPECIFIED_EVENTS));
  });

  it.each(EVENT_TYPES)('has the fields of %s in the order of the specification', (type) => {
    const fields = Object.entries<EventField<unknown>>(catalogue[type].data.fields).map(
      ([name, { required }]) => `${name}${required ? '*' : '?'}`,
    );
    const specified = SPECIFIED_FIELDS.filter((field) => field.type === type);
    const marked = specified.map(({ name, isRequired }) => `${name}${isRequired ? '*' : '?'}`);
    expect(fields).toEqual(marked);
  });

  it.each(EVENT_TYPES)('gives back the data of %s as Standard Schema asks', (type) => {
    const data = exampleOf(type);
    expect(catalogue[type].data['~standard'].validate(data)).toEqual({ value: data });
  });

  it.each(EVENT_TYPES)(
    'accepts its own example of %s, which has every field,, whole and without what is optional',
    (type) => {
      expect(brokenRules(type, exampleOf(type))).toEqual([]);
      expect(Object.keys(exampleOf(type))).toEqual(Object.keys(catalogue[type].data.fields));
      const required = SPECIFIED_FIELDS.filter((field) => field.type === type && field.isRequired);
      const least = Object.fromEntries(required.map(({ name }) => [name, exampleOf(type)[name]]));
      expect(brokenRules(type, least)).toEqual([]);
    },
  );

  it.each(EVENT_TYPES)('says of %s when it fires', (type) => {
    expect(catalogue[type].description).toMatch(/\w/);
  });
});

describe.each(SPECIFIED_FIELDS)('the field $name of $type', (field: SpecifiedField) => {
  const { type, name, isRequired, kind } = field;
  const { good, bad } = valuesOf(kind);

  // spec: catalogue/types, catalogue/*.*
  it(isRequired ? 'has to be there' : 'may be left out', () => {
    const { [name]: _, ...data } = exampleOf(type);
    expect(brokenRules(type, data)).toEqual(isRequired ? [[`data.${name}`, 'required']] : []);
  });

  // spec: catalogue/types, catalogue/*.*
  it(`takes ${kind}, and nothing else`, () => {
    for (const value of good) {
      expect(brokenRules(type, { ...exampleOf(type), [name]: value }), String(value)).toEqual([]);
    }
    for (const value of bad) {
      const found = brokenRules(type, { ...exampleOf(type), [name]: value });
      expect(found, JSON.stringify(value)).toEqual([[`data.${name}`, 'type']]);
    }
  });
});
