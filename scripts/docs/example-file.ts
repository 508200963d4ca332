import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from '../workspaces.js';

/** A file of an example as a block of code, without blank lines around it. `path` is from the root of the repository. */
export function exampleFile(path: string): string {
  const code = readFileSync(join(root, path), 'utf8').trim();
  return `\`\`\`${LANGUAGES[extname(path)] ?? ''}\n// ${path}\n${code}\n\`\`\``;
}

/** `typescript`, not `ts`: the compiler reads the example itself, so the page's block is not checked again. */
const LANGUAGES: Readonly<Record<string, string>> = { '.ts': 'typescript', '.tsx': 'typescript' };
