/**
 * Two projects: `unit` needs no server of any kind; `int` has a real Postgres, started once for the whole run. Everything runs from sources: nothing has to be built before a test.
 */
import { defineConfig } from 'vitest/config';

/** Where to write a machine-readable report beside the printed one; none by default. */
const reportFile = process.env['TEST_REPORT_FILE'];

export default defineConfig({
  // Only this one condition. Vitest hands the list to its workers as `--conditions`; `import` or `default`
  // in it would make `require()` answer ES modules to CommonJS packages such as Express.
  ssr: { resolve: { conditions: ['@stepward/source'] } },
  // The same for `globalSetup`, which runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ['@stepward/source'] } } },
  test: {
    setupFiles: ['test/log-scan/setup.ts'],
    reporters: reportFile ? ['default', ['json', { outputFile: reportFile }]] : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'examples/*/{src,test}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: [
            'packages/*/{src,test}/**/*.int.test.ts',
            'examples/*/{src,test}/**/*.int.test.ts',
            'test/**/*.int.test.ts',
          ],
          globalSetup: ['packages/dev-postgres/src/vitest-global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
