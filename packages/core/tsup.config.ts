import { defineConfig } from 'tsup';
import { library } from '../../tsup.base.js';
import manifest from './package.json' with { type: 'json' };

// neverthrow becomes part of the package, code and types: docs/adr/0009-neverthrow-is-bundled-into-core.md.
export default defineConfig({
  ...library(manifest),
  noExternal: ['neverthrow'],
  dts: { resolve: ['neverthrow'] },
});
