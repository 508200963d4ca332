import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

/**
 * Core's events are bundled from their sources, code and types, so that those who receive webhooks install
 * one package and nothing with it. `paths` is for the types: what is found below `node_modules`, as the
 * link to core is, would stay an import.
 */
export default defineConfig({
  ...library(manifest),
  platform: 'neutral',
  noExternal: ['@stepward/core'],
  esbuildOptions(options) {
    options.conditions = ['@stepward/source'];
  },
  dts: {
    compilerOptions: { paths: { '@stepward/core/events': ['../core/src/events.ts'] } },
  },
});
