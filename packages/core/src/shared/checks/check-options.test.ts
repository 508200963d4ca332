import { describe, expect, it } from 'vitest';
import {
  checkOptions,
  defaulted,
  hasMethods,
  isPositiveInteger,
  isText,
  optional,
  readOptions,
  required,
} from './check-options.js';

interface Options {
  readonly pool: object;
  readonly schema?: string;
  readonly limit?: number;
}

const check = (options: unknown) => () =>
  checkOptions<Options>('createThing', options as Options, {
    pool: required('a pool, for example new Pool()', hasMethods('query', 'connect')),
    schema: optional('a text', isText),
    limit: optional('a positive integer', isPositiveInteger),
  });

class InheritsItsMethods {
  query(): void {}
  connect(): void {}
}

it('an option within an option is named by its path', () => {
  const checkNested = (limits: object) => () =>
    checkOptions<{ readonly attempts?: number }>(
      'createThing',
      limits,
      { attempts: optional('a positive integer', isPositiveInteger) },
      'limits.',
    );
  expect(checkNested({ attempts: 0 })).toThrow(
    'createThing: limits.attempts must be a positive integer',
  );
  expect(checkNested({ attempt: 1 })).toThrow(
    'createThing: there is no option limits.attempt; the options are limits.attempts',
  );
  expect(checkNested([])).toThrow('createThing: limits must be an object');
});

describe('the options of a factory', () => {
  it.each([
    [{ pool: new InheritsItsMethods() }],
    [{ pool: new InheritsItsMethods(), schema: undefined, limit: 1 }],
  ])('are taken where each is what it must be: %#', (options) => {
    expect(check(options)).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['no object', undefined, 'createThing: the options must be an object'],
    ['a list', [], 'createThing: the options must be an object'],
    [
      'an option is missing',
      {},
      'createThing: pool is missing; it must be a pool, for example new Pool()',
    ],
    [
      'an option is of another kind',
      { pool: 'postgres://user:secret@db' },
      'createThing: pool must be a pool, for example new Pool()',
    ],
    [
      'a method is missing',
      { pool: { query: () => null } },
      'createThing: pool must be a pool, for example new Pool()',
    ],
    [
      'null stands for nothing',
      { pool: new InheritsItsMethods(), schema: null },
      'createThing: schema must be a text',
    ],
    [
      'the pool stands in place of the options',
      Object.assign(new InheritsItsMethods(), { _events: {} }),
      'createThing: the options must be a plain object with pool, schema, limit',
    ],
    [
      'an option is misspelt',
      { pool: new InheritsItsMethods(), shcema: 'x' },
      'createThing: there is no option shcema; the options are pool, schema, limit',
    ],
  ])('are refused by name where %s, and values are never printed', (_, options, message) => {
    expect(check(options)).toThrow(new TypeError(message));
  });
});

describe('options with defaults', () => {
  const read = (options: { readonly name: string; readonly limit?: number | null }) =>
    readOptions('createThing', options, {
      name: required('a text', isText),
      limit: defaulted(
        5,
        'a positive integer or null',
        (value) => value === null || isPositiveInteger(value),
      ),
    });

  it('take the place of what is left out or undefined, and of nothing else', () => {
    expect(read({ name: 'a' })).toEqual({ name: 'a', limit: 5 });
    expect(read({ name: 'a', limit: undefined } as never)).toEqual({ name: 'a', limit: 5 });
    expect(read({ name: 'a', limit: null })).toEqual({ name: 'a', limit: null });
  });

  it('are checked as others are', () => {
    expect(() => read({ name: 'a', limit: 0 })).toThrow(
      'createThing: limit must be a positive integer or null',
    );
  });
});
