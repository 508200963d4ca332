import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages, root, type Workspace } from '../workspaces.js';

/** One entry of a published package's `exports` map that has types. */
export interface EntryPoint {
  /** What a user imports: `@stepward/core/policy`. */
  readonly specifier: string;
  readonly package: Workspace;
  /** Its key in `exports`: `./policy`. */
  readonly path: string;
  /** Its source, relative to the root of the repository: `packages/core/src/policy.ts`. */
  readonly source: string;
  /** Absolute path of its report, which is in git. */
  readonly report: string;
}

/** The report of an entry point, as text. */
export function readReport({ specifier, report }: EntryPoint): string {
  if (!existsSync(report)) {
    throw new Error(`${specifier} has no report; \`npm run api:accept\` writes it`);
  }
  return readFileSync(report, 'utf8');
}

/** The entry points of all published packages, in the order of their folders. */
export function entryPoints(): readonly EntryPoint[] {
  return publishedPackages().flatMap((workspace) => {
    const folder = join('packages', workspace.folder);
    return Object.entries(workspace.exports ?? {}).flatMap(([path, target]): EntryPoint[] => {
      const source = sourceOf(target);
      if (source === null) return [];
      const name = path === '.' ? 'index' : path.slice(2).replaceAll('/', '.');
      return [
        {
          specifier: path === '.' ? workspace.name : `${workspace.name}${path.slice(1)}`,
          package: workspace,
          path,
          source: join(folder, source),
          report: join(root, folder, 'api', `${name}.api.md`),
        },
      ];
    });
  });
}

/** The source of an entry that has code. `./package.json` and a program have none. */
function sourceOf(target: unknown): string | null {
  if (!(target instanceof Object)) return null;
  const { '@stepward/source': source } = target as { '@stepward/source'?: unknown };
  return typeof source === 'string' ? source : null;
}
