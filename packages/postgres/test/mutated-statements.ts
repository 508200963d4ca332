/** A change of a statement that a test must find: a lost predicate, lock, order, fence or tenant. */
export interface MutatedStatement {
  readonly name: string;
  /** Below `src`. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test file that finds it, below `src`, and a pattern of the names of its tests. */
  readonly foundBy: FindingTests;
}

export interface FindingTests {
  readonly file: string;
  readonly tests: string;
}

/** In the set-up of the quick tier. */
const CONTRACT = { file: 'storage-contract.int.test.ts', tests: 'eight connections (?!without)' };
/** Row-level security would hide a lost tenant. */
const CONTRACT_UNHIDDEN = { ...CONTRACT, tests: 'bypasses row-level security' };
const allOf = (file: string): FindingTests => ({ file, tests: '' });

export const MUTATED_STATEMENTS: readonly MutatedStatement[] = [
  {
    name: 'let a worker write in an epoch that has passed',
    file: 'queue/fence.ts',
    find: '(shard, epoch) in (select * from unnest($2::smallint[], $3::bigint[]))',
    replace: 'shard = any($2::smallint[]) and $3::bigint[] is not null',
    foundBy: CONTRACT,
  },
  {
    name: 'let a worker write in a shard that it gave back',
    file: 'queue/fence.ts',
    find: 'owner = $1 and',
    replace: '$1::uuid is not null and',
    foundBy: CONTRACT,
  },
  {
    name: 'let a shard be taken while its owner writes',
    file: 'queue/fence.ts',
    find: 'order by shard for share',
    replace: 'order by shard',
    foundBy: allOf('queue/hold-shards.int.test.ts'),
  },
  {
    name: 'take a shard that another worker has just taken',
    file: 'queue/shard-statements.ts',
    find: '(shard, epoch) in (select * from unnest($2::smallint[], $3::bigint[]))',
    replace: 'shard = any($2::smallint[]) and $3::bigint[] is not null',
    foundBy: allOf('queue/hold-shards.int.test.ts'),
  },
  {
    name: 'wait for shards that another worker is taking',
    file: 'queue/shard-statements.ts',
    find: 'order by shard limit $4 for update skip locked',
    replace: 'order by shard limit $4 for update',
    foundBy: allOf('queue/hold-shards.int.test.ts'),
  },
  {
    name: 'store a result twice',
    file: 'queue/finish-deliveries.ts',
    find: 'READ_COLUMNS.map(([name])',
    replace: `READ_COLUMNS.filter(([name]) => name !== 'attempts').map(([name])`,
    foundBy: CONTRACT,
  },
  {
    name: 'lock no delivery while its result is written',
    file: 'queue/finish-deliveries.ts',
    find: '       for update\n',
    replace: '',
    foundBy: allOf('queue/finish-deliveries.int.test.ts'),
  },
  {
    name: 'let a delivery come due again that waits for its retry',
    file: 'queue/free-deliveries.ts',
    find: ' and due_at is null',
    replace: '',
    foundBy: CONTRACT,
  },
  {
    name: 'decide what waits in order while deliveries are ending',
    file: 'queue/delivery-order.ts',
    find: `'pg_advisory_xact_lock_shared'`,
    replace: `'abs'`,
    foundBy: allOf('queue/delivery-order.int.test.ts'),
  },
  {
    name: 'let the next come due while events are dispatched',
    file: 'queue/delivery-order.ts',
    find: `'pg_advisory_xact_lock')`,
    replace: `'abs')`,
    foundBy: allOf('queue/delivery-order.int.test.ts'),
  },
  {
    name: 'dispatch events that another dispatch holds',
    file: 'outbox/emitted-rows.ts',
    find: ' limit $4 for update',
    replace: ' limit $4',
    foundBy: allOf('outbox/dispatch-events.int.test.ts'),
  },
  {
    name: 'dispatch all events of a tenant before those of the next',
    file: 'outbox/emitted-rows.ts',
    find: 'order by row_number() over (partition by place order by emitted.emitted_at, arrival), place',
    replace: 'order by place, emitted.emitted_at, arrival',
    foundBy: CONTRACT,
  },
  {
    name: 'address each subscriber whatever its filter',
    file: 'outbox/addressed-subscribers.ts',
    find: ' and pattern = named.pattern',
    replace: '',
    foundBy: CONTRACT,
  },
  {
    name: 'number deliveries in another order',
    file: 'outbox/new-deliveries.ts',
    find: 'made.subscriber_id order by place)',
    replace: 'made.subscriber_id order by place desc)',
    foundBy: CONTRACT,
  },
  {
    name: 'replay an event as often as it was delivered',
    file: 'stores/delivery-store.ts',
    find: 'select distinct on (event_id) $1',
    replace: 'select $1',
    foundBy: CONTRACT,
  },
  {
    name: 'answer a request whose key another one holds',
    file: 'stores/idempotency-store.ts',
    find: 'and token = $3',
    replace: 'and $3::text is not null',
    foundBy: CONTRACT,
  },
  {
    name: 'list records of all tenants',
    file: 'stores/store-parts.ts',
    find: `['tenant_id = $1']`,
    replace: `['$1::text is not null']`,
    foundBy: CONTRACT_UNHIDDEN,
  },
  {
    name: 'find a person of another tenant',
    file: 'stores/identity-store.ts',
    find: '.identities where tenant_id = $1 and',
    replace: '.identities where $1::text is not null and',
    foundBy: CONTRACT_UNHIDDEN,
  },
  {
    name: 'list organisations in any order',
    file: 'stores/policy-store.ts',
    find: 'order by organisation_id limit $3',
    replace: 'order by md5(organisation_id) limit $3',
    foundBy: CONTRACT,
  },
  {
    name: 'delete an audit entry before its time',
    file: 'stores/audit-store.ts',
    find: 'kept.retain_until > $1 or ',
    replace: '$1::text is null or ',
    foundBy: CONTRACT,
  },
  {
    name: 'store a decision on a state that has changed',
    file: 'decide/write-statement.ts',
    find: 'or stored.version = ${$.version}',
    replace: 'or true',
    foundBy: CONTRACT,
  },
  {
    name: 'decide beside a unit of work that holds the lock',
    file: 'decide/write-statement.ts',
    find: 'bool_and(pg_try_advisory_xact_lock(key))',
    replace: 'bool_and(key is not null)',
    foundBy: allOf('decide/decide.int.test.ts'),
  },
  {
    name: 'run two units of work under one lock at once',
    file: 'connection/unit-of-work.ts',
    find: `select pg_advisory_xact_lock('\${lockKey(name)}'::bigint)`,
    replace: `select '\${lockKey(name)}'::bigint`,
    foundBy: CONTRACT,
  },
  {
    name: 'purge rows that a unit of work holds',
    file: 'maintenance/purge.ts',
    find: 'for update skip locked',
    replace: 'for update',
    foundBy: allOf('maintenance/purge.int.test.ts'),
  },
  {
    name: 'purge an event whose delivery is pending',
    file: 'maintenance/purge-webhooks.ts',
    find: ' and emitted_at < bounded.since',
    replace: '',
    foundBy: CONTRACT,
  },
];
