import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStorageBusy, isStorageUnavailable, ok, silentLogger } from '@stepward/core';
import { ALL_SHARDS, GENESIS_HASH } from '@stepward/core/adapter';
import { createRecordingLogger } from '@stepward/testing';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { entriesUntil, EVENT, eventsOf, record } from '../test/samples.js';
import { createSqliteStorage, type SqliteStorageOptions } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'stepward-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = (): string => join(folder, `${(files += 1)}.db`);

describe('the options', () => {
  const database = new Database(':memory:');

  it.each<[string, object]>([
    ['database is missing', {}],
    ['database must be a database of better-sqlite3', { database: 'stepward.db' }],
    ["synchronous must be 'full' or 'normal'", { database, synchronous: 'off' }],
    ['lockWaitMs must be a positive integer', { database, lockWaitMs: 0 }],
    ['maxLockWaiters must be a positive integer', { database, maxLockWaiters: 1.5 }],
    ['logger must be a Logger', { database, logger: console.log }],
    ['there is no option file', { database, file: 'stepward.db' }],
  ])('createSqliteStorage says that %s', (message, options) => {
    const create = () => createSqliteStorage(options as SqliteStorageOptions);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`createSqliteStorage: ${message}`);
  });

  it('a commit waits for the disk, unless synchronous is normal', async () => {
    const synchronousOf = async (options: Omit<SqliteStorageOptions, 'database'>) => {
      const file = new Database(newFile());
      await createSqliteStorage({ database: file, ...options }).ready();
      return [file.pragma('journal_mode', { simple: true }), file.pragma('synchronous')];
    };
    expect(await synchronousOf({})).toEqual(['wal', [{ synchronous: 2 }]]);
    expect(await synchronousOf({ synchronous: 'normal' })).toEqual(['wal', [{ synchronous: 1 }]]);
  });
});

describe('the file', () => {
  it('has what was stored when it is opened again', async () => {
    const file = newFile();
    const database = new Database(file);
    const storage = createSqliteStorage({ database });
    await record(storage, { events: [EVENT] });
    database.close();

    const again = createSqliteStorage({ database: new Database(file) });
    await again.ready();
    expect(await eventsOf(again)).toEqual([EVENT.event.id]);
  });

  it.each([0, 2])('is refused by each call where its tables have version %i', async (version) => {
    const database = new Database(':memory:');
    await createSqliteStorage({ database }).ready();
    database.exec(`update stepward_schema set version = ${version}`);

    const storage = createSqliteStorage({ database });
    const message = `have version ${version}, and this version of @stepward/sqlite works with version 1`;
    await expect(storage.ready()).rejects.toThrow(message);
    await expect(eventsOf(storage)).rejects.toThrow(message);
    expect(database.inTransaction).toBe(false);
  });

  it('may have tables and a user_version of the host', async () => {
    const database = new Database(':memory:');
    database.exec('create table events (id text); pragma user_version = 7');
    const storage = createSqliteStorage({ database });
    await storage.ready();
    expect(await eventsOf(storage)).toEqual([]);
    expect(database.pragma('user_version', { simple: true })).toBe(7);
  });

  it('is read the same where integers of the connection are bigints, which the host alone sees', async () => {
    const file = newFile();
    await record(createSqliteStorage({ database: new Database(file) }), { events: [EVENT] });
    const database = new Database(file).defaultSafeIntegers();
    const storage = createSqliteStorage({ database });
    expect(await eventsOf(storage)).toEqual([EVENT.event.id]);
    const { rows } = await storage.transaction((tx) => tx.query('select 1 as one'));
    expect(rows).toEqual([{ one: 1n }]);
  });

  it('that cannot be written to is unavailable: one line when it goes away, one when it is back', async () => {
    const file = newFile();
    await createSqliteStorage({ database: new Database(file) }).ready();
    const { lines, ...logger } = createRecordingLogger();
    const database = new Database(file);
    const storage = createSqliteStorage({ database, logger });
    await storage.ready();

    database.pragma('query_only = on');
    for (let count = 0; count < 2; count += 1) {
      const purging = storage.purge({
        now: new Date(),
        eventsUntil: new Date(),
        deliveriesUntil: new Date(),
      });
      await expect(purging).rejects.toSatisfy(isStorageUnavailable);
    }
    database.pragma('query_only = off');
    await storage.ready();

    const message = 'the database cannot be used';
    expect(lines.map((line) => [line.level, line.message])).toEqual([
      ['error', message],
      ['info', `${message.replace('cannot', 'can')} again`],
    ]);
  });

  it('that was closed is unavailable', async () => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database, logger: silentLogger });
    database.close();
    await expect(storage.ready()).rejects.toSatisfy(isStorageUnavailable);
  });
});

