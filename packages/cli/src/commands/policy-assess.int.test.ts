import { systemCaller } from '@stepward/core';
import { policyTemplates } from '@stepward/core/policy';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();
await runLine('tenant create acme', env);
await stepward.organisations.put('acme', 'org_main');
const caller = systemCaller('acme');

it('prints each gap with its source, and the exit code 1, until nothing is lacking', async () => {
  const assess = 'policy assess --tenant acme --organisation org_main --template pci_dss_4';
  const { code, stdout } = await runLine(assess, env);
  expect(code).toBe(1);
  const line = 'passwordMinLength is 8, needed: at least 12 (PCI DSS 4.0.1, 8.3.6)';
  expect(stdout.split('\n')).toContain(`pci_dss_4: ${line}`);

  const asJson = await runLine(`${assess} --json`, env);
  const [{ gaps }] = JSON.parse(asJson.stdout) as [
    { readonly gaps: readonly { readonly field: string; readonly needed: object }[] },
  ];
  const change = gaps.map(({ field, needed }) => [field, Object.values(needed)[0]] as const);
  const closed = Object.fromEntries(change);
  (await stepward.policies.update(caller, 'org_main', closed))._unsafeUnwrap();
  expect(await runLine(assess, env)).toMatchObject({
    code: 0,
    stdout: 'pci_dss_4: nothing is lacking\n',
  });
});

it('assesses the policy of the tenant by every template where nothing else is named', async () => {
  const { stdout } = await runLine('policy assess --tenant acme', env);
  const named = new Set(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(':')[0]),
  );
  expect([...named]).toEqual(Object.keys(policyTemplates));
});

it.each([
  ['policy assess --tenant acme --organisation org_none', 1, 'has no organisation org_none'],
  ['policy assess --tenant globex', 1, 'there is no tenant globex'],
  ['policy assess --tenant acme --template iso_27001', 2, 'must be one of nist_800_63b_4'],
])('%s is refused', async (line, code, message) => {
  const refused = await runLine(line, env);
  expect([refused.code, refused.stdout]).toEqual([code, '']);
  expect(refused.stderr).toContain(message);
});
