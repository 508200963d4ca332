import { join } from 'node:path';
import { publishedPackages, root, type Workspace } from '../workspaces.js';

/** One entry of a published package's `exports` map that has types. */
export interface EntryPoint {
  /** What a user imports: `@stepward/core/policy`. */
  readonly specifier: string;
  readonly package: Workspace;
  /** Absolute path of its built declarations. */
  readonly types: string;
  /** Absolute path of its report, which is in git. */
  readonly report: string;
}

/** The entry points of all published packages, in the order of their folders. */
export function entryPoints(): readonly EntryPoint[] {
  return publishedPackages().flatMap((workspace) => {
    const folder = join(root, 'packages', workspace.folder);
    return Object.entries(workspace.exports ?? {}).flatMap(([path, target]): EntryPoint[] => {
      const types = typesOf(target);
      if (types === null) return [];
      const name = path === '.' ? 'index' : path.slice(2).replaceAll('/', '.');
      return [
        {
          specifier: path === '.' ? workspace.name : `${workspace.name}${path.slice(1)}`,
          package: workspace,
          types: join(folder, types),
          report: join(folder, 'api', `${name}.api.md`),
        },
      ];
    });
  });
}

/** The declarations that `import` gets: `{ "import": { "types": … } }` or `{ "types": … }`. */
function typesOf(target: unknown): string | null {
  if (!(target instanceof Object)) return null;
  const { types, import: imported } = target as { types?: unknown; import?: unknown };
  return typeof types === 'string' ? types : typesOf(imported);
}
