import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// neverthrow becomes part of the package, code and types: docs/adr/0009-neverthrow-is-bundled-into-core.md.
export default defineConfig({
  ...library(manifest),
  noExternal: ['neverthrow'],
  dts: { resolve: ['neverthrow'] },
  onSuccess: leaveOutWhiteSpace,
});

/**
 * With white space the package has more than 300 kB. Names stay, so that stack traces tell them. It is done to what was
 * built: what makes CommonJS of ES modules cannot read code without white space.
 */
async function leaveOutWhiteSpace(): Promise<void> {
  const built = readdirSync('dist', { recursive: true, encoding: 'utf8' });
  for (const file of built.filter((name) => /\.c?js$/.test(name))) {
    const path = join('dist', file);
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      minifyWhitespace: true,
      minifySyntax: true,
    });
    writeFileSync(path, code);
  }
}
