import { expect, it } from 'vitest';
import { migrationScript } from '../index.js';

it('a script for a database that has some migrations holds the later ones alone', () => {
  const script = migrationScript({ after: '0004-idempotency' });
  const recorded = [
    ...script.matchAll(/\.migrations \(id, checksum\) values \(E'(.*?)', E'[0-9a-f]{64}'\)/g),
  ];
  expect(recorded.map(([, id]) => id)).toEqual(['0005-request-limits', '0006-authentication-log']);
  expect(script).not.toContain('create schema');
});

it.each<[object, string]>([
  [{ after: '0004' }, 'after must be one of 0001-factors, '],
  [{ schema: '' }, 'schema must be a string of 1 to 63 bytes'],
  [{ grantTo: '' }, 'grantTo must be a string of 1 to 63 bytes'],
  [{ grantTo: 'stepward' }, "has the name of Stepward's schema"],
  [{ role: 'app' }, 'role'],
])('a script with %j is refused', (options, reason) => {
  expect(() => migrationScript(options)).toThrow(reason);
});
