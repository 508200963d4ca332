import { defineConfig } from 'tsup';
import { program } from '../../tsup.base.js';

export default defineConfig(program('main', './src/main.ts'));
