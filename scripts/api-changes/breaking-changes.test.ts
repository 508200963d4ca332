import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json.js';
import { root } from '../workspaces.js';
import { breakingChanges } from './breaking-changes.js';

const AT = 'PUT /things';

/** A document with one operation, `operation`. */
const documentOf = (operation: JsonObject): JsonObject => ({
  paths: { '/things': { put: operation } },
});

const changesOf = (before: JsonObject, after: JsonObject) =>
  breakingChanges(documentOf(before), documentOf(after));

const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const withBody = (schema: JsonObject, required = true) => ({
  requestBody: { required, ...content(schema) },
});
const withAnswer = (schema: JsonObject) => ({ responses: { '200': content(schema) } });
const withParameter = (parameter: JsonObject) => ({
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' }, ...parameter }],
});
const withReasons = (...reasons: readonly string[]) => ({
  responses: {
    '409': {
      content: {
        'application/problem+json': {
          schema: {
            allOf: [{ type: 'object' }, { properties: { reason: { enum: reasons } } }],
          },
        },
      },
    },
  },
});

describe('input', () => {
  const text = { type: 'string' };
  it.each<[string, Json, Json, string[]]>([
    ['the same', text, text, []],
    ['another type', text, { type: 'integer' }, ['the type string became integer']],
    ['a type where there was none', {}, text, ['the type any became string']],
    ['any type where there was one', text, {}, []],
    ['integers that become numbers', { type: 'integer' }, { type: 'number' }, []],
    [
      'numbers that become integers',
      { type: 'number' },
      { type: 'integer' },
      ['the type number became integer'],
    ],
    ['a type more', text, { type: ['string', 'null'] }, []],
    ['a type less', { type: ['string', 'null'] }, text, ['the type null became string']],
    [
      'null, written otherwise',
      { type: ['string', 'null'] },
      { anyOf: [text, { type: 'null' }] },
      [],
    ],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
    ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, ['no longer takes "b"']],
    [
      'a list of values where there was none',
      text,
      { enum: ['a'] },
      ['no longer takes other values than ["a"]'],
    ],
    ['all values where there was a list', { type: 'string', enum: ['a'] }, text, []],
    ['another constant', { const: 1 }, { const: 2 }, ['no longer takes 1']],
    [
      'a higher minimum',
      { type: 'string', minLength: 1 },
      { type: 'string', minLength: 2 },
      ['minLength 2 was 1'],
    ],
    ['a lower minimum', { type: 'string', minLength: 2 }, { type: 'string', minLength: 1 }, []],
    [
      'a lower maximum',
      { type: 'integer', maximum: 9 },
      { type: 'integer', maximum: 8 },
      ['maximum 8 was 9'],
    ],
    ['no maximum any more', { type: 'integer', maximum: 9 }, { type: 'integer' }, []],
    ['a new maximum', { type: 'array' }, { type: 'array', maxItems: 3 }, ['maxItems 3 is new']],
    ['a new pattern', text, { type: 'string', pattern: 'a' }, ['pattern "a" is new']],
    ['another description', text, { type: 'string', description: 'new' }, []],
  ])('with %s', (_, before, after, expected) => {
    const [old, now] = [withBody(object({ a: before })), withBody(object({ a: after }))];
    expect(changesOf(old, now)).toEqual(expected.map((change) => `${AT} body.a: ${change}`));
    const [one, other] = [before, after].map((schema) => withParameter({ schema }));
    expect(changesOf(one ?? {}, other ?? {})).toEqual(
      expected.map((change) => `${AT} limit in query: ${change}`),
    );
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['a new property', object({}), object({ a: text }), []],
    ['a new required property', object({}), object({ a: text }, ['a']), ['.a: is required now']],
    [
      'a property that becomes required',
      object({ a: text }),
      object({ a: text }, ['a']),
      ['.a: is required now'],
    ],
    ['a property that may be left out', object({ a: text }, ['a']), object({ a: text }), []],
    ['a removed property', object({ a: text }, ['a']), object({}), ['.a: was removed']],
    [
      'no other properties',
      object({}),
      { ...object({}), additionalProperties: false },
      [': takes no other properties now'],
    ],
    [
      'narrower items',
      { type: 'array', items: { enum: ['a', 'b'] } },
      { type: 'array', items: { enum: ['a'] } },
      ['[]: no longer takes "b"'],
    ],
    [
      'narrower values under free names',
      { type: 'object', additionalProperties: { maxLength: 9 } },
      { type: 'object', additionalProperties: { maxLength: 8 } },
      ['.*: maxLength 8 was 9'],
    ],
    [
      'an alternative less, the one most like it told',
      { oneOf: [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })] },
      object({ kind: { const: 'a' } }),
      ['.kind: no longer takes "b"'],
    ],
  ])('with %s', (_, before, after, expected) => {
    expect(changesOf(withBody(before), withBody(after))).toEqual(
      expected.map((change) => `${AT} body${change}`),
    );
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a body that becomes required',
      withBody({}, false),
      withBody({}),
      [`${AT} body: is required now`],
    ],
    ['a new body that may be left out', {}, withBody({}, false), []],
    ['a body that is gone', withBody({}), {}, [`${AT} body: was removed`]],
    ['a new parameter', {}, withParameter({}), []],
    [
      'a new required parameter',
      {},
      withParameter({ required: true }),
      [`${AT}: the parameter limit in query is required now`],
    ],
    [
      'a parameter that becomes required',
      withParameter({}),
      withParameter({ required: true }),
      [`${AT}: the parameter limit in query is required now`],
    ],
    [
      'a parameter that is gone',
      withParameter({}),
      {},
      [`${AT}: the parameter limit in query was removed`],
    ],
  ])('with %s', (_, before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected);
  });
});

