/** The specification's table "Customer API scopes", read from its page; `test/walks/access.int.test.ts` tries them. */
import { expect, it } from 'vitest';
import { describeOperations } from '../../packages/http/src/operations/create-operations.js';
import { readPage } from '../docs/pages.js';
import { readStatements } from './read-statements.js';

const rows = readStatements(readPage('docs/specification.md'))
  .filter(({ section }) => section === 'Authentication')
  .map(({ text }) => /^([A-Z]+)(?: and ([A-Z]+))? (\S+) \| (\w+:\w+)$/.exec(text))
  .flatMap((row) => {
    const [, first, second, name = '', scope = ''] = row ?? [];
    return [first, second].map((method) => ({ method, name: `${method ?? ''} ${name}`, scope }));
  })
  .filter(({ method }) => method !== undefined)
  .map(({ name, scope }) => [name, scope] as const);

it('the table has five operations', () => {
  expect(rows).toHaveLength(5);
});

// spec: auth/get-policy-scope, auth/put-policy-scope, auth/get-password-scope
// spec: auth/put-password-scope
it.each(rows)('%s asks for %s, as the table says', (name, scope) => {
  const [method, resource = ''] = name.split(' ');
  const named = describeOperations().filter(
    (operation) => operation.method === method && operation.path.endsWith(`/${resource}`),
  );
  expect(named.map((operation) => operation.scope)).toEqual([scope]);
});
