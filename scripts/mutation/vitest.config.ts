/**
 * The tests that mutants are run against: those of one folder of the core, which the script names in the environment. A
 * test of another folder would find some mutants too, but loading all of them takes seconds a mutant.
 */
import { defineConfig } from 'vitest/config';
import type {} from '../../test/harness/tier.js';

const folder = process.env['MUTATION_FOLDER'];
if (folder === undefined) throw new Error('MUTATION_FOLDER is not set');

export default defineConfig({
  ssr: { resolve: { conditions: ['@stepward/source'] } },
  test: {
    include: [`packages/core/src/${folder}/**/*.test.ts`],
    provide: { tier: 'quick' },
    setupFiles: ['scripts/mutation/setup.ts'],
    isolate: false,
    // Stryker's own limit ends mutants that hang.
    testTimeout: 300_000,
  },
});
