import { requireAdmin } from '@stepward/dev-postgres';
import pg from 'pg';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward, database } = await tenantDatabase();

/** Makes a tenant with three entries in its log. */
async function tenantWithEntries(tenantId: string): Promise<void> {
  await runLine(`tenant create ${tenantId}`, env);
  const actor = { type: 'system', id: 'test' } as const;
  const access = { actor, fields: ['phone'], purpose: 'treatment' };
  for (const subject of ['ada', 'bob', 'cy']) {
    await stepward.audit.recordPhiAccess({ tenantId, subject, ...access });
  }
}

/** Runs SQL as a superuser, whom no trigger binds. */
async function tamper(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: await requireAdmin(database.adminUrl) });
  await client.connect();
  await client.query(`set session_replication_role = replica; ${text}`);
  await client.end();
}

it('an intact chain exits with 0 and prints the head, which a later run checks', async () => {
  await tenantWithEntries('whole');
  const { code, stdout, stderr } = await runLine('audit verify --tenant whole', env);
  const { hash } = (await stepward.audit.head('whole'))!;
  const expected = `whole: intact\nwhole: head 3:${hash}\n`;
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: expected, stderr: '' });

  await runLine('key create --tenant whole --scope all', env);
  const later = await runLine(`audit verify --tenant whole --head 3:${hash} --json`, env);
  expect(later.code).toBe(0);
  expect(JSON.parse(later.stdout)).toEqual({
    tenant_id: 'whole',
    intact: true,
    head: { sequence: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    break: null,
  });
});

it('a changed entry exits with 1 and is named', async () => {
  await tenantWithEntries('broken');
  await tamper(
    `update stepward.audit_entries set text = replace(text, 'bob', 'eve') where tenant_id = 'broken' and sequence = 2`,
  );
  const { code, stdout, stderr } = await runLine('audit verify --tenant broken', env);
  const expected = 'broken: BROKEN at entry 2: hash, it was changed\n';
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: expected, stderr: '' });
  const asJson = await runLine('audit verify --tenant broken --json', env);
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    intact: false,
    break: { sequence: 2, reason: 'hash' },
  });
});

it('heads that are not in the log exit with 1, the oldest named', async () => {
  await tenantWithEntries('anchored');
  const heads = [5, 2].map((sequence) => `--head ${sequence}:${'a'.repeat(64)}`).join(' ');
  const { code, stdout } = await runLine(`audit verify --tenant anchored ${heads}`, env);
  expect(code).toBe(1);
  expect(stdout).toContain('BROKEN at entry 2: anchor, it is missing');
});

it('a tenant without entries is intact, one that does not exist an error', async () => {
  await runLine('tenant create empty', env);
  const empty = await runLine('audit verify --tenant empty', env);
  expect(empty).toEqual({ code: 0, stdout: 'empty: intact, no entries\n', stderr: '' });
  const unknown = await runLine('audit verify --tenant emtpy --json', env);
  expect(unknown.code).toBe(1);
  expect(JSON.parse(unknown.stdout)).toMatchObject({ error: { code: 'tenant_not_found' } });
});