describe('a turn', () => {
  it('is waited for without holding up the process, and refused as busy after lockWaitMs', async () => {
    const file = newFile();
    const other = new Database(file);
    const storage = createSqliteStorage({ database: new Database(file), lockWaitMs: 30 });
    await storage.ready();
    other.exec('begin immediate');

    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    const refused = eventsOf(storage);
    const waiting = eventsOf(storage, { whenBusy: 'wait' });
    await expect(refused).rejects.toSatisfy(isStorageBusy);
    clearInterval(ticking);
    // A busy machine may leave one tick for the whole wait; a wait that holds up the process leaves none.
    expect(ticks).toBeGreaterThan(0);

    other.exec('commit');
    expect(await waiting).toEqual([]);
  });

  it('leaves the process time for other things, however many wait for theirs', async () => {
    const storage = createSqliteStorage({ database: new Database(':memory:') });
    let served = 0;
    const calls = Array.from({ length: 500 }, async () => {
      await storage.ready();
      served += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(served).toBeLessThan(500);
    await Promise.all(calls);
  });

  it('that never comes, since the caller holds it, is refused as busy', async () => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database, lockWaitMs: 20 });
    for (const scope of [{}, { whenBusy: 'wait' }] as const) {
      const nested = storage.transaction(() => eventsOf(storage, scope));
      await expect(nested).rejects.toSatisfy(isStorageBusy);
    }
    expect(await eventsOf(storage)).toEqual([]);
  });

  it('that never comes, since the caller holds it, is refused as busy in a transaction of another file, too', async () => {
    const open = () => createSqliteStorage({ database: new Database(':memory:'), lockWaitMs: 20 });
    const [storage, other] = [open(), open()];
    const nested = storage.transaction(() =>
      other.transaction(() => eventsOf(storage, { whenBusy: 'wait' })),
    );
    await expect(nested).rejects.toSatisfy(isStorageBusy);
    const apart = storage.transaction(() => eventsOf(other, { whenBusy: 'wait' }));
    expect(await apart).toEqual([]);
  });

  it('that never comes, since the caller holds its lock, is refused as busy', async () => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database, lockWaitMs: 20 });
    const nested = storage.run({ tenantId: 'acme', lock: 'ada' }, async () =>
      ok(await eventsOf(storage, { lock: 'ada', whenBusy: 'wait' })),
    );
    await expect(nested).rejects.toSatisfy(isStorageBusy);
  });

  it('is waited for as long as it takes by what a transaction has left behind', async () => {
    const file = newFile();
    const other = new Database(file);
    const storage = createSqliteStorage({ database: new Database(file), lockWaitMs: 20 });
    const later = await storage.transaction(async () => AsyncLocalStorage.snapshot());
    other.exec('begin immediate');

    const waiting = later(() => eventsOf(storage, { whenBusy: 'wait' }));
    for (let count = 0; count < 2; count += 1) {
      await expect(eventsOf(storage)).rejects.toSatisfy(isStorageBusy);
    }
    other.exec('commit');
    expect(await waiting).toEqual([]);
  });
});

