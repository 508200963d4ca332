/** The tests that mutants are run against: those whose pattern the script names in the environment. */
import { defineConfig } from 'vitest/config';
import type {} from '../../test/harness/tier.js';

const tests = process.env['MUTATION_TESTS'];
if (tests === undefined) throw new Error('MUTATION_TESTS is not set');

export default defineConfig({
  ssr: { resolve: { conditions: ['@stepward/source'] } },
  test: {
    include: [tests],
    provide: { tier: 'quick' },
    setupFiles: ['scripts/mutation/setup.ts'],
    isolate: false,
    // Stryker's own limit ends mutants that hang.
    testTimeout: 300_000,
  },
});
