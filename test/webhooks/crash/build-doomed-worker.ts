import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import type { Doom } from './steps.js';

/** The doomed worker as one file, which starts in a tenth of the time that its sources take. */
export interface DoomedWorkers {
  /** Runs one until it is gone, and gives the signal that ended it; null where none did. */
  run(doom: Doom): Promise<NodeJS.Signals | null>;
  /** Runs one until it has frozen itself; Linux alone. */
  freeze(doom: Doom): Promise<FrozenWorker>;
  /** Removes the file. */
  remove(): Promise<void>;
}

export interface FrozenWorker {
  /** Lets it go on until it is gone; rejects where it fails. */
  thaw(): Promise<void>;
}

/** @param source the file in this folder that the process runs */
export async function buildDoomedWorker(source = 'doomed-worker.ts'): Promise<DoomedWorkers> {
  const directory = await mkdtemp(join(tmpdir(), 'stepward-doomed-'));
  const file = join(directory, 'worker.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile: file,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@stepward/source'],
    external: ['pg-native'],
    // CommonJS packages ask for Node's modules by `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });

  /** A process, and the signal that ends it; null for none. */
  function start(doom: Doom) {
    const child = spawn(process.execPath, [file, JSON.stringify(doom)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const complaints = text(child.stderr);
    const ended = once(child, 'exit').then(async ([code, signal]) => {
      if (code === 0 || signal === 'SIGKILL') return signal as NodeJS.Signals | null;
      throw new Error(`a doomed worker failed by itself: ${await complaints}`);
    });
    return { child, ended };
  }

  return {
    run: (doom) => start(doom).ended,
    async freeze(doom) {
      const { child, ended } = start(doom);
      const { pid = 0 } = child;
      await Promise.race([ended, expect.poll(() => stateOf(pid), { interval: 5 }).toBe('T')]);
      return {
        async thaw() {
          child.kill('SIGCONT');
          await ended;
        },
      };
    },
    remove: () => rm(directory, { recursive: true }),
  };
}

/** The state of a process, field 3 of `/proc/<pid>/stat` (proc(5)): `T` for one that is stopped. */
async function stateOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2)[0];
}
