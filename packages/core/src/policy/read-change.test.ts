import { describe, expect, it } from 'vitest';
import { factorSet, flag, smallerIsStricter } from './field-type.js';
import { readChange } from './read-change.js';

const FIELDS = {
  maxAge: { wireName: 'max_age', type: smallerIsStricter({ min: 1, max: 9 }) },
  isOn: { wireName: 'is_on', type: flag },
  factorList: { wireName: 'factor_list', type: factorSet },
};

/** Reads a body as it comes from the network. */
function read(json: string) {
  return readChange<keyof typeof FIELDS, unknown>(FIELDS, JSON.parse(json) as object, ['id']);
}

describe('a change', () => {
  it.each([
    ['is read by camelCase name', '{"maxAge":3}', [['maxAge', 3]]],
    ['is read by snake_case name', '{"max_age":3}', [['maxAge', 3]]],
    [
      'is read in a mix of both',
      '{"max_age":3,"isOn":true}',
      [
        ['maxAge', 3],
        ['isOn', true],
      ],
    ],
    ['may name one field twice with one value', '{"maxAge":3,"max_age":3}', [['maxAge', 3]]],
    [
      'may name one list twice',
      '{"factorList":["sms"],"factor_list":["sms"]}',
      [['factorList', ['sms']]],
    ],
    ['clears a field with null', '{"is_on":null}', [['isOn', null]]],
    ['holds no ignored key', '{"id":7}', []],
    ['may be empty', '{}', []],
  ])('%s', (_, json, values) => {
    const change = read(json);
    expect([...change.values]).toEqual(values);
    expect(change.violations).toEqual([]);
  });

  it('remembers how the caller spelled each field', () => {
    expect([...read('{"max_age":3,"isOn":true}').spelling]).toEqual([
      ['maxAge', 'max_age'],
      ['isOn', 'isOn'],
    ]);
  });

  it.each([
    [
      'a broken rule under the name that was sent',
      '{"max_age":10}',
      { field: 'max_age', rule: 'maximum', limit: 9, value: 10 },
    ],
    [
      'a wrong type',
      '{"isOn":"yes"}',
      { field: 'isOn', rule: 'type', limit: 'boolean', value: 'yes' },
    ],
    [
      'an unknown key',
      '{"colour":"red"}',
      { field: 'colour', rule: 'unknown_field', limit: null, value: null },
    ],
    [
      'a known name in another case',
      '{"MaxAge":3}',
      { field: 'MaxAge', rule: 'unknown_field', limit: null, value: null },
    ],
    [
      'two values for one field, by both names',
      '{"max_age":3,"maxAge":4}',
      { field: 'max_age, maxAge', rule: 'contradiction', limit: null, value: [3, 4] },
    ],
    [
      'a value and null for one field',
      '{"maxAge":null,"max_age":4}',
      { field: 'maxAge, max_age', rule: 'contradiction', limit: null, value: [null, 4] },
    ],
    [
      '__proto__ as an unknown key',
      '{"__proto__":{"isOn":true}}',
      { field: '__proto__', rule: 'unknown_field', limit: null, value: null },
    ],
    [
      'constructor as an unknown key',
      '{"constructor":1}',
      { field: 'constructor', rule: 'unknown_field', limit: null, value: null },
    ],
    [
      'hasOwnProperty as an unknown key',
      '{"hasOwnProperty":1}',
      { field: 'hasOwnProperty', rule: 'unknown_field', limit: null, value: null },
    ],
    [
      'the index of a list as an unknown key',
      '["maxAge"]',
      { field: '0', rule: 'unknown_field', limit: null, value: null },
    ],
  ])('reports %s', (_, json, violation) => {
    expect(read(json).violations).toEqual([violation]);
  });

  it('lists everything that is wrong, and reads the rest', () => {
    const change = read('{"maxAge":0,"colour":"red","is_on":1,"factorList":["sms"]}');
    expect(change.violations.map(({ field, rule }) => `${field}: ${rule}`)).toEqual([
      'maxAge: minimum',
      'colour: unknown_field',
      'is_on: type',
    ]);
    expect([...change.values]).toEqual([['factorList', ['sms']]]);
  });
});
