/**
 * Prepares a release: changesets become versions and changelogs, and the OpenAPI document of the new version becomes the
 * one that later changes are compared with.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';
import { root } from './workspaces.js';

run('changeset', ['version']);
run('npm', ['install', '--package-lock-only', '--ignore-scripts']);
run('npm', ['run', 'docs:generate']);
copyFileSync(join(root, 'docs/openapi.json'), join(root, 'docs/openapi.released.json'));
