import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unannouncedChanges } from '../scripts/api-changes/unannounced-changes.js';
import { readChangesets } from '../scripts/changesets.js';
import type { JsonObject } from '../scripts/json.js';
import { readPage, root } from './docs/pages.js';

/** Written by `npm run release:version`. */
const RELEASED = 'docs/openapi.released.json';

const isReleased = existsSync(join(root, RELEASED));
const read = (path: string) => JSON.parse(readPage(path)) as JsonObject;

it(
  isReleased
    ? 'what breaks callers of the last release has a changeset of type major for @stepward/http'
    : `nothing is released: there is no ${RELEASED} to break`,
  () => {
    const released = isReleased ? read(RELEASED) : null;
    expect(unannouncedChanges(released, read('docs/openapi.json'), readChangesets())).toEqual([]);
  },
);
