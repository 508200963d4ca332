import { createPostgresStorage } from '@stepward/postgres';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, database } = await tenantDatabase();
const { queue } = createPostgresStorage({ pool: database.pool() });

async function hold(worker: string, leaseMs: number, events: readonly string[]): Promise<void> {
  const nothing = { takes: 'free', release: [], oldestDueAt: null } as const;
  const handlers = [{ name: leaseMs === 0 ? 'crm' : 'mail', events }];
  await queue.hold({ ...nothing, worker, leaseMs, handlers });
}

it('no handler is known at first; then each is listed, and one that no process has makes the exit code 1', async () => {
  expect(await runLine('handler list', env)).toMatchObject({ code: 0, stdout: 'no handlers\n' });

  await hold('00000000-0000-4000-8000-000000000001', 60_000, ['mfa.*', 'user.deleted']);
  const running = 'mail: runs, events mfa.* user.deleted\n';
  expect(await runLine('handler list', env)).toMatchObject({ code: 0, stdout: running });

  await hold('00000000-0000-4000-8000-000000000002', 0, []);
  const { code, stdout } = await runLine('handler list', env);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^crm: NO PROCESS HAS IT, last seen \d{4}-\d\d-\d\dT[\d:.]+Z, events none\nmail: runs/,
  );
  const asJson = await runLine('handler list --json', env);
  expect(JSON.parse(asJson.stdout)).toMatchObject([
    { name: 'crm', events: [], running: false },
    { name: 'mail', running: true },
  ]);
});
