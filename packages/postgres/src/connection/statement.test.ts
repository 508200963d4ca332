import { expect, it } from 'vitest';
import { queryOf, statement } from './statement.js';

it('a name has the operation, and differs where the text does', () => {
  const one = statement('tenant_find', 'select 1');
  expect(one.name).toMatch(/^stepward_tenant_find_[0-9a-f]{12}$/);
  expect(statement('tenant_find', 'select 1')).toEqual(one);
  expect(statement('tenant_find', 'select 2').name).not.toBe(one.name);
});

it('a query has the name of its statement where statements are prepared alone', () => {
  const find = { name: 'stepward_tenant_find', text: 'select $1' };
  expect(queryOf(find, ['acme'], true)).toEqual({ ...find, values: ['acme'] });
  expect(queryOf(find, ['acme'], false)).toEqual({ text: 'select $1', values: ['acme'] });
});

it('the longest name is one that Postgres does not cut', () => {
  const { name } = statement('a'.repeat(40), 'select 1');
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
});
