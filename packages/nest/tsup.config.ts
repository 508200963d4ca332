import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

export default defineConfig(library(manifest));
