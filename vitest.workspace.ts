/**
 * Three projects: `unit` needs no server of any kind; `nest-11` runs the tests of `@stepward/nest` with Nest 11, which `unit` runs
 * with Nest 12; `int` has a real Postgres, started once for the whole run. Everything runs from sources: nothing has to be built
 * before a test.
 *
 * Two tiers, chosen here and nowhere else: `npm test` runs the quick one, `npm run test:all` the full one (`TEST_TIER=full`).
 * Tests that differ between the two ask `tier` of `test/harness/tier.ts`.
 */
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { answersReporter } from './test/answers/answers-reporter.js';
import type {} from './test/answers/watch-answers.js';
import type {} from './test/harness/tier.js';

const isFull = process.env['TEST_TIER'] === 'full';

/** Where to write a machine-readable report beside the printed one; none by default. */
const outputFile = process.env['TEST_REPORT_FILE'];
const jsonReporter: ['json', { outputFile: string }][] = outputFile
  ? [['json', { outputFile }]]
  : [];

/** Crashes, floods, soaks, compilers, made apps and the second reference host: what only runs in the full tier. */
const FULL_ONLY = [
  'examples/express-host/**',
  'packages/benchmarks/src/sms-fraud/outcomes.test.ts',
  'packages/dev-postgres/**',
  'packages/postgres/src/decide/decide-plans.int.test.ts',
  'packages/postgres/src/decide/decide-tenants.int.test.ts',
  'packages/postgres/src/moving/move-deaths.int.test.ts',
  'packages/postgres/src/queue/dead-rows.int.test.ts',
  'packages/postgres/src/queue/queue-plans.int.test.ts',
  'packages/postgres/src/stores/plans.int.test.ts',
  'packages/postgres/src/maintenance/purge-plans.int.test.ts',
  'packages/postgres/src/maintenance/purge.int.test.ts',
  'packages/nats/test/disk-loss.int.test.ts',
  'packages/simulation/test/planted-bugs.test.ts',
  'packages/simulation/test/trace/same-trace.int.test.ts',
  'packages/sqlite/src/processes.test.ts',
  'scripts/eslint/**',
  'test/create-stepward/apps.int.test.ts',
  'test/databases/moved-under-load.int.test.ts',
  'test/databases/pooler.int.test.ts',
  'test/docs-types.test.ts',
  'test/fuzz/**',
  'test/generated-clients.test.ts',
  'test/host-declarations.test.ts',
  'test/pages/browser.int.test.ts',
  'test/pages/front-ends.test.ts',
  'test/pages/front-page.int.test.ts',
  'test/pages/oauth-flow.int.test.ts',
  'test/pages/portal.int.test.ts',
  'test/pages/security-page.int.test.ts',
  'test/pages/webauthn.int.test.ts',
  'test/pages-run.test.ts',
  'test/request-limits/processes.int.test.ts',
  'test/signatures/wycheproof.test.ts',
  'test/site/**',
  'test/webhooks/crash.int.test.ts',
  'test/webhooks/dead-subscriber.int.test.ts',
  'test/webhooks/postgres-crash.int.test.ts',
];

/** Where workers list the answers of operations that their tests saw. This file is loaded once for each project. */
const seenAnswers = (process.env['STEPWARD_SEEN_ANSWERS'] ??= mkdtempSync(
  join(tmpdir(), 'stepward-answers-'),
));

const excluded = ['**/node_modules/**', ...(isFull ? [] : FULL_ONLY)];

/** In the full tier only. */
const nest11: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'nest-11',
    pool: 'threads',
    include: ['packages/nest/src/**/*.test.ts', 'examples/nest/test/**/*.test.ts'],
    // The packages of Nest load each other by name, so that a second version needs a folder of its own.
    alias: { '@nestjs': join(import.meta.dirname, 'test/nest-11/node_modules/@nestjs') },
  },
};

export default defineConfig({
  // Only this one condition. Vitest hands the list to its workers as `--conditions`; `import` or `default`
  // in it would make `require()` answer ES modules to CommonJS packages such as Express.
  ssr: { resolve: { conditions: ['@stepward/source'] } },
  // The same for `globalSetup`, which runs in an environment of its own.
  environments: { __vitest__: { resolve: { conditions: ['@stepward/source'] } } },
  test: {
    setupFiles: ['test/log-scan/setup.ts', 'test/answers/setup.ts'],
    provide: { tier: isFull ? 'full' : 'quick', seenAnswers },
    reporters: ['default', ...jsonReporter, answersReporter(seenAnswers)],
    // Files share a worker's modules: loading them again for each file took longer than most tests. What a test changes
    // for the whole process (globals, prototypes, environment) it has to put back.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    // Time limits only end what hangs. No test may depend on the speed of the machine.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          pool: 'threads',
          include: [
            'packages/*/{src,test}/**/*.test.ts',
            'examples/*/{src,test}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['**/*.int.test.ts', ...excluded],
        },
      },
      ...(isFull ? [nest11] : []),
      {
        extends: true,
        test: {
          name: 'int',
          pool: 'forks',
          include: [
            'packages/*/{src,test}/**/*.int.test.ts',
            'examples/*/{src,test}/**/*.int.test.ts',
            'test/**/*.int.test.ts',
          ],
          exclude: excluded,
          globalSetup: ['packages/dev-postgres/src/vitest-global-setup.ts'],
        },
      },
    ],
  },
});
