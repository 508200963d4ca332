import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.js';

/** The texts of the files in `.changeset`. */
export function readChangesets(): readonly string[] {
  const folder = join(root, '.changeset');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Whether the front matter of a changeset has a line such as `"@stepward/http": major`, of one of these types. */
export function announces(
  changeset: string,
  packageName: string,
  types: readonly ('major' | 'minor' | 'patch')[],
): boolean {
  const [, frontMatter = ''] = /^---\r?\n(.*?)^---$/ms.exec(changeset) ?? [];
  return new RegExp(`^(["']?)${packageName}\\1:\\s*(?:${types.join('|')})\\s*$`, 'm').test(
    frontMatter,
  );
}
