import { VIOLATION_RULES } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { id } from '../operations/parts/fields.js';
import { policyChange } from '../operations/parts/record-schemas.js';
import { violationsOf } from './violations-of.js';

const challengeBody = z.object({
  identity_id: id,
  session_id: id,
  locale: z.string().max(35).nullish(),
});

function told(schema: z.ZodType, body: unknown): readonly (readonly [string, string, unknown])[] {
  const checked = schema.safeParse(body);
  if (checked.success) throw new Error('the body breaks no rule');
  return violationsOf(checked.error, body).map(({ field, rule, limit }) => [field, rule, limit]);
}

describe("violations of a body are reported in Stepward's own words", () => {
  const ID = '1 to 255 characters, no control characters';

  it('all at once, and a missing field apart from a mistyped one', () => {
    expect(told(challengeBody, { session_id: 7, locale: 'x'.repeat(36) })).toEqual([
      ['identity_id', 'required', 'string'],
      ['session_id', 'type', 'string'],
      ['locale', 'text', 'at most 35 characters'],
    ]);
    expect(told(challengeBody, { identity_id: null, session_id: '' })).toEqual([
      ['identity_id', 'type', 'string'],
      ['session_id', 'text', ID],
    ]);
    expect(told(policyChange, [])).toEqual([['body', 'type', 'object']]);
  });

  it.each<[string, z.ZodType, unknown, string, unknown]>([
    ['a list that is too short', z.array(z.string()).min(1), [], 'minimum', 'at least 1 items'],
    ['a number that is too small', z.number().min(3), 2, 'minimum', 3],
    ['a number that is too large', z.number().max(3), 4, 'maximum', 3],
    ['a number that is no integer', z.int(), 1.5, 'type', 'integer'],
    ['a word that is not known', z.enum(['a', 'b']), 'c', 'one_of', ['a', 'b']],
    ['a time', z.iso.datetime(), 'x', 'date_time', 'ISO 8601, with Z or an offset'],
    ['a format without words of its own', z.ipv4(), 'x', 'text', 'another form'],
    ['a union', z.union([z.string(), z.number()]), true, 'type', 'another type'],
    ['a type that JSON does not have', z.bigint(), 1, 'type', 'another type'],
    ['a multiple', z.number().multipleOf(2), 3, 'type', 'a multiple of 2'],
  ])('%s', (_, schema, body, rule, limit) => {
    expect(told(z.object({ a: schema }), { a: body })).toEqual([['a', rule, limit]]);
    expect(VIOLATION_RULES).toHaveProperty(rule);
  });

  it('unknown fields, with the path to them', () => {
    const schema = z.strictObject({ a: z.strictObject({}) });
    expect(told(schema, { a: { b: 1 }, c: 2 })).toEqual([
      ['a.b', 'unknown_field', null],
      ['c', 'unknown_field', null],
    ]);
  });

  it('nothing of zod gets out', () => {
    const shown = JSON.stringify(told(challengeBody, { session_id: 7 }));
    expect(shown).not.toMatch(/invalid|expected|received/i);
  });
});
