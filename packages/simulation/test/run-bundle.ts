import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleSimulation } from './bundle.js';
import type { PlantedBug } from './planted-bugs.js';

/** What a bundled simulation printed. */
export interface BundleOutput {
  readonly exitCode: number;
  readonly text: string;
}

/** Runs the simulation in processes of its own, by the arguments of each. */
export async function runBundle(
  bug: PlantedBug | null,
  runs: readonly (readonly string[])[],
): Promise<readonly BundleOutput[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stepward-simulation-'));
  try {
    const file = join(folder, 'main.mjs');
    await bundleSimulation(file, bug);
    return await Promise.all(runs.map((args) => run(file, args)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function run(file: string, args: readonly string[]): Promise<BundleOutput> {
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [file, ...args], (error, stdout, stderr) => {
      if (stderr !== '') reject(new Error(stderr));
      else if (child.exitCode === null) reject(error ?? new Error('the simulation was ended'));
      else resolve({ exitCode: child.exitCode, text: stdout });
    });
  });
}
