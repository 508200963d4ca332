/**
 * Compares the public API of every published package with the reports in `packages/<name>/api`, which are in git, so that a name or an
 * option cannot change without notice. `--accept` writes the reports; where the change may break code that uses the package, only
 * if a changeset names the package.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { compareReports, type ReportChanges } from './api-reports/compare-reports.js';
import { entryPoints, type EntryPoint } from './api-reports/entry-points.js';
import { makeReports } from './api-reports/make-reports.js';
import { announces, readChangesets } from './changesets.js';
import { publishedPackages, root } from './workspaces.js';

interface ComparedEntry {
  readonly entry: EntryPoint;
  readonly accepted: string | null;
  readonly current: string;
  readonly changes: ReportChanges;
}

const isAccepting = process.argv.includes('--accept');
const compared = compareAll();
const changed = compared.filter(({ accepted, current }) => accepted !== current);
const strays = strayReports();

for (const { entry, changes, accepted } of changed) {
  console.log(
    `${entry.specifier}${accepted === null ? ' has no report yet' : ' differs from its report'}`,
  );
  for (const name of changes.breaking) console.log(`  breaking  ${name}`);
  if (accepted !== null) for (const name of changes.added) console.log(`  added     ${name}`);
}
for (const path of strays) console.log(`${path} is of no entry point`);

if (isAccepting) accept();
else if (changed.length + strays.length > 0) {
  console.log('Accept the changes with `npm run api:accept`, and commit the reports.');
  process.exitCode = 1;
}

function compareAll(): readonly ComparedEntry[] {
  const entries = entryPoints();
  const folder = mkdtempSync(join(tmpdir(), 'stepward-api-'));
  try {
    const reports = makeReports(entries, folder);
    return entries.map((entry, index) => {
      const accepted = existsSync(entry.report) ? readFileSync(entry.report, 'utf8') : null;
      const current = reports[index] ?? '';
      return { entry, accepted, current, changes: compareReports(accepted ?? '', current) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function accept(): void {
  const changesets = readChangesets();
  const unannounced = new Set(
    changed
      .filter(({ changes }) => changes.breaking.length > 0)
      .map(({ entry }) => entry.package.name)
      .filter(
        (name) => !changesets.some((text) => announces(text, name, ['major', 'minor', 'patch'])),
      ),
  );
  if (unannounced.size > 0) {
    console.log(
      `Describe what breaks in a changeset (npx changeset) for ${[...unannounced].join(', ')}.`,
    );
    process.exitCode = 1;
    return;
  }
  for (const { entry, current } of changed) {
    mkdirSync(dirname(entry.report), { recursive: true });
    writeFileSync(entry.report, current);
  }
  for (const path of strays) rmSync(join(root, path));
}

/** Reports of entry points that are gone. */
function strayReports(): readonly string[] {
  const known = new Set(entryPoints().map(({ report }) => report));
  return publishedPackages().flatMap(({ folder }) => {
    const reports = join(root, 'packages', folder, 'api');
    if (!existsSync(reports)) return [];
    return readdirSync(reports)
      .map((file) => join(reports, file))
      .filter((path) => !known.has(path))
      .map((path) => relative(root, path));
  });
}
