import type { JsonObject } from '../json.js';
import { breakingChanges } from './breaking-changes.js';

/**
 * The changes that break callers of the last release and that no changeset announces as `major` for `@stepward/http`.
 *
 * @param released the OpenAPI document of the last release; null before the first.
 * @param changesets the texts of the files in `.changeset`.
 */
export function unannouncedChanges(
  released: JsonObject | null,
  current: JsonObject,
  changesets: readonly string[],
): readonly string[] {
  if (released === null || changesets.some(isMajor)) return [];
  return breakingChanges(released, current);
}

/** Whether the front matter of a changeset says `"@stepward/http": major`. */
function isMajor(changeset: string): boolean {
  const [, frontMatter = ''] = /^---\r?\n(.*?)^---$/ms.exec(changeset) ?? [];
  return /^(["']?)@stepward\/http\1:\s*major\s*$/m.test(frontMatter);
}
