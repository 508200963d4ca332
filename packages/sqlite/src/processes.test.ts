import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findChainBreak, ok } from '@stepward/core';
import { ALL_SHARDS } from '@stepward/core/adapter';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { eventsOf } from '../test/samples.js';
import { createSqliteStorage, type SqliteStorage } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'stepward-sqlite-'));
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const started of processes) started.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const PROGRAM = fileURLToPath(new URL('../test/emitting-process.ts', import.meta.url));

/** Starts a process that emits. It adds what it has committed to `committed`. */
function startEmitting(committed: string[], ...args: readonly string[]): ChildProcess {
  const flags = ['--conditions=@stepward/source', '--import', 'tsx'];
  const started = spawn(process.execPath, [...flags, PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(started);
  createInterface(started.stdout).on('line', (id) => committed.push(id));
  return started;
}

interface OpenFile {
  readonly file: string;
  readonly database: Database.Database;
  readonly storage: SqliteStorage;
}

function open(file: string): OpenFile {
  const database = new Database(file);
  return { file, database, storage: createSqliteStorage({ database }) };
}

/** A file with a table of the host, in which it says what it emitted. */
async function newFile(name: string): Promise<OpenFile> {
  const opened = open(join(folder, name));
  await opened.storage.ready();
  opened.database.exec('create table emitted (id text not null)');
  return opened;
}

const emittedIn = ({ database }: OpenFile): unknown[] =>
  database.prepare('select id from emitted').pluck().all();

async function auditBreak({ storage }: OpenFile) {
  const filter = { order: 'oldest', type: null, since: null, until: null } as const;
  const chain = await storage.run<ReturnType<typeof findChainBreak>, never>(
    { tenantId: 'acme' },
    async ({ audit }) => {
      const { items, head } = await audit.list(filter, { limit: 10_000, position: null });
      expect(items.at(-1)?.sequence).toBe(head?.sequence);
      return ok(findChainBreak(items, null));
    },
  );
  return chain._unsafeUnwrap();
}

it('a process that is killed loses nothing that it committed, and leaves no half of a transaction', async () => {
  const { file, database } = await newFile('killed.db');
  database.close();
  const committed: string[] = [];
  for (const round of [1, 2, 3]) {
    const emitting = startEmitting(committed, file);
    await expect.poll(() => committed.length).toBeGreaterThan(round * 10);
    emitting.kill('SIGKILL');
    await once(emitting, 'close');
  }

  const reopened = open(file);
  const events = await eventsOf(reopened.storage);
  expect(events.toSorted()).toEqual(emittedIn(reopened).toSorted());
  expect(committed.filter((id) => !events.includes(id))).toEqual([]);
  expect(await auditBreak(reopened)).toBeNull();
});

it('two processes on one file lose nothing, and a reader of a third finds each event once', async () => {
  const opened = await newFile('shared.db');
  const { file, storage } = opened;
  let { cursor } = await storage.queue.arrivals(ALL_SHARDS, null, 1_000);
  const arrived: string[] = [];
  const read = async (): Promise<void> => {
    const told = await storage.queue.arrivals(ALL_SHARDS, cursor, 1_000);
    arrived.push(...(told.arrived?.events ?? []).map(({ eventId }) => eventId));
    cursor = told.cursor;
  };

  const committed: string[] = [];
  const emitting = [1, 2].map(() => startEmitting(committed, file, '30'));
  const ends = emitting.map((each) => once(each, 'close'));
  while (committed.length < 60 && emitting.every(({ exitCode }) => !exitCode)) {
    await read();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(ends);
  await read();

  expect(committed).toHaveLength(60);
  expect(arrived).toHaveLength(60);
  expect(arrived.toSorted()).toEqual(committed.toSorted());
  expect(emittedIn(opened).toSorted()).toEqual(committed.toSorted());
  expect(await auditBreak(opened)).toBeNull();
});
