import { defineConfig } from 'tsup';
import { library, program } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

export default defineConfig([library(manifest), program('cli', './src/cli.ts')]);
