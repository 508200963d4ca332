import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from './catalogue.js';
import { checkEventData } from './check-event-data.js';

const { id, ...USER } = catalogue['user.created'].example;

describe("a check of an event's data", () => {
  it.each([null, 'text', 7, true, [], [USER]])('takes no %j for data', (data) => {
    const violation = { field: 'data', rule: 'type', limit: 'object', value: data };
    expect(checkEventData(catalogue['user.created'], data)).toEqual({
      violations: [violation],
      amended: null,
    });
  });

  it('names everything that is wrong at once, with what would be right', () => {
    const { violations } = checkEventData(catalogue['organisation.member_added'], {
      org_id: 7,
      role: 'boss',
      added_at: '2026-01-01T00:00:00Z',
    });
    expect(violations).toEqual([
      { field: 'data.org_id', rule: 'type', limit: 'string, not empty', value: 7 },
      { field: 'data.identity_id', rule: 'required', limit: 'string, not empty', value: null },
      { field: 'data.role', rule: 'type', limit: '`owner`, `admin`, `member`', value: 'boss' },
    ]);
  });

  it('lets fields pass that the catalogue does not know', () => {
    const data = { id, ...USER, plan: { seats: 7 }, toString: 'x' };
    expect(checkEventData(catalogue['user.created'], data)).toEqual({
      violations: [],
      amended: null,
    });
  });

  it('sees no field in what an object inherits', () => {
    const { violations } = checkEventData(
      catalogue['user.deleted'],
      Object.create({ id: 'usr_1' }),
    );
    expect(violations.map(({ field }) => field)).toEqual(['data.id', 'data.deleted_at']);
  });

  // spec: catalogue/user.created
  it('adds the id where it came as identity_id, and keeps both', () => {
    const data = { identity_id: id, ...USER };
    expect(checkEventData(catalogue['user.created'], data)).toEqual({
      violations: [],
      amended: { id, identity_id: id, ...USER },
    });
  });

  it('lets an id stand beside an identity_id', () => {
    const data = { id, identity_id: 'other', ...USER };
    expect(checkEventData(catalogue['user.created'], data)).toEqual({
      violations: [],
      amended: null,
    });
  });

  it('holds an identity_id to what an id is', () => {
    const { violations } = checkEventData(catalogue['user.created'], { identity_id: 7, ...USER });
    expect(violations).toEqual([
      { field: 'data.id', rule: 'type', limit: 'string, not empty', value: 7 },
    ]);
  });

  it('knows the other name of the id for user.created alone', () => {
    const { violations } = checkEventData(catalogue['user.deleted'], {
      identity_id: id,
      deleted_at: '2026-01-01T00:00:00Z',
    });
    expect(violations.map(({ field, rule }) => [field, rule])).toEqual([['data.id', 'required']]);
  });
});

describe("a check of the data of a host's own event", () => {
  const check = (data: z.ZodType, value: unknown) => checkEventData({ data }, value);
  const invoice = z.object({ id: z.string(), lines: z.array(z.object({ cents: z.int() })) });

  it('lets pass what the schema takes, with fields that it does not know', () => {
    const value = { id: 'inv_1', lines: [{ cents: 1, note: 'x' }], more: { deep: [1] } };
    expect(check(invoice, value)).toEqual({ violations: [], amended: null });
  });

  it('names everything that is wrong, with the path to it and what the schema says', () => {
    expect(check(invoice, { lines: [{ cents: 1 }, { cents: 'x' }] }).violations).toEqual([
      {
        field: 'data.id',
        rule: 'required',
        limit: 'Invalid input: expected string, received undefined',
        value: null,
      },
      {
        field: 'data.lines.1.cents',
        rule: 'type',
        limit: 'Invalid input: expected number, received string',
        value: 'x',
      },
    ]);
  });

  it('refuses fields that a strict schema does not know', () => {
    const { violations } = check(z.strictObject({ id: z.string() }), { id: 'x', more: 1 });
    expect(violations.map(({ field, limit }) => [field, limit])).toEqual([
      ['data', 'Unrecognized key: "more"'],
    ]);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['coerce', z.coerce.number(), '7'],
    ['trim', z.string().trim(), ' 7'],
    ['replace', z.string().catch('7'), 7],
  ])('refuses a value that the schema would %s: it is delivered as it came', (_, cents, value) => {
    const lines = z.array(z.object({ cents }));
    expect(check(z.object({ lines }), { lines: [{ cents: value }] }).violations).toEqual([
      {
        field: 'data.lines.0.cents',
        rule: 'type',
        limit: 'a value that the schema leaves as it is',
        value,
      },
    ]);
  });

  it('knows no other name of the id', () => {
    const { violations } = check(z.object({ id: z.string() }), { identity_id: 'usr_1' });
    expect(violations.map(({ field }) => field)).toEqual(['data.id']);
  });
});
