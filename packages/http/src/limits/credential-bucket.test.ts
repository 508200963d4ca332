import { expect, it } from 'vitest';
import { credentialBucket } from './credential-bucket.js';

it('one list of parts has one bucket, and no two lists share one', () => {
  const lists = [
    ['acme', 'ada', null],
    ['acme', 'ada', 'session-1'],
    ['acme', 'ada', ''],
    ['acme', 'ada'],
    ['globex', 'ada', null],
    ['acme', 'api_key', 'ada'],
    ['acme', 'identity', 'ada'],
    ['acme,ada', null],
    ['ac', 'meada', null],
    ['acme","ada', null],
  ];
  expect(credentialBucket(lists[0]!)).toBe(credentialBucket([...lists[0]!]));
  expect(new Set(lists.map(credentialBucket)).size).toBe(lists.length);
});

it('a bucket has 43 characters and nothing of its parts, however long they are', () => {
  const bucket = credentialBucket(['acme', 'ada'.repeat(1_000), null]);
  expect(bucket).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(bucket).not.toContain('ada');
});
