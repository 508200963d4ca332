import { describe, expect, it } from 'vitest';
import { quoteTable } from '../sql.js';
import { deduplicationTable } from './deduplication-table.js';

it('names the table that is asked for', () => {
  expect(deduplicationTable()).toContain('exists "stepward_received_events" (');
  expect(deduplicationTable('app.events')).toContain(
    'index if not exists "events_expires_at" on "app"."events" (',
  );
});

describe.each([
  '',
  'Events',
  'two words',
  '1st',
  'a.b.c',
  '.a',
  'a.',
  'a"; drop table users; --',
  'x'.repeat(64),
])('the table name %j', (name) => {
  it('is refused', () => {
    expect(() => quoteTable(name)).toThrow(TypeError);
    expect(() => deduplicationTable(name)).toThrow(TypeError);
  });
});
