import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { PlantedBug } from './planted-bugs.js';

const PACKAGES = new URL('../../', import.meta.url);

/** Bundles the simulation into one file, which runs many times as fast; with a bug in it where one is given. */
export async function bundleSimulation(outfile: string, bug: PlantedBug | null): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('../src/main.ts', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@stepward/source'],
    // Dependencies that are CommonJS call `require`.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    plugins: bug === null ? [] : [planting(bug)],
    logLevel: 'error',
  });
}

function planting({ name, file, find, replace }: PlantedBug): Plugin {
  const path = fileURLToPath(new URL(file, PACKAGES));
  return {
    name,
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async (args) => {
        if (args.path !== path) return null;
        const parts = (await readFile(path, 'utf8')).split(find);
        if (parts.length !== 2) {
          throw new Error(
            `"${name}" is planted where its text occurs once, not ${String(parts.length - 1)} times`,
          );
        }
        return { contents: parts.join(replace), loader: 'ts' };
      });
    },
  };
}