describe('output', () => {
  const text = { type: 'string' };
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['the same', object({ a: text }, ['a']), object({ a: text }, ['a']), []],
    ['a new property', object({}), object({ a: text }, ['a']), []],
    ['a removed property', object({ a: text }, ['a']), object({}), ['.a: was removed']],
    [
      'a property that may be missing',
      object({ a: text }, ['a']),
      object({ a: text }),
      ['.a: may be missing now'],
    ],
    ['a property that is always there', object({ a: text }), object({ a: text }, ['a']), []],
    ['another type', text, { type: 'integer' }, [': the type string became integer']],
    ['a type more', text, { type: ['string', 'null'] }, [': the type string became null']],
    ['a type less', { type: ['string', 'null'] }, text, []],
    ['numbers that become integers', { type: 'number' }, { type: 'integer' }, []],
    [
      'integers that become numbers',
      { type: 'integer' },
      { type: 'number' },
      [': the type integer became number'],
    ],
    ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, []],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }, [': may now be "b"']],
    ['any value', { type: 'string', enum: ['a'] }, text, [': may now be other values than ["a"]']],
    ['a lower bound', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }, []],
    [
      'items without a property',
      { type: 'array', items: object({ a: text }) },
      { type: 'array', items: object({}) },
      ['[].a: was removed'],
    ],
    [
      'an alternative more',
      object({ kind: { const: 'a' } }),
      { oneOf: [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' } })] },
      ['.kind: may now be "b"'],
    ],
  ])('with %s', (_, before, after, expected) => {
    expect(changesOf(withAnswer(before), withAnswer(after))).toEqual(
      expected.map((change) => `${AT} 200${change}`),
    );
    const eventWith = (schema: JsonObject) => ({ webhooks: { made: { post: withBody(schema) } } });
    expect(breakingChanges(eventWith(before), eventWith(after))).toEqual(
      expected.map((change) => `the event made${change}`),
    );
  });
});

describe('operations', () => {
  const secured = (...security: readonly JsonObject[]) => ({ security });
  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'a status of success that is gone',
      withAnswer({}),
      { responses: {} },
      [`${AT} 200: was removed`],
    ],
    ['a new status of success', { responses: {} }, withAnswer({}), []],
    ['a reason less', withReasons('a', 'b'), withReasons('a'), [`${AT}: the reason b was removed`]],
    ['a reason more', withReasons('a'), withReasons('a', 'b'), []],
    [
      'a new scope',
      secured({ token: ['read'] }),
      secured({ token: ['read', 'write'] }),
      [`${AT}: {"token":["read"]} no longer suffices`],
    ],
    ['a scope less', secured({ token: ['read'] }), secured({ token: [] }), []],
    [
      'a credential less',
      secured({ token: [] }, { key: [] }),
      secured({ token: [] }),
      [`${AT}: {"key":[]} no longer suffices`],
    ],
  ])('with %s', (_, before, after, expected) => {
    expect(changesOf(before, after)).toEqual(expected);
  });

  it('and events that are gone are told, new ones are not', () => {
    const one = { paths: { '/a': { get: {}, put: {} } }, webhooks: { made: {} } };
    const other = { paths: { '/a': { get: {} } }, webhooks: {} };
    expect(breakingChanges(one, other)).toEqual([
      'PUT /a: was removed',
      'the event made: was removed',
    ]);
    expect(breakingChanges(other, one)).toEqual([]);
  });
});

it('a schema is the same whether it is written in place, by reference or in parts', () => {
  const parts = {
    allOf: [object({ a: { type: 'string' } }, ['a']), object({ a: { const: 'x' } })],
  };
  const byReference: JsonObject = {
    ...documentOf(withAnswer({ $ref: '#/components/schemas/a~1thing' })),
    components: { schemas: { 'a/thing': parts } },
  };
  const inPlace = documentOf(withAnswer(object({ a: { type: 'string', const: 'x' } }, ['a'])));
  expect(breakingChanges(byReference, inPlace)).toEqual([]);
  expect(breakingChanges(inPlace, byReference)).toEqual([]);
  const other = documentOf(withAnswer(object({ a: { type: 'string' } })));
  expect(breakingChanges(byReference, other)).toEqual([
    `${AT} 200.a: may be missing now`,
    `${AT} 200.a: may now be other values than ["x"]`,
  ]);
});

it('a schema that names itself ends', () => {
  const tree = {
    components: { schemas: { tree: object({ leaf: { $ref: '#/components/schemas/tree' } }) } },
  };
  const document = { ...documentOf(withAnswer({ $ref: '#/components/schemas/tree' })), ...tree };
  expect(breakingChanges(document, document)).toEqual([]);
});

it("the API's own document breaks nothing of itself, and everything where it is empty", () => {
  const text = readFileSync(join(root, 'docs/openapi.json'), 'utf8');
  const document = JSON.parse(text) as JsonObject;
  expect(breakingChanges(document, document)).toEqual([]);
  expect(breakingChanges(document, {})).toContain('GET /v1/account/mfa: was removed');
});
