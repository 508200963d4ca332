import { systemCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 1 });
const stepward = stepwardOver(createPostgresStorage({ pool }));

it('every function of the schema pins its search_path, and the one procedure cannot', async () => {
  const { rows } = await pool.query<{ name: string; settings: string[] | null }>(
    `select proname as name, proconfig as settings from pg_proc
     where pronamespace = 'stepward'::regnamespace order by proname`,
  );
  expect(rows).not.toEqual([]);
  const unpinned = rows.filter(
    ({ settings }) => settings?.includes('search_path=pg_catalog, pg_temp') !== true,
  );
  // With a setting of its own a procedure may never commit, which is how this one sees where it is called.
  expect(unpinned).toEqual([{ name: 'append_event_in_transaction', settings: null }]);
});

it('no function has more rights than who calls it, but the two that drop and make the months of a log', async () => {
  const { rows } = await pool.query(
    `select proname from pg_proc where pronamespace = 'stepward'::regnamespace and prosecdef order by 1`,
  );
  expect(rows).toEqual([{ proname: 'drop_log_months' }, { proname: 'make_log_months' }]);
});

it('operators, functions and types planted on the search path do not run within an emit', async () => {
  await pool.query(`
    create schema planted;
    create function planted.trap(text, text) returns boolean language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create function planted.trap(text[], text[]) returns boolean language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create function planted.trap(uuid, uuid) returns boolean language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create function planted.string_to_array(text, text) returns text[] language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create function planted.set_config(text, text, boolean) returns text language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create function planted.domain_trap(pg_catalog.text) returns boolean language plpgsql
      as $$ begin raise exception 'the trap ran'; end $$;
    create operator planted.= (function = planted.trap, leftarg = text, rightarg = text);
    create operator planted.&& (function = planted.trap, leftarg = text[], rightarg = text[]);
    create operator planted.= (function = planted.trap, leftarg = uuid, rightarg = uuid);
    create domain planted.text as pg_catalog.text check (planted.domain_trap(value))`);
  const input = { url: 'https://hooks.test/', event_types: ['user.*'] };
  (await stepward.subscribers.create(systemCaller('acme'), input))._unsafeUnwrap();
  const client = await pool.connect();
  await client.query(`begin; set local search_path = planted, pg_catalog`);
  await expect(client.query(`savepoint s; select 'a' = 'a'::pg_catalog.text`)).rejects.toThrow(
    'the trap ran',
  );
  await client.query('rollback to s');
  await expect(client.query(`select 'a'::text`)).rejects.toThrow('the trap ran');
  await client.query('rollback to s');

  const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' };
  const event = { type: 'user.deleted', tenantId: 'acme', data } as const;
  const emitted = await stepward.events.emit(event, { tx: client });

  await client.query('commit');
  client.release();
  expect(emitted.isOk()).toBe(true);
});
