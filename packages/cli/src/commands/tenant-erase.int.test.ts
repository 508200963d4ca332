import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();
await runLine('tenant create acme', env);

it('erases nothing where it is not confirmed', async () => {
  const { code, stderr } = await runLine('tenant erase acme', env);
  expect([code, stderr]).toEqual([2, expect.stringContaining('give --yes to erase, or --dry-run')]);
  expect(await stepward.tenants.isKnown('acme')).toBe(true);
});

it('erases a tenant, after it has printed what there is', async () => {
  const trial = await runLine('tenant erase acme --dry-run', env);
  expect([trial.code, trial.stdout]).toEqual([0, 'tenants: 1\n']);
  expect(await stepward.tenants.isKnown('acme')).toBe(true);
  const { code, stdout } = await runLine('tenant erase acme --yes --json', env);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { tenant_id: 'acme', dry_run: false, rows: { tenants: 1 } },
  ]);
  expect(await stepward.tenants.isKnown('acme')).toBe(false);
});
