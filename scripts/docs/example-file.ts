import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../workspaces.js';

/** A file of an example as a block of code, without blank lines around it. `path` is from the root of the repository. */
export function exampleFile(path: string): string {
  const code = readFileSync(join(root, path), 'utf8').trim();
  // The language is not `ts`: the compiler reads the example itself, so the page's block is not checked again.
  return `\`\`\`${LANGUAGES[extname(path)] ?? ''}\n${code}\n\`\`\``;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.html': 'html',
  '.ts': 'typescript',
  '.tsx': 'tsx',
};
