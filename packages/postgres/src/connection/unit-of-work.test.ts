import { expect, it } from 'vitest';
import { beginUnitOfWork, takeLock } from './unit-of-work.js';

const ENDED_WHEN_IDLE = `set local idle_in_transaction_session_timeout = '30s'; set local tcp_user_timeout = '30s'`;

it('a unit of work begins in one text, with its tenant and its lock', () => {
  expect(beginUnitOfWork('stepward', { tenantId: 'acme' }, null)).toBe(
    `begin isolation level read committed; select set_config('stepward.tenant_id', "stepward".tenant_here('acme'), true); set local lock_timeout = 0; ${ENDED_WHEN_IDLE}`,
  );
  expect(beginUnitOfWork('stepward', { tenantId: 'acme', lock: "it's" }, 5_000)).toMatch(
    /^begin [^;]+; select set_config\([^;]+; set local lock_timeout = 5000; set local [^;]+; set local [^;]+; select pg_advisory_xact_lock\('-?[0-9]{1,19}'::bigint\)$/,
  );
});

it('takes several locks in the order of their texts, in the same text', () => {
  const scope = { tenantId: 'a', lock: ['b', 'a'] };
  const [, , , , , ...locks] = beginUnitOfWork('s', scope, 1).split('; ');
  expect(locks).toEqual([takeLock(['tenant', 's', 'a', 'a']), takeLock(['tenant', 's', 'a', 'b'])]);
});

it.each(['', `a'; drop table x; --`, 'a\n', 'a b', `\\`, 'x'.repeat(129)])(
  'nothing begins for %j, which is no tenant id',
  (tenantId) => {
    expect(() => beginUnitOfWork('stepward', { tenantId }, 1)).toThrow(TypeError);
  },
);

it.each([
  [
    ['tenant', 's', 'a', 'identity:b'],
    ['tenant', 's', 'aidentity', ':b'],
  ],
  [
    ['tenant', 's', 'a', 'b'],
    ['tenant', 's', 'a', 'b', ''],
  ],
  [
    ['tenant', 's', 'a","b'],
    ['tenant', 's', 'a', 'b'],
  ],
])('the lock of %j is not that of %j', (one, other) => {
  expect(takeLock(one)).not.toBe(takeLock(other));
  expect(takeLock(one)).toBe(takeLock([...one]));
});
