import { expect, it } from 'vitest';
import { inEachDatabase } from './in-each-database.js';
import { movedToOf, StorageUnavailable, TenantElsewhere } from './storage-errors.js';

const DATABASES = new Map([
  ['north', 1],
  ['south', 2],
  ['west', 3],
]);

/** What a call throws of which the databases fail in this way, all but `west` where that is left out. */
async function thrownBy(failures: Readonly<Record<number, unknown>>): Promise<Error> {
  const call = async (database: number): Promise<number> => {
    if (database in failures) throw failures[database];
    return database;
  };
  return (await inEachDatabase(DATABASES, call).catch((error: unknown) => error)) as Error;
}

it('gives the answers in the order of the databases', async () => {
  const answers = await inEachDatabase(DATABASES, async (database) => database * 10);
  expect(answers).toEqual([10, 20, 30]);
});

it.each([
  ['Error', { 1: new Error('no table'), 2: new StorageUnavailable('is away') }],
  [
    'StorageUnavailable',
    { 1: new StorageUnavailable('no table'), 2: new StorageUnavailable('is away') },
  ],
])('names each database that failed, by an %s', async (name, failures) => {
  const thrown = await thrownBy(failures);
  expect([thrown.name, thrown.message]).toEqual([name, 'north: no table; south: is away']);
  expect(thrown.cause).toEqual(new AggregateError(Object.values(failures), thrown.message));
});

it('names a database whose failure is no error', async () => {
  expect((await thrownBy({ 3: 'x' })).message).toBe('west: failed');
});

it('a tenant that is elsewhere says where, and others are not asked', () => {
  const moved = new TenantElsewhere('south "2"');
  expect(moved.message).toBe(String.raw`the tenant was moved to the database "south \"2\""`);
  expect(new TenantElsewhere(null).message).toBe('the tenant is being moved to another database');
  expect(
    [moved, new TenantElsewhere(null), new StorageUnavailable('x'), { movedTo: 'south' }].map(
      movedToOf,
    ),
  ).toEqual(['south "2"', null, null, null]);
});