describe('the logs', () => {
  const ENTRY_COLUMNS =
    'tenant_id, entry_id, type, at, actor, client, refused, operation, retain_until';

  it('cannot be changed, nor shortened before their time, over any connection', async () => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database });
    await record(storage, entriesUntil(new Date(Date.now() + 60_000)));

    const table = (name: string) => `stepward_${name}`;
    const refused = [
      `update ${table('audit_entries')} set text = ''`,
      `delete from ${table('audit_entries')}`,
      `update ${table('audit_heads')} set sequence = 0`,
      `delete from ${table('audit_heads')}`,
      `insert into ${table('audit_heads')} values ('globex', 2, '', '')`,
      `insert or replace into ${table('audit_entries')} select * from ${table('audit_entries')}`,
      `insert or replace into ${table('audit_heads')}
        values ('acme', 1, '${GENESIS_HASH}', 'another')`,
      `insert or ignore into ${table('audit_heads')}
        values ('acme', 1, '${GENESIS_HASH}', 'another')`,
      `update or replace ${table('audit_heads')}
        set tenant_id = 'globex', sequence = sequence + 1, previous_hash = hash, hash = 'another'
        where tenant_id = 'acme'`,
      `update ${table('authentication_entries')} set reason = null`,
      `insert or replace into ${table('authentication_entries')}
        select * from ${table('authentication_entries')}`,
      `insert or replace into ${table('authentication_entries')} (place, ${ENTRY_COLUMNS})
        select place, ${ENTRY_COLUMNS.replace('entry_id', "'another'")}
        from ${table('authentication_entries')}`,
      `insert or replace into ${table('authentication_entries')} (${ENTRY_COLUMNS})
        select ${ENTRY_COLUMNS} from ${table('authentication_entries')}`,
      `delete from ${table('authentication_entries')}`,
    ];
    for (const sql of refused)
      expect(() => database.exec(sql), sql).toThrow(/audit log|append-only/);
  });

  it('are kept by a purge until the clock of the machine says so', async () => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database });
    await record(storage, entriesUntil(new Date(Date.now() + 60_000)));
    const now = new Date('2100-01-01T00:00:00Z');
    await storage.purge({ now, eventsUntil: now, deliveriesUntil: now });
    const kept = database.prepare('select count(*) from stepward_authentication_entries').pluck();
    expect(kept.get()).toBe(1);
  });
});

it('enrolments are not looked at again before the clock of the machine says so', async () => {
  const database = new Database(':memory:');
  const storage = createSqliteStorage({ database });
  await storage.ready();
  const tomorrow = Date.now() + 86_400_000;
  database.exec(`insert into stepward_enrolments_due (tenant_id, identity_id, organisation_id,
    required_since, found_at, review_at) values ('acme', 'ada', '', 1, 1, ${String(tomorrow)})`);
  const by = { now: new Date('2100-01-01T00:00:00Z'), after: null, limit: 10 };
  const found = await storage.lookUp('enrolmentReviews', by);
  expect(found?.reviews).toEqual([]);
  expect(found!.now.getTime()).toBeLessThan(tomorrow);
});

describe('stored values that this version does not know', () => {
  it.each([
    ['a stored code has an unknown status', `status = 'revoked'`],
    ['a stored factor has an unknown name', `factor = 'iris'`],
  ])('are refused: %s', async (message, change) => {
    const database = new Database(':memory:');
    const storage = createSqliteStorage({ database });
    const session = { tenantId: 'acme', sessionId: 's1' };
    await storage.ready();
    database.exec(`insert into stepward_codes values
      ('acme', 'ada', 'sms', 'step_up', 's1', 'void', 1, '{"status":"void","endedAt":{"$date":1}}')`);
    expect(await storage.lookUp('challenge', session)).toEqual({
      identityId: 'ada',
      factor: 'sms',
      state: { status: 'void', endedAt: new Date(1) },
    });
    database.exec(`update stepward_codes set ${change}`);
    await expect(storage.lookUp('challenge', session)).rejects.toThrow(message);
  });
});

describe('the queue', () => {
  it('tells the workers of this process when events were committed, and no more once it is closed', async () => {
    const storage = createSqliteStorage({ database: new Database(':memory:') });
    const told: string[] = [];
    const listening = await storage.queue.listen(
      'worker',
      (news) => told.push(news),
      () => undefined,
    );
    const emit = () => record(storage, { events: [EVENT] });
    const failing = storage.transaction(async (tx) => {
      await storage.appendEvent(tx, 'acme', EVENT);
      throw new Error('from the host');
    });
    await expect(failing).rejects.toThrow('from the host');
    await storage.ready();
    expect(told).toEqual([]);
    await emit();
    await storage.ready();
    expect(told).toEqual(['arrivals']);
    await listening?.close();
    await emit();
    expect(told).toEqual(['arrivals']);
  });

  it('tells nothing by a cursor from beyond the last arrival: of another file, or before a backup was restored', async () => {
    const [one, restored] = [1, 2].map(() =>
      createSqliteStorage({ database: new Database(':memory:') }),
    );
    await one!.transaction((tx) => one!.appendEvent(tx, 'acme', EVENT));
    const { cursor } = await one!.queue.arrivals(ALL_SHARDS, null, 10);
    const told = await restored!.queue.arrivals(ALL_SHARDS, cursor, 10);
    expect(told.arrived).toBeNull();
    const next = await restored!.queue.arrivals(ALL_SHARDS, told.cursor, 10);
    expect(next.arrived).toEqual({ events: [], deliveries: [] });
  });
});
