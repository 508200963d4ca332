import type { Storage } from '@stepward/core';
import type { WebhookStores } from '@stepward/core/adapter';

/** One call of a store, as a value that can be run again. */
export interface Statement {
  /** `subscribers.put` */
  readonly label: string;
  readonly args: readonly unknown[];
  readonly isRead: boolean;
  /** The rows that it holds until its unit of work ends. */
  readonly rows: readonly string[];
  /** Runs it with the stores of a unit of work of this storage. */
  readonly run: (stores: WebhookStores, storage: Pick<Storage, 'appendEvent'>) => Promise<unknown>;
}

type StoreName = Exclude<keyof WebhookStores, 'record' | 'erase' | 'transaction'>;

/** Which row a write holds, by its first argument. What is not here appends, or holds nothing. */
const HELD: Readonly<Record<string, (first: never) => string>> = {
  'identities.put': ({ identityId }: { identityId: string }) => `identity ${identityId}`,
  'smsMessages.settle': (key: string) => `message ${key}`,
  'policies.writeTenant': () => 'tenant',
  'policies.writeOverrides': (organisationId: string) => `organisation ${organisationId}`,
  'apiKeys.put': ({ id }: { id: string }) => `key ${id}`,
  'subscribers.put': ({ id }: { id: string }) => `subscriber ${id}`,
  'subscribers.clearFailures': (id: string) => `subscriber ${id}`,
  'subscribers.delete': (id: string) => `subscriber ${id}`,
  'idempotency.reserve': ({ id }: { id: string }) => `request ${id}`,
  'idempotency.finish': (id: string) => `request ${id}`,
};

const READS = ['find', 'list', 'read', 'after'];

const STORES: readonly StoreName[] = [
  'policies',
  'identities',
  'smsMessages',
  'apiKeys',
  'audit',
  'authenticationLog',
  'events',
  'idempotency',
  'subscribers',
  'deliveries',
];

/** Returns stores of which each call is handed to `execute` as a statement. */
export function storesOfStatements(
  execute: (statement: Statement) => Promise<unknown>,
): Omit<WebhookStores, 'transaction'> {
  const methodOf = (store: StoreName, method: string) => {
    const label = `${store}.${method}`;
    const rowOf = HELD[label] as ((first: unknown) => string) | undefined;
    return (...args: readonly unknown[]) =>
      execute({
        ...{ label, args },
        isRead: READS.includes(method),
        rows: rowOf === undefined ? [] : [rowOf(args[0])],
        run: (stores) => call(stores[store], method, args),
      });
  };
  const tables = STORES.map((store) => [
    store,
    new Proxy({}, { get: (_, method) => methodOf(store, String(method)) }),
  ]);
  const appended = (method: 'record' | 'erase') => (argument: unknown) =>
    execute({
      ...{ label: method, args: [argument], isRead: false, rows: [] },
      run: (stores) => call(stores, method, [argument]),
    });
  return {
    ...(Object.fromEntries(tables) as Pick<WebhookStores, StoreName>),
    record: appended('record') as WebhookStores['record'],
    erase: appended('erase') as WebhookStores['erase'],
  };
}

function call(target: object, method: string, args: readonly unknown[]): Promise<unknown> {
  const found = (target as Record<string, (...args: readonly unknown[]) => Promise<unknown>>)[
    method
  ];
  if (found === undefined) throw new TypeError(`there is no ${method}`);
  return found(...args);
}
