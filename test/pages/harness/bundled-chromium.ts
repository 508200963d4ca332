import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** It writes into the temporary directory of its process. */
const UNPACK = `(await import('@sparticuz/chromium')).default.executablePath()`;

/**
 * Unpacks the Chromium that comes as a package, once on a machine, and returns its path. It is moved to its place as a
 * whole: test files run side by side, and none may start a program that another is still writing.
 */
export async function bundledChromium(): Promise<string> {
  const folder = join(tmpdir(), `stepward-chromium-${pinnedVersion()}`);
  if (!existsSync(folder)) {
    const own = await mkdtemp(`${folder}-`);
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: own },
    });
    await rename(own, folder).catch(async (error: unknown) => {
      if (!existsSync(folder)) throw error;
      await rm(own, { recursive: true });
    });
  }
  return join(folder, 'chromium');
}

function pinnedVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const { devDependencies } = JSON.parse(text) as {
    readonly devDependencies: Readonly<Record<'@sparticuz/chromium', string>>;
  };
  return devDependencies['@sparticuz/chromium'];
}
