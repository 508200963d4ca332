import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { storePerson, tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();
await runLine('tenant create acme', env);
await storePerson(stepward, 'ada');

const ADA = ['person', 'erase', 'ada', '--tenant', 'acme'];

it.each([
  [ADA, 'give --yes to erase, or --dry-run'],
  [[...ADA, '--yes', '--dry-run'], 'give --yes to erase, or --dry-run'],
])('%j erases nothing', async (line, text) => {
  const { code, stderr } = await runLine(line, env);
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  expect(await stepward.identities.find('acme', 'ada')).not.toBeNull();
});

it('erases a person, after it has printed what there is, and names itself in the audit log', async () => {
  const trial = await runLine([...ADA, '--dry-run', '--json'], env);
  expect(JSON.parse(trial.stdout)).toEqual({
    ...{ tenant_id: 'acme', identity_id: 'ada', dry_run: true },
    rows: { identities: 1 },
  });
  expect(await stepward.identities.find('acme', 'ada')).not.toBeNull();

  const erased = await runLine([...ADA, '--yes'], env);
  expect([erased.code, erased.stdout]).toEqual([0, 'identities: 1\n']);

  expect(await stepward.identities.find('acme', 'ada')).toBeNull();
  const { items } = await stepward.audit.list('acme', { type: 'identity.erased' });
  expect(items[0]?.actor).toEqual({ type: 'system', id: 'stepward command line' });
  const again = await runLine([...ADA, '--yes'], env);
  expect([again.code, again.stdout]).toEqual([0, 'nothing is stored\n']);
});

it('refuses a tenant that is not there, because its id is probably mistyped', async () => {
  const line = ['person', 'erase', 'ada', '--tenant', 'acmee', '--yes'];
  const { code, stderr } = await runLine(line, env);
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no tenant acmee')]);
});
