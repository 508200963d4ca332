import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import llmstxt from 'vitepress-plugin-llms';
import { REPOSITORY } from '../../scripts/workspaces.js';
import type { VitePlugin } from './accessible-theme.js';

/** Pages that are looked up alone: `llms-full.txt` has what a host needs, and a reader takes it as a whole. */
const LOOKED_UP_ALONE = [
  'api.md',
  'api/@stepward/!(express|fastify|http|nest|postgres|webhooks).md',
  'api/@stepward/*/**',
  'adr/**/*',
  'assurance-standards.md',
  'conformance.md',
  'decisions.md',
  'mutation-testing.md',
  'writing-a-storage-adapter.md',
];

/** Writes each page as Markdown, `llms.txt`, and `llms-full.txt`. Comments stay, because some declare what the code of their page uses. */
export function llmsTexts(): VitePlugin {
  return llmstxt({
    stripHTML: false,
    ignoreFilesPerOutput: { llmsFullTxt: LOOKED_UP_ALONE },
  }) as unknown as VitePlugin;
}

/** Puts a title and a list of its pages before the pages of `llms-full.txt`. */
export function introduceFullText(outDir: string): void {
  const file = join(outDir, 'llms-full.txt');
  const text = readFileSync(file, 'utf8');
  const contents = readFileSync(join(outDir, 'llms.txt'), 'utf8')
    .split('\n')
    .filter((line) => /^#+ /.test(line) || text.includes(`\nurl: ${urlOf(line)}\n`));
  writeFileSync(file, `${INTRODUCTION}\n${contents.slice(1).join('\n')}\n\n${text}`);
}

/** The path that a line of the list links to. */
function urlOf(line: string): string {
  return /\]\((?<url>[^)]+)\)/.exec(line)?.groups?.['url'] ?? '-';
}

const INTRODUCTION = `# The documentation of Stepward in one file

Each page begins with a line \`url: /path.md\`, by which the others link to it. A link to a path that is not listed here leads to
${REPOSITORY}/blob/main/docs.
`;
