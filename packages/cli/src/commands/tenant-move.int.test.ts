import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env: north, stepward: old } = await tenantDatabase();
const { env: south, stepward } = await tenantDatabase();
const env = { ...north, TO_DATABASE_URL: south['DATABASE_URL'] };
await runLine('tenant create acme', env);

it('names what is missing or wrong', async () => {
  for (const [line, message] of [
    ['tenant move acme --from north', '--to is missing'],
    ['tenant move acme --from north --to north', '--from and --to must differ'],
    ['tenant move acme --from North --to south', '--from must be 1 to 63 lower-case letters'],
  ] as const) {
    const { code, stderr } = await runLine(line, env);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  const { code, stderr } = await runLine('tenant move acme --from north --to south', north);
  expect([code, stderr]).toEqual([2, expect.stringContaining('TO_DATABASE_URL is not set')]);
});

it('cancels a move of which nothing was copied yet', async () => {
  const line = 'tenant move acme --from north --to south --cancel';
  const { code, stdout } = await runLine(line, env);
  expect([code, stdout]).toEqual([0, 'nothing was left to delete\n']);
  expect(await old.tenants.isKnown('acme')).toBe(true);
});

it('moves a tenant, and says where it lives when it is asked again', async () => {
  const { code, stdout } = await runLine('tenant move acme --from north --to south --json', env);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { tenant_id: 'acme', from: 'north', to: 'south', rows: { tenants: 1 } },
  ]);
  expect(await stepward.tenants.isKnown('acme')).toBe(true);
  await expect(old.tenants.isKnown('acme')).rejects.toThrow('was moved to the database "south"');
  const again = await runLine('tenant move acme --from north --to south', env);
  expect([again.code, again.stdout]).toEqual([0, 'nothing was left to move\n']);
  const elsewhere = await runLine('tenant move acme --from north --to west --json', env);
  expect([elsewhere.code, JSON.parse(elsewhere.stdout)]).toMatchObject([
    1,
    { error: { code: 'move_refused', message: expect.stringContaining('but in south') } },
  ]);
  const tooLate = await runLine('tenant move acme --from north --to south --cancel --json', env);
  expect([tooLate.code, JSON.parse(tooLate.stdout)]).toMatchObject([
    1,
    { error: { code: 'move_refused', message: expect.stringContaining('cannot be cancelled') } },
  ]);
});
