/**
 * Writes the types of `@stepward/client`, from `docs/openapi.json`, into a folder that is not in git. `npm ci`, `npm install` and the build of
 * the package run it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientSuccesses, clientTypes } from './docs/client-types.js';
import type { JsonObject } from './json.js';
import { root } from './workspaces.js';

const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as JsonObject;
const folder = join(root, 'packages/client/src/generated');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'paths.ts'), await clientTypes(document));
writeFileSync(join(folder, 'successes.ts'), clientSuccesses(document));
