import { announces } from '../changesets.js';
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
  const isAnnounced = changesets.some((text) => announces(text, '@stepward/http', ['major']));
  return released === null || isAnnounced ? [] : breakingChanges(released, current);
}
