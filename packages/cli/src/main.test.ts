import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Starts the program from its source. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const node = ['--conditions=@stepward/source', '--import', 'tsx', MAIN, ...args];
  return spawn(process.execPath, node, { env: { ...process.env, ...env } });
}

async function ended(child: ChildProcess): Promise<unknown> {
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return signal ?? code;
}

it('results go to standard output, messages to standard error, and the exit code is that of the run', async () => {
  const good = start(['--version']);
  const [version, goodCode] = await Promise.all([text(good.stdout), ended(good)]);
  expect([version, goodCode]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\n$/), 0]);
  const bad = start(['migrate', '--force']);
  const [out, err, badCode] = await Promise.all([text(bad.stdout), text(bad.stderr), ended(bad)]);
  expect([out, badCode]).toEqual(['', 2]);
  expect(err).toContain('unknown option "--force"');
});

it('a reader that closes the pipe ends the program without an error', async () => {
  const child = start(['openapi']);
  const [message, code] = await Promise.all([
    text(child.stderr),
    ended(child),
    once(child.stdout, 'data').then(() => child.stdout.destroy()),
  ]);
  expect([message, code]).toEqual(['', 0]);
});

it.each(['SIGINT', 'SIGTERM'] as const)('%s stops a listener cleanly', async (signal) => {
  const env = { STEPWARD_WEBHOOK_SECRET: 'whsec_c21va2U=' };
  const child = start(['webhook', 'listen', '--port', '0'], env);
  const code = ended(child);
  await once(child.stderr, 'data');
  child.kill(signal);
  expect(await code).toBe(0);
});
