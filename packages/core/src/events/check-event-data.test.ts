import { describe, expect, it } from 'vitest';
import { EVENT_CATALOGUE } from './catalogue.js';
import { checkEventData } from './check-event-data.js';

const { id, ...USER } = EVENT_CATALOGUE['user.created'].sample;

describe("a check of an event's data", () => {
  it.each([null, 'text', 7, true, [], [USER]])('takes no %j for data', (data) => {
    const violation = { field: 'data', rule: 'type', limit: 'object', value: data };
    expect(checkEventData('user.created', data)).toEqual({
      violations: [violation],
      amended: null,
    });
  });

  it('names everything that is wrong at once, with what would be right', () => {
    const { violations } = checkEventData('organisation.member_added', {
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
    expect(checkEventData('user.created', data)).toEqual({ violations: [], amended: null });
  });

  it('sees no field in what an object inherits', () => {
    const { violations } = checkEventData('user.deleted', Object.create({ id: 'usr_1' }));
    expect(violations.map(({ field }) => field)).toEqual(['data.id', 'data.deleted_at']);
  });

  // spec: catalogue/user.created
  it('adds the id where it came as identity_id, and keeps both', () => {
    const data = { identity_id: id, ...USER };
    expect(checkEventData('user.created', data)).toEqual({
      violations: [],
      amended: { id, identity_id: id, ...USER },
    });
  });

  it('lets an id stand beside an identity_id', () => {
    const data = { id, identity_id: 'other', ...USER };
    expect(checkEventData('user.created', data)).toEqual({ violations: [], amended: null });
  });

  it('holds an identity_id to what an id is', () => {
    const { violations } = checkEventData('user.created', { identity_id: 7, ...USER });
    expect(violations).toEqual([
      { field: 'data.id', rule: 'type', limit: 'string, not empty', value: 7 },
    ]);
  });

  it('knows the other name of the id for user.created alone', () => {
    const { violations } = checkEventData('user.deleted', {
      identity_id: id,
      deleted_at: '2026-01-01T00:00:00Z',
    });
    expect(violations.map(({ field, rule }) => [field, rule])).toEqual([['data.id', 'required']]);
  });
});
