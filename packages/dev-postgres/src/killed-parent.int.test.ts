import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isRunning } from './testing/is-running.js';
import type { ServerTraces } from './testing/server-traces.js';

it('a parent that is killed leaves neither server nor data', async () => {
  const script = fileURLToPath(new URL('./testing/doomed-parent.ts', import.meta.url));
  const parent = spawn(
    process.execPath,
    ['--conditions=@stepward/source', '--import', 'tsx', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  const { processes, directory } = JSON.parse(line) as ServerTraces;
  expect(processes.filter(isRunning)).toContain(processes[0]);

  parent.kill('SIGKILL');

  await expect
    .poll(() => ({ left: processes.filter(isRunning), data: existsSync(directory) }))
    .toEqual({ left: [], data: false });
});
