import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { linesOf, testsOf, type Line } from '../../test/specification/check-tags.js';
import { findTags, type Shown } from '../../test/specification/find-tags.js';
import { SECTIONS } from '../../test/specification/lines.js';
import { noteOn } from '../../test/specification/notes.js';
import { readStatements } from '../../test/specification/read-statements.js';
import { root } from '../workspaces.js';

/** The entry of `docs/conformance.md` for each line of the specification, section by section. */
export function conformance(): string {
  const page = readFileSync(join(root, 'docs/specification.md'), 'utf8');
  const lines = linesOf(readStatements(page), SECTIONS);
  const { tests } = findTags('spec');
  const sections = [...new Set(lines.map(({ section }) => section))];
  return [
    `${lines.length} lines, ${new Set(tests.map(nameOf)).size} tests or cases of them.`,
    ...sections.map((section) => {
      const own = lines.filter((line) => line.section === section);
      return [`## ${section}`, '', ...own.map((line) => entryOf(line, tests))].join('\n');
    }),
  ].join('\n\n');
}

const nameOf = ({ file, title }: Shown): string => `${file} ${title}`;

function entryOf(line: Line, tests: readonly Shown[]): string {
  const note = noteOn(line.id);
  const shown = testsOf(line, tests);
  const files = [...new Set(shown.map(({ file }) => file))].toSorted();
  return [
    `- **${escaped(shortened(line.text))}** (\`${line.id}\`)`,
    ...(note === null ? [] : [`  - ${note}`]),
    ...files.map((file) => {
      const own = shown.filter((test) => test.file === file);
      return `  - [${basename(file)}](../${file}): ${own.map(({ title }) => `“${escaped(title)}”`).join(' · ')}`;
    }),
  ].join('\n');
}

/** A line by its beginning, by which it is found on the other page; empty cells are left out. */
function shortened(text: string): string {
  const line = text
    .split(' | ')
    .filter((cell) => cell.trim() !== '')
    .join(' · ');
  return line.length <= 120 ? line : `${line.slice(0, line.lastIndexOf(' ', 118))} …`;
}

/** Escapes Markdown. A number at the beginning would start a list. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`).replace(/^(\d+)\. /, String.raw`$1\. `);
}
