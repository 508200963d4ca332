import { expect, it } from 'vitest';
import { subjectOf } from './message.js';

it.each([
  ['acme', 'user.created', 'events.acme.user.created'],
  ['acme.de', 'user.created', 'events.acme%2Ede.user.created'],
  ['acme_1-a', 'a', 'events.acme_1-a.a'],
  // No tenant or type has such a name. If one had, its subject would still be its own.
  ['*', '>', 'events.%2A.%3E'],
  ["a b\r\n!'()~", 'a', 'events.a%20b%0D%0A%21%27%28%29%7E.a'],
])('the subject of an event of %j of the type %j is %s', (tenantId, type, subject) => {
  expect(subjectOf('events', { tenantId, type })).toBe(subject);
});
