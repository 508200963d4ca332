import { systemCaller } from '@stepward/core';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { emit, subscribe, workOff } from '../../test/webhook-samples.js';
import { createPostgresStorage, migrate } from '../index.js';

const ROLE = 'run "time" role';
const quoted = pg.escapeIdentifier(ROLE);

// Roles belong to a whole server, so this one is the file's own.
const server = await startEmbeddedPostgres();
const owner = new pg.Pool({ connectionString: server.url });
const runtime = new pg.Pool({ connectionString: runtimeUrl() });
for (const pool of [owner, runtime]) pool.on('error', () => undefined);

beforeAll(async () => {
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create role ${quoted} login password 'secret'`);
  await admin.end();
  // In a hardened database a role can run only what it was granted.
  await owner.query('alter default privileges revoke execute on functions from public');
});

afterAll(async () => {
  await Promise.all([owner.end(), runtime.end()]);
  await server.stop();
});

function runtimeUrl(): string {
  const url = new URL(server.url);
  url.username = encodeURIComponent(ROLE);
  url.password = 'secret';
  return url.href;
}

it('a role that may create no schema fills one that was created for it', async () => {
  await owner.query(`create schema prepared; grant all on schema prepared to ${quoted}`);
  expect(await migrate({ pool: runtime, schema: 'prepared' })).not.toEqual([]);
  await createPostgresStorage({ pool: runtime, schema: 'prepared' }).ready();
});

// standard: asvs/13.2.2
it('the role that is granted the tables runs the service and calls migrate, and can do no more', async () => {
  await expect(migrate({ pool: runtime })).rejects.toThrow(
    'the database role may not create the schema "stepward": run ' +
      '"npx stepward migrate --grant-to <role of the service>" as a role that may',
  );
  await migrate({ pool: owner });
  await expect(createPostgresStorage({ pool: runtime }).ready()).rejects.toThrow(
    'the database role may not use the schema "stepward": run "npx stepward migrate --grant-to ',
  );
  await migrate({ pool: owner, grantTo: ROLE });

  expect(await migrate({ pool: runtime })).toEqual([]);
  const storage = createPostgresStorage({ pool: runtime });
  const stepward = stepwardOver(storage);
  const caller = { tenantId: 'acme', identityId: 'ada', assurance: null };
  const manager = systemCaller('acme');
  const sms = { enabled: true, mfaEnabled: true, dailyBudget: 5 };
  expect((await stepward.tenants.configure(manager, { sms })).isOk()).toBe(true);
  (await stepward.identities.put('acme', person('ada')))._unsafeUnwrap();
  expect((await stepward.enrolments.start(caller)).isOk()).toBe(true);
  const code = stepward.sms.lastCode('+14155552671');
  expect((await stepward.enrolments.verify(caller, code)).isOk()).toBe(true);
  expect((await stepward.enrolments.remove(caller)).isOk()).toBe(true);
  await stepward.organisations.put('acme', 'org-1');
  expect((await stepward.policies.update(manager, 'org-1', { gracePeriodMs: 0 })).isOk()).toBe(
    true,
  );
  const made = await stepward.apiKeys.create(manager, { name: 'CI', scopes: ['logs:read'] });
  const secret = made._unsafeUnwrap().secret.reveal();
  expect(await stepward.apiKeys.authenticate(secret)).toMatchObject({ tenantId: 'acme' });
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  expect(await workOff(storage, 'delivered')).toBe(1);
  stepward.clock.advance(7 * 365 * 86_400_000);
  await stepward.purge();
  expect(await stepward.audit.verifyChain('acme')).toBeNull();

  expect((await runtime.query('select * from stepward.identities')).rows).toEqual([]);
  await runtime.query(
    `insert into stepward.request_limits values ('key', 1, 0)
     on conflict (key) do update set points = 2 returning points`,
  );
  await runtime.query('delete from stepward.request_limits');
  for (const text of [
    'drop table stepward.identities',
    'truncate stepward.deliveries',
    'drop function stepward.keep_filters',
    'truncate stepward.identities',
    'truncate stepward.audit_entries',
    `update stepward.audit_entries set text = '{}'`,
    'alter table stepward.audit_entries disable trigger user',
    'delete from stepward.audit_heads',
    'alter table stepward.identities no force row level security',
    'create table stepward.mine ()',
    'delete from stepward.migrations',
  ]) {
    await expect(runtime.query(text), text).rejects.toMatchObject({ code: '42501' });
  }
});

it('the same role may be granted the tables on every run', async () => {
  expect(await migrate({ pool: owner, grantTo: ROLE })).toEqual([]);
});
