/** Writes `docs/readme`: a page for each README that the site shows. The folder is not in git. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/workspaces.js';
import { pageText, README_PAGES } from './readme-pages.js';

for (const readme of README_PAGES) {
  const text = pageText(readme, readFileSync(join(root, readme.readme), 'utf8'));
  mkdirSync(dirname(join(root, readme.page)), { recursive: true });
  writeFileSync(join(root, readme.page), text);
}
