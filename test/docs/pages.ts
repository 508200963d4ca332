import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedPackages } from '../../scripts/workspaces.js';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The pages that tests read, as paths from the root; without those that the build of the site writes. */
export function pages(): readonly string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const inDocs = docs
    .filter((name) => name.endsWith('.md') && !/^(?:api|readme)\//.test(name))
    .map((name) => join('docs', name));
  const ofPackages = publishedPackages().map(({ folder }) => `packages/${folder}/README.md`);
  return ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...ofPackages, ...inDocs.toSorted()];
}

/** The text of a page, or of any file, named from the root. */
export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The contents of the page's code blocks in one language, from top to bottom. */
export function codeBlocks(page: string, language: string): readonly string[] {
  return [...page.matchAll(BLOCK)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code);
}

/**
 * The page's TypeScript as one program: blocks follow each other as they do on the page, so a later one
 * may use what an earlier one declared. All other lines are empty: errors name the page's lines.
 */
export function programOf(page: string): string {
  const lines = page.split('\n').map(() => '');
  for (const { 1: language, 2: code = '', index } of page.matchAll(BLOCK)) {
    if (language !== 'ts') continue;
    const first = page.slice(0, index).split('\n').length;
    for (const [offset, line] of code.split('\n').entries()) lines[first + offset] = line;
  }
  return lines.join('\n');
}

const BLOCK = /^```(\w+)\n(.*?)^```$/gms;
